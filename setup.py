"""The compiled kernel; everything else about the package is in pyproject.toml."""

import re
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# One wheel serves all versions from this one on; free-threaded builds have no stable interface.
STABLE = "0x030B0000"
SHARED = not sysconfig.get_config_var("Py_GIL_DISABLED") and sys.implementation.name == "cpython"

# No contraction of a*b+c into one rounding: kernel and twin agree to the last bit. Nobody asks for
# traps; without them both sides of a choice may be computed, as vectors do. What only a debugger
# reads would be four fifths of what is installed of the kernel.
FLAGS = {
    "msvc": ["/O2", "/fp:precise"],
    "others": ["-O3", "-g0", "-ffp-contract=off", "-fno-trapping-math"],
}


# In the clone links are relative; on a package index they have to lead to the clone.
HOME = "https://github.com/tmima/tmima"


def described() -> str:
    """Return the README with links that work from anywhere."""
    text = Path(__file__).with_name("README.md").read_text("utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?=[\w/.-]+\))", rf"\1{HOME}/raw/main/", text)
    return re.sub(r"(?<!!)(\[[^]]*\]\()(?=[\w/.-]+\))", rf"\1{HOME}/blob/main/", text)


class BuildKernel(build_ext):
    """Builds with the flags that the compiler at hand understands."""

    def build_extensions(self) -> None:
        """Set the flags, then build."""
        for extension in self.extensions:
            extension.extra_compile_args = FLAGS.get(self.compiler.compiler_type, FLAGS["others"])
        super().build_extensions()


setup(
    ext_modules=[
        Extension(
            f"tmima.kernel.{name}",
            [f"src/tmima/kernel/{name}.pyx"],
            depends=["src/tmima/kernel/_vectors.h"],
            include_dirs=["src/tmima/kernel"],
            define_macros=[("Py_LIMITED_API", STABLE)] if SHARED else [],
            py_limited_api=SHARED,
            # Where no C compiler is found the install goes on and the twins take over.
            optional=True,
        )
        for name in ("_compiled", "_phrases", "_places", "_tags", "_text")
    ],
    cmdclass={"build_ext": BuildKernel},
    long_description=described(),
    long_description_content_type="text/markdown",
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if SHARED else {},
)
