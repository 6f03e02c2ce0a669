#include "dispatch.h"
#include "cpu.h"
#include "strict.h"

#include <string.h>

#if CPU_FAMILY_X86
extern const struct kernel_set noise_kernels_avx512vbmi, noise_kernels_avx512, noise_kernels_avx2,
    noise_kernels_sse41;
#elif CPU_FAMILY_ARM
extern const struct kernel_set noise_kernels_neon;
#endif
extern const struct kernel_set noise_kernels_scalar;

/* Best first: the only list of instruction sets. */
static const struct {
    const struct kernel_set *set;
    unsigned needs;
} known[] = {
#if CPU_FAMILY_X86
    {&noise_kernels_avx512vbmi, CPU_AVX512_VBMI},
    {&noise_kernels_avx512, CPU_AVX512},
    {&noise_kernels_avx2, CPU_AVX2_FMA},
    {&noise_kernels_sse41, CPU_SSE41},
#elif CPU_FAMILY_ARM
    {&noise_kernels_neon, 0}, /* every 64-bit Arm has it */
#endif
    {&noise_kernels_scalar, 0},
};
#define KNOWN (sizeof known / sizeof known[0])

static const struct kernel_set *available[KNOWN];
static size_t count;

/* Written and read as one word: threads may switch the set while others compute. */
#if defined(__GNUC__)
static const struct kernel_set *active;
static void set_active(const struct kernel_set *set) { __atomic_store_n(&active, set, __ATOMIC_RELAXED); }
const struct kernel_set *dispatch_active(void) { return __atomic_load_n(&active, __ATOMIC_RELAXED); }
#else
static const struct kernel_set *volatile active;
static void set_active(const struct kernel_set *set) { active = set; }
const struct kernel_set *dispatch_active(void) { return active; }
#endif

void dispatch_init(void) {
    unsigned features = cpu_detect();
    count = 0;
    for (size_t i = 0; i < KNOWN; i++)
        if ((features & known[i].needs) == known[i].needs)
            available[count++] = known[i].set;
    set_active(available[0]);
}

const struct kernel_set *dispatch_scalar(void) { return &noise_kernels_scalar; }

size_t dispatch_count(void) { return count; }

const char *dispatch_name(size_t index) { return index < count ? available[index]->name : NULL; }

int dispatch_select(const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(available[i]->name, name) == 0) {
            set_active(available[i]);
            return 1;
        }
    return 0;
}
