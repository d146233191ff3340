/* The loops of learning; `loops.py` is their door.

   A segmentation scores the sum of places[i] over its cuts i, and of lengths[n] + weights[n] * block(i, j) over its
   segments i .. j - 1 of n = j - i units, where block(i, j) = S[j][n] is the sum over a square of the matrix; no segment has
   more than `longest` units, which are the columns of S but one. Written: the logarithm of the sum of exp(score) over all segmentations; the probability of each
   place; the expected number of segments of each length, and the expected sum of their squares. */
#include <math.h>
#include <stdlib.h>

/* Stands for minus infinity, which -ffast-math does not know. */
#define NEVER -1e300

static inline double score(const float *squares, long longest, long i, long j, const double *places,
                           const double *lengths, const double *weights)
{
    long n = j - i;
    return (i ? places[i] : 0.0) + lengths[n] + weights[n] * squares[j * (longest + 1) + n];
}

static inline long first_of(long j, long longest) { return j > longest ? j - longest : 0; }

int expectations(const float *squares, long size, long longest, const double *places, const double *lengths,
                 const double *weights, double *total, double *cuts, double *counts, double *blocks)
{
    long i, j, width = size + 1;
    double *forward = malloc(width * sizeof(double)), *backward = malloc(width * sizeof(double));
    double *row = malloc(width * sizeof(double)), *block = malloc(width * sizeof(double));
    if (!forward || !backward || !row || !block) { free(forward); free(backward); free(row); free(block); return 1; }
    forward[0] = 0.0;
    for (j = 1; j <= size; j++) {
        double most = NEVER, sum = 0.0;
        for (i = first_of(j, longest); i < j; i++) {
            row[i] = forward[i] + score(squares, longest, i, j, places, lengths, weights);
            most = row[i] > most ? row[i] : most;
        }
        for (i = first_of(j, longest); i < j; i++) sum += exp(row[i] - most);
        forward[j] = most + log(sum);
    }
    *total = forward[size];
    backward[size] = 0.0;
    for (i = 0; i <= size; i++) cuts[i] = counts[i] = blocks[i] = 0.0;
    for (i = size - 1; i >= 0; i--) {
        double most = NEVER, sum = 0.0, of_place = 0.0;
        long last = size - i > longest ? i + longest : size;
        for (j = i + 1; j <= last; j++) {
            block[j] = squares[j * (longest + 1) + j - i];
            row[j] = backward[j] + (i ? places[i] : 0.0) + lengths[j - i] + weights[j - i] * block[j];
            most = row[j] > most ? row[j] : most;
        }
        for (j = i + 1; j <= last; j++) {
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
int best(const float *squares, long size, long longest, const double *places, const double *lengths, const double *weights,
         long most, double *values, int *previous)
{
    long i, j, k, width = size + 1, layers = most ? most + 1 : 1, step = most ? 1 : 0;
    for (k = 0; k < layers * width; k++) values[k] = NEVER;
    values[0] = 0.0;
    for (j = 1; j <= size; j++)
        for (i = first_of(j, longest); i < j; i++) {
            double own = score(squares, longest, i, j, places, lengths, weights);
            for (k = step; k < layers; k++) {
                double value = values[(k - step) * width + i] + own;
                if (value > values[k * width + j]) { values[k * width + j] = value; previous[k * width + j] = (int)i; }
            }
        }
    return 0;
}

/* The probability of each number of segments 1 .. most; what is left over has more. */
int numbers(const float *squares, long size, long longest, const double *places, const double *lengths, const double *weights,
            long most, double total, double *shares)
{
    long i, j, k, width = size + 1;
    double *forward = malloc((most + 1) * width * sizeof(double));
    double *own = malloc(width * sizeof(double));
    if (!forward || !own) { free(forward); free(own); return 1; }
    for (k = 0; k < (most + 1) * width; k++) forward[k] = NEVER;
    forward[0] = 0.0;
    for (j = 1; j <= size; j++) {
        long first = first_of(j, longest);
        for (i = first; i < j; i++) own[i] = score(squares, longest, i, j, places, lengths, weights);
        for (k = 1; k <= most; k++) {
            double *from = forward + (k - 1) * width, largest = NEVER, sum = 0.0;
            for (i = first; i < j; i++) largest = from[i] + own[i] > largest ? from[i] + own[i] : largest;
            if (largest <= NEVER) continue;
            for (i = first; i < j; i++) if (from[i] + own[i] - largest > -30.0) sum += exp(from[i] + own[i] - largest);
            forward[k * width + j] = largest + log(sum);
        }
    }
    for (k = 1; k <= most; k++) shares[k - 1] = exp(forward[k * width + size] - total);
    free(forward); free(own);
    return 0;
}

/* Sums by leaf and bin of what rows have: sums[leaf][bin] is the sum of their gradients and that of their weights. */
void sum_bins(const unsigned char *bins, const unsigned char *leaves, const float *gradients, const float *weights,
              long count, long width, double *sums)
{
    for (long i = 0; i < count; i++) {
        double *at = sums + 2 * (leaves[i] * width + bins[i]);
        at[0] += gradients[i];
        at[1] += weights[i];
    }
}
