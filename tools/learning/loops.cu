/* What `expectations` of loops.c does, for the texts of a batch, on a graphics processor: a block of threads for each.

   Row b of places, lengths and weights is padded to `width`, `width + 1` and `width + 1`; bias[b] is added to each place.
   ahead[i] is the logarithm of the sum over what ends at i, place and bias included; behind[i] over what begins there. */
#define THREADS 256
#define PARTS 8 /* lengths of a thread: texts have no segments of more than THREADS * PARTS units */

struct Sum { double most, sum; };

__device__ inline Sum joined(Sum a, Sum b)
{
    if (a.most < b.most) { Sum c = a; a = b; b = c; }
    a.sum += b.sum * (double)__expf((float)(b.most - a.most));
    return a;
}

__device__ inline Sum over_block(Sum own, Sum *shared)
{
    for (int apart = 16; apart; apart >>= 1) {
        Sum other = { __shfl_xor_sync(~0u, own.most, apart), __shfl_xor_sync(~0u, own.sum, apart) };
        own = joined(own, other);
    }
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = own;
    __syncthreads();
    own = shared[0];
    for (int warp = 1; warp < THREADS / 32; warp++) own = joined(own, shared[warp]);
    __syncthreads();
    return own;
}

extern "C" __global__ void expectations(const long long *squares, const int *sizes, const int *longests, const float *places,
                                        const float *lengths, const float *weights, const float *bias, int width,
                                        double *totals, float *cuts, float *counts, float *blocks)
{
    extern __shared__ double ahead[];
    __shared__ Sum shared[THREADS / 32];
    int text = blockIdx.x, size = sizes[text], longest = longests[text], first = threadIdx.x + 1;
    double *behind = ahead + size + 1;
    const float *square = (const float *)squares[text], *place = places + (long)text * width;
    const float *length = lengths + (long)text * (width + 1), *weight = weights + (long)text * (width + 1);
    float of_length[PARTS], of_weight[PARTS], count[PARTS], block[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int n = first + part * THREADS;
        of_length[part] = n <= longest ? length[n] : 0.f;
        of_weight[part] = n <= longest ? weight[n] : 0.f;
        count[part] = block[part] = 0.f;
    }
    if (threadIdx.x == 0) ahead[0] = 0.0;
    __syncthreads();
    for (int j = 1; j <= size; j++) {
        Sum own = { -1e300, 0.0 };
        int most = min(longest, j);
        const float *row = square + (long)j * (longest + 1);
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            int n = first + part * THREADS;
            if (n <= most) {
                Sum one = { ahead[j - n] + (double)(of_length[part] + of_weight[part] * row[n]), 1.0 };
                own = joined(own, one);
            }
        }
        own = over_block(own, shared);
        if (threadIdx.x == 0) ahead[j] = own.most + log(own.sum) + (j < size ? (double)place[j] + bias[text] : 0.0);
        __syncthreads();
    }
    double total = ahead[size];
    if (threadIdx.x == 0) { totals[text] = total; behind[size] = 0.0; }
    __syncthreads();
    for (int i = size - 1; i >= 0; i--) {
        Sum own = { -1e300, 0.0 };
        int most = min(longest, size - i);
        float held[PARTS];
        double value[PARTS];
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            int n = first + part * THREADS;
            if (n <= most) {
                held[part] = square[(long)(i + n) * (longest + 1) + n];
                value[part] = behind[i + n] + (double)(of_length[part] + of_weight[part] * held[part]);
                Sum one = { value[part], 1.0 };
                own = joined(own, one);
            }
        }
        own = over_block(own, shared);
        double here = ahead[i] - total;
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            int n = first + part * THREADS;
            if (n <= most) {
                float share = __expf((float)(value[part] + here));
                count[part] += share;
                block[part] += share * held[part];
            }
        }
        if (threadIdx.x == 0) {
            double rest = own.most + log(own.sum);
            behind[i] = rest + (i ? (double)place[i] + bias[text] : 0.0);
            cuts[(long)text * width + i] = i ? __expf((float)(here + rest)) : 0.f;
        }
        __syncthreads();
    }
    for (int part = 0; part < PARTS; part++) {
        int n = first + part * THREADS;
        if (n <= longest) {
            counts[(long)text * (width + 1) + n] = count[part];
            blocks[(long)text * (width + 1) + n] = block[part];
        }
    }
}
