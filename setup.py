"""The compiled kernel; everything else about the package is in pyproject.toml."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            f"tmima.kernel.{name}",
            [f"src/tmima/kernel/{name}.pyx"],
            # No contraction of a*b+c into one rounding: kernel and twin agree to the last bit.
            extra_compile_args=["-O3", "-ffp-contract=off"],
            # Where no C compiler is found the install goes on and the twins take over.
            optional=True,
        )
        for name in ("_compiled", "_text")
    ]
)
