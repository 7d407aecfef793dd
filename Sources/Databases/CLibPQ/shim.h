// Debian has the header in a folder of its own, which its file includes from.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
#include <poll.h>

// Waits until a socket can be read, for so many milliseconds at most.
static inline void predicate_wait_for_input(int socket, int milliseconds) {
  struct pollfd entry = {.fd = socket, .events = POLLIN};
  poll(&entry, 1, milliseconds);
}
