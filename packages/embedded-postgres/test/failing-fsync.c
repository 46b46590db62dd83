/* Loaded before the C library: fsync and its like fail as long as the file that FAILING_FSYNC names is there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int is_failing(void) {
  const char *flag = getenv("FAILING_FSYNC");
  return flag != NULL && access(flag, F_OK) == 0;
}

int fsync(int fd) {
  static int (*real)(int);
  if (is_failing()) { errno = EIO; return -1; }
  if (real == NULL) real = (int (*)(int)) dlsym(RTLD_NEXT, "fsync");
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (is_failing()) { errno = EIO; return -1; }
  if (real == NULL) real = (int (*)(int)) dlsym(RTLD_NEXT, "fdatasync");
  return real(fd);
}
