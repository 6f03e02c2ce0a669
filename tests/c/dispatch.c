/* Prints the available sets, best first, and holds dispatch.h to its word. */
#include <stdio.h>
#include <string.h>

#include "../../csrc/dispatch.h"

int main(void) {
    int wrong = 0;
    dispatch_init();
    size_t count = dispatch_count();
    wrong += count == 0 || dispatch_name(count) != NULL || strcmp(dispatch_name(count - 1), "scalar") != 0;
    wrong += strcmp(dispatch_active()->name, dispatch_name(0)) != 0;
    for (size_t i = 0; i < count; i++) {
        printf("%s ", dispatch_name(i));
        wrong += !dispatch_select(dispatch_name(i)) || strcmp(dispatch_active()->name, dispatch_name(i)) != 0;
        for (int id = 0; id < KERNEL_COUNT; id++)
            wrong += dispatch_active()->kernels[id] == NULL;
    }
    wrong += dispatch_select("none") || strcmp(dispatch_active()->name, "scalar") != 0;
    printf(wrong ? "- %d wrong\n" : "\n", wrong);
    return wrong != 0;
}
