// While an instrument of a plugin host plays, trains and publishes, nothing is allocated, no lock
// is taken and the kernel is not called: each is counted, and the counters are seen to count.
#include <sys/syscall.h>

#include <cstdio>

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
#include "firmware/quiet.h"

namespace {

using ens_test::count;
using ens_test::Counted;
using ens_test::watch_calls;

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
