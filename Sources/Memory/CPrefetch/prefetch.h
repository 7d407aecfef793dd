#ifndef C_PREFETCH_H
#define C_PREFETCH_H

// Asks the processor to fetch what lies at an address, and does not wait for it. Swift has no word for this. It reads nothing, so
// any address may be named.
static inline __attribute__((always_inline)) void c_prefetch(const void *_Nullable address) {
  __builtin_prefetch(address, 0, 3);
}

#endif
