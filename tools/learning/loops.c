/* The loops of learning; `loops.py` is their door.

   A segmentation scores the sum of places[i] over its cuts i, and of lengths[n] + weights[n] * block(i, j) over its
   segments i .. j - 1 of n = j - i units, where block(i, j) = P[j][j] + P[i][i] - 2 P[i][j] is a square of the matrix whose
   double prefix sums are P. Written: the logarithm of the sum of exp(score) over all segmentations; the probability of each
   place; the expected number of segments of each length, and the expected sum of their squares. */
#include <math.h>
#include <stdlib.h>

/* Stands for minus infinity, which -ffast-math does not know. */
#define NEVER -1e300

static inline double score(const float *prefix, long size, long i, long j, const double *places,
                           const double *lengths, const double *weights)
{
    long width = size + 1, n = j - i;
    double block = (double)prefix[j * width + j] + prefix[i * width + i] - 2.0 * prefix[j * width + i];
    return (i ? places[i] : 0.0) + lengths[n] + weights[n] * block;
}

int expectations(const float *prefix, long size, const double *places, const double *lengths,
                 const double *weights, double *total, double *cuts, double *counts, double *blocks)
{
    long i, j, width = size + 1;
    double *forward = malloc(width * sizeof(double)), *backward = malloc(width * sizeof(double));
    double *row = malloc(width * sizeof(double)), *block = malloc(width * sizeof(double));
    if (!forward || !backward || !row || !block) { free(forward); free(backward); free(row); free(block); return 1; }
    forward[0] = 0.0;
    for (j = 1; j <= size; j++) {
        double most = NEVER, sum = 0.0;
        for (i = 0; i < j; i++) {
            row[i] = forward[i] + score(prefix, size, i, j, places, lengths, weights);
            most = row[i] > most ? row[i] : most;
        }
        for (i = 0; i < j; i++) sum += exp(row[i] - most);
        forward[j] = most + log(sum);
    }
    *total = forward[size];
    backward[size] = 0.0;
    for (i = 0; i <= size; i++) cuts[i] = counts[i] = blocks[i] = 0.0;
    for (i = size - 1; i >= 0; i--) {
        double most = NEVER, sum = 0.0, of_place = 0.0;
        for (j = i + 1; j <= size; j++) {
            block[j] = (double)prefix[j * width + j] + prefix[i * width + i] - 2.0 * prefix[i * width + j];
            row[j] = backward[j] + (i ? places[i] : 0.0) + lengths[j - i] + weights[j - i] * block[j];
            most = row[j] > most ? row[j] : most;
        }
        for (j = i + 1; j <= size; j++) {
            double own = exp(row[j] - most), share = own * exp(forward[i] + most - *total);
            sum += own;
            of_place += share;
            counts[j - i] += share;
            blocks[j - i] += share * block[j];
        }
        cuts[i] = of_place;
        backward[i] = most + log(sum);
    }
    free(forward); free(backward); free(row); free(block);
    return 0;
}

/* The best segmentations into 1 .. most segments (layers), or of all for most = 0: ends[k] back to front by `previous`. */
int best(const float *prefix, long size, const double *places, const double *lengths, const double *weights,
         long most, double *values, int *previous)
{
    long i, j, k, width = size + 1, layers = most ? most + 1 : 1, step = most ? 1 : 0;
    for (k = 0; k < layers * width; k++) values[k] = NEVER;
    values[0] = 0.0;
    for (j = 1; j <= size; j++)
        for (i = 0; i < j; i++) {
            double own = score(prefix, size, i, j, places, lengths, weights);
            for (k = step; k < layers; k++) {
                double value = values[(k - step) * width + i] + own;
                if (value > values[k * width + j]) { values[k * width + j] = value; previous[k * width + j] = (int)i; }
            }
        }
    return 0;
}

/* The probability of each number of segments 1 .. most; what is left over has more. */
int numbers(const float *prefix, long size, const double *places, const double *lengths, const double *weights,
            long most, double total, double *shares)
{
    long i, j, k, width = size + 1;
    double *forward = malloc((most + 1) * width * sizeof(double));
    double *own = malloc(width * sizeof(double));
    if (!forward || !own) { free(forward); free(own); return 1; }
    for (k = 0; k < (most + 1) * width; k++) forward[k] = NEVER;
    forward[0] = 0.0;
    for (j = 1; j <= size; j++) {
        for (i = 0; i < j; i++) own[i] = score(prefix, size, i, j, places, lengths, weights);
        for (k = 1; k <= most; k++) {
            double *from = forward + (k - 1) * width, largest = NEVER, sum = 0.0;
            for (i = 0; i < j; i++) largest = from[i] + own[i] > largest ? from[i] + own[i] : largest;
            if (largest <= NEVER) continue;
            for (i = 0; i < j; i++) if (from[i] + own[i] - largest > -30.0) sum += exp(from[i] + own[i] - largest);
            forward[k * width + j] = largest + log(sum);
        }
    }
    for (k = 1; k <= most; k++) shares[k - 1] = exp(forward[k * width + size] - total);
    free(forward); free(own);
    return 0;
}

