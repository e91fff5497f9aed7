// While an instrument of a plugin host plays, trains and publishes, nothing is allocated, no lock
// is taken and the kernel is not called: each is counted, and the counters are seen to count.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "firmware/check.h"
#include "host/player.h"
#include "registry.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__x86_64__)
// Sanitizers have an allocator of their own.
int main() {
  CHECK(true);
  return ens_test::result();
}
#else

namespace {

bool counting = false;
volatile int allocations = 0;
volatile int locks = 0;
volatile int calls = 0;
// The kernel sends SIGSYS instead of working while this says so.
volatile char selector = 0;

constexpr int kDispatch = 59;  // PR_SET_SYSCALL_USER_DISPATCH

void on_call(int, siginfo_t*, void* context) {
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
bool watch_calls() {
  struct sigaction action = {};
  action.sa_sigaction = on_call;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSYS, &action, nullptr);
  return prctl(kDispatch, 1, 0, 0, &selector) == 0;
}

}  // namespace

extern "C" {
void* __libc_malloc(std::size_t bytes);
void __libc_free(void* block);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  if (counting) allocations = allocations + 1;
  return __libc_malloc(bytes);
}
void free(void* block) {
  if (counting && block != nullptr) allocations = allocations + 1;
  __libc_free(block);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (counting) allocations = allocations + 1;
  return __libc_memalign(alignment, bytes);
}
int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  using Lock = int(pthread_mutex_t*);
  static Lock* const next = reinterpret_cast<Lock*>(dlsym(RTLD_NEXT, "pthread_mutex_lock"));
  if (counting) locks = locks + 1;
  return next(mutex);
}
}

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void the_counters_count(bool watched) {
  pthread_mutex_lock(&mutex);  // finds the next one before it is counted
  pthread_mutex_unlock(&mutex);
  const Counted counted = count([] {
    void* volatile block = std::malloc(16);
    std::free(block);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    syscall(SYS_getppid);
  });
  CHECK_EQUAL(counted.allocations, 2);
  CHECK_EQUAL(counted.locks, 1);
  CHECK_EQUAL(counted.calls, watched ? 1 : 0);
}

void playing_is_quiet(const ens::mode::Mode& mode, double rate_hz) {
  ens::host::PlayerOptions options;
  options.rate_hz = rate_hz;
  options.publishes = true;
  EnsStatus status = ENS_OK;
  const auto player = ens::host::Player::open(mode, options, &status);
  CHECK_EQUAL(status, ENS_OK);
  float left[256] = {}, right[256] = {};
  const Counted counted = count([&] {
    EnsInstrument* const instrument = player->instrument();
    for (std::uint32_t block = 0; block < 600; ++block) {
      player->set_input(0, block * 50);
      player->set_param(0, block * 40);
      if (block % 50 == 10) ens_record_example(instrument);
      if (block % 50 == 10) player->touch();
      if (block == 200) ens_train_begin(instrument);
      if (block == 500) ens_train_cancel(instrument);
      ens_note_on(instrument, block % 128, 20000);
      player->process(left, right, left, right, 1 + block % 256);
      while (ens_next_event(instrument) != 0) {
      }
    }
  });
  CHECK_EQUAL(counted.allocations, 0);
  CHECK_EQUAL(counted.locks, 0);
  CHECK_EQUAL(counted.calls, 0);
}

}  // namespace

int main() {
  const bool watched = watch_calls();
  std::printf(watched ? "calls of the kernel are counted\n" : "this kernel cannot count calls\n");
  the_counters_count(watched);
  for (const ens::mode::Mode& mode : ens::mode::kModes) {
    for (const double rate : {48000.0, 96000.0, 192000.0}) playing_is_quiet(mode, rate);
  }
  return ens_test::result();
}
#endif
