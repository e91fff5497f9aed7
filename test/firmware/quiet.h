// Counts what sound must not do: allocations, locks, and calls of the kernel. A program that
// includes this has its malloc, free and pthread_mutex_lock replaced.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>

namespace ens_test {

inline bool counting = false;
inline volatile int allocations = 0;
inline volatile int locks = 0;
inline volatile int calls = 0;
// The kernel sends SIGSYS instead of working while this says so.
inline volatile char selector = 0;

inline constexpr int kDispatch = 59;  // PR_SET_SYSCALL_USER_DISPATCH

inline void on_call(int, siginfo_t*, void* context) {
  selector = 0;
  calls = calls + 1;
  static_cast<void>(context);
}

struct Counted {
  int allocations, locks, calls;
};

template <class Act>
Counted count(Act act) {
  allocations = 0;
  locks = 0;
  calls = 0;
  counting = true;
  selector = 1;
  act();
  selector = 0;
  counting = false;
  return {allocations, locks, calls};
}

// False where the kernel is older than 5.11: then calls are not counted.
inline bool watch_calls() {
  struct sigaction action = {};
  action.sa_sigaction = on_call;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, nullptr);
  return prctl(kDispatch, 1, 0, 0, &selector) == 0;
}

}  // namespace ens_test

extern "C" {
void* __libc_malloc(std::size_t bytes);
void __libc_free(void* block);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  if (ens_test::counting) ens_test::allocations = ens_test::allocations + 1;
  return __libc_malloc(bytes);
}
void free(void* block) {
  if (ens_test::counting && block != nullptr) ens_test::allocations = ens_test::allocations + 1;
  __libc_free(block);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (ens_test::counting) ens_test::allocations = ens_test::allocations + 1;
  return __libc_memalign(alignment, bytes);
}
int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  using Lock = int(pthread_mutex_t*);
  static Lock* const next = reinterpret_cast<Lock*>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  if (ens_test::counting) ens_test::locks = ens_test::locks + 1;
  return next(mutex);
}
}
