/*
 * Preloaded into the services of the product: their clock of the day is wrong by the seconds in a file, while the clock
 * that measures intervals stays right. FAULTS_CLOCKS names the folder of the files. A file has the name of a service and
 * holds one signed number of 64 bits, which may change at any time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *const services[] = {"command-api", "projections", "query-api", "gateway"};
static const volatile int64_t *jump;
static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_gettimeofday)(struct timeval *, void *);

static void find_real(void) {
  if (!real_clock_gettime) real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  if (!real_gettimeofday) real_gettimeofday = dlsym(RTLD_NEXT, "gettimeofday");
}

/* The file of the service whose program this process runs; none for other processes. */
__attribute__((constructor)) static void open_clock(void) {
  find_real();
  const char *folder = getenv("FAULTS_CLOCKS");
  int command = open("/proc/self/cmdline", O_RDONLY);
  if (!folder || command < 0) return;
  char words[4096];
  ssize_t length = read(command, words, sizeof words - 1);
  close(command);
  for (ssize_t at = 0; at < length; at++)
    if (!words[at]) words[at] = ' ';
  words[length > 0 ? length : 0] = 0;
  for (size_t index = 0; index < sizeof services / sizeof *services; index++) {
    char part[64], path[1024];
    snprintf(part, sizeof part, "%s/", services[index]);
    if (!strstr(words, part)) continue;
    snprintf(path, sizeof path, "%s/%s", folder, services[index]);
    int file = open(path, O_RDONLY);
    if (file < 0) continue;
    void *memory = mmap(NULL, sizeof *jump, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) jump = memory;
    return;
  }
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  find_real();
  int result = real_clock_gettime(clock, now);
  if (!result && jump && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += *jump;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  find_real();
  int result = real_gettimeofday(now, zone);
  if (!result && now && jump) now->tv_sec += *jump;
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
