/* What the loops of the kernel share: which of them are compiled for wide vectors too, and an
   exponential that vectors can compute, the same to the last bit on every machine
   (`arrays.exponential` is the same in NumPy). */

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define TMIMA_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TMIMA_WIDE
#endif
#if defined(_MSC_VER)
#define TMIMA_ALONE __restrict
#else
#define TMIMA_ALONE restrict
#endif

/* exp(x) = power (1 + rest) for x from -700 to 0, a number or a vector of them: x = k log 2 + r, and
   13 terms of the series of exp(r). Adding 1.5 * 2^52 rounds to a whole number, which is then in the
   last bits. */
#define TMIMA_EXP_PARTS(NUMBER, BITS, x, power, rest) \
    { \
        NUMBER rounded = (x) * 1.4426950408889634 + 6755399441055744.0; \
        NUMBER k = rounded - 6755399441055744.0; \
        NUMBER r = ((x) - k * 0.693147180369123816490) - k * 1.90821492927058770002e-10; \
        NUMBER p = r * (1.0 / 6227020800.0) + 1.0 / 479001600.0; \
        BITS bits; \
        p = p * r + 1.0 / 39916800.0; \
        p = p * r + 1.0 / 3628800.0; \
        p = p * r + 1.0 / 362880.0; \
        p = p * r + 1.0 / 40320.0; \
        p = p * r + 1.0 / 5040.0; \
        p = p * r + 1.0 / 720.0; \
        p = p * r + 1.0 / 120.0; \
        p = p * r + 1.0 / 24.0; \
        p = p * r + 1.0 / 6.0; \
        p = p * r + 0.5; \
        p = p * r + 1.0; \
        rest = p * r; \
        memcpy(&bits, &rounded, sizeof bits); \
        bits = (bits + 1023) << 52; \
        memcpy(&power, &bits, sizeof power); \
    }

#define TMIMA_EXP(NUMBER, BITS, x, found) \
    { \
        NUMBER power, rest; \
        TMIMA_EXP_PARTS(NUMBER, BITS, x, power, rest) \
        found = (rest + 1.0) * power; \
    }

static inline double tmima_exp(double x)
{
    double found;
    TMIMA_EXP(double, unsigned long long, x, found)
    return found;
}
