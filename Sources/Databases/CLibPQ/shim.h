// Debian has the header in a folder of its own, which its file includes from.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
#include <poll.h>
#include <stdbool.h>

// Waits until a socket can be read, for so many milliseconds at most. Returns whether it can.
static inline bool predicate_wait_for_input(int socket, int milliseconds) {
  struct pollfd entry = {.fd = socket, .events = POLLIN};
  return poll(&entry, 1, milliseconds) > 0;
}