/* Add each entry D[s, t] to all windows that hold it, as differences along the places: `across` where s is among the
   `window` units before a place and t among those after it, `within` where both are in the window that begins at a place
   (shifted by the widest window, for windows that begin before the text). */
void windows(const int *rows, const int *columns, const double *values, long entries, const long *sizes, long count,
             long places, double *across, double *within)
{
    long entry, number, widest = sizes[count - 1];
    for (entry = 0; entry < entries; entry++)
        for (number = 0; number < count; number++) {
            long s = rows[entry], t = columns[entry], apart = t - s, window = sizes[number];
            double *over = across + number * (places + 1);
            double *in = within + number * (places + widest + 1) + widest;
            if (apart <= 0 || apart >= 2 * window) continue;
            over[apart > window ? t - window + 1 : s + 1] += values[entry];
            over[(apart > window ? s + window : t) + 1] -= values[entry];
            if (apart < window) {
                in[t - window + 1] += values[entry];
                in[s + 1] -= values[entry];
            }
        }
}

/* How much better two compound multinomials tell the words of the `window` units on each side of a place than one does.
   single[k] = log gamma(k + alpha), whole[n] = log gamma(n + words * alpha); before and after are scratch, all 0. */
void splits(const long *starts, const int *words, long units, long window, const double *single, const double *whole,
            int *before, int *after, double *found)
{
#define UNIT(number, STEP) \
    for (position = starts[number]; position < starts[(number) + 1]; position++) { int word = words[position]; STEP }
#define MORE(count) (single[(count) + 1] - single[count])
    long position, unit, place, on_left = 0, on_right = 0;
    double left = 0.0, right = 0.0, both = 0.0;
    for (unit = 0; unit < window && unit < units; unit++)
        UNIT(unit, both += MORE(after[word]); right += MORE(after[word]); after[word]++; on_right++;)
    for (place = 1; place < units; place++) {
        UNIT(place - 1, after[word]--; right -= MORE(after[word]); left += MORE(before[word]); before[word]++;
             on_left++; on_right--;)
        unit = place + window - 1;
        if (unit < units)
            UNIT(unit, right += MORE(after[word]); both += MORE(after[word] + before[word]); after[word]++; on_right++;)
        unit = place - window - 1;
        if (unit >= 0)
            UNIT(unit, before[word]--; left -= MORE(before[word]); both -= MORE(after[word] + before[word]); on_left--;)
        found[place] = left + right - both + whole[0] - whole[on_left] - whole[on_right] + whole[on_left + on_right];
    }
}


/* What a compound multinomial gives the words of the segments of at most `width` units: found[j * width + n - 1] for the n
   units before place j + 1. single[k] = log(k + alpha), whole[n] = log gamma(n + words * alpha); counts is scratch, all 0. */
void likelihoods(const long *starts, const int *words, long units, long width, const double *single,
                 const double *whole, int *counts, double *found)
{
    long j, n, position;
    for (j = 0; j < units; j++) {
        double sum = 0.0;
        long most = j + 1 < width ? j + 1 : width;
        for (n = 1; n <= most; n++) {
            for (position = starts[j - n + 1]; position < starts[j - n + 2]; position++)
                sum += single[counts[words[position]]++];
            found[j * width + n - 1] = sum - whole[starts[j + 1] - starts[j - n + 1]] + whole[0];
        }
        for (position = starts[j + 1 - most]; position < starts[j + 1]; position++) counts[words[position]] = 0;
    }
}

/* The beliefs of segments of at most `width` units, each scoring lengths[n] + weights[n] * blocks (laid
   out as by `likelihoods`): the logarithm of the sum over all segmentations, and the probability of each place. */
int beliefs(const double *blocks, long units, long stride, long width, const double *lengths,
            const double *weights, double *total, double *cuts)
{
    long j, n;
    double *forward = malloc((units + 1) * sizeof(double)), *shares = malloc(units * width * sizeof(double));
    if (!forward || !shares) { free(forward); free(shares); return 1; }
    forward[0] = 0.0;
    for (j = 0; j < units; j++) {
        long most = j + 1 < width ? j + 1 : width;
        const double *block = blocks + j * stride;
        double *row = shares + j * width, largest = NEVER, sum = 0.0;
        for (n = 1; n <= most; n++) {
            row[n - 1] = forward[j + 1 - n] + lengths[n] + weights[n] * block[n - 1];
            largest = row[n - 1] > largest ? row[n - 1] : largest;
        }
        for (n = 1; n <= most; n++) sum += row[n - 1] = exp(row[n - 1] - largest);
        for (n = 1; n <= most; n++) row[n - 1] /= sum;
        forward[j + 1] = largest + log(sum);
    }
    *total = forward[units];
    for (j = 0; j <= units; j++) cuts[j] = 0.0;
    cuts[units] = 1.0;
    for (j = units - 1; j >= 0; j--) {
        long most = j + 1 < width ? j + 1 : width;
        for (n = 1; n <= most; n++) cuts[j + 1 - n] += cuts[j + 1] * shares[j * width + n - 1];
    }
    cuts[0] = 0.0;
    free(forward); free(shares);
    return 0;
}
