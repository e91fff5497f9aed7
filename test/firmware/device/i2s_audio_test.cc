// The audio transfers of an RP2350 on a simulated DMA controller: in order, never outside their
// buffers even if no interrupt is served any more, and late ticks counted.
#define ENS_BOARD_HEADER "board/rp2350/pins_pico2.h"
#include "board/rp2350/i2s_audio.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "board/rp2350/i2s_audio.cc"
#include "firmware/check.h"

namespace {

constexpr std::size_t kTickWords = 2 * ens::I2sAudio::kFrames;

void expect(bool good, const char* what) {
  ens_test::note(good, __FILE__, __LINE__, what);
}

// Memory before and behind the audio that nothing may change.
struct Memory {
  std::uint32_t before[1024];
  ens::I2sAudio audio;
  std::uint32_t behind[1024];
};

class Rig {
 public:
  Rig() {
    SimulatedDma& dma = simulated_dma();
    dma = SimulatedDma();
    dma.buffers = memory_.get();
    dma.buffers_size = sizeof *memory_;
    std::fill(std::begin(memory_->before), std::end(memory_->before), kPaint);
    std::fill(std::begin(memory_->behind), std::end(memory_->behind), kPaint);
    audio().start(process, this);
  }
  ens::I2sAudio& audio() { return memory_->audio; }

  // Plays `count` words; interrupts are served where `serves`.
  void run(std::size_t count, bool serves = true) {
    SimulatedDma& dma = simulated_dma();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t word = word_at(sent_++);
      played.push_back(dma.clock(word));
      dma.now_us = static_cast<std::uint32_t>(sent_ * 1333 / kTickWords);
      while (serves && !is_rendering_ && dma.is_interrupting()) dma.handler();
    }
  }
  // 24 bits, as a codec sends them.
  static std::uint32_t word_at(std::size_t index) {
    return static_cast<std::uint32_t>(index * 2654435761u) & 0xffffff00u;
  }

  // The controller touched the buffers alone: two halves in and two halves out.
  void touched_nothing_else() {
    const SimulatedDma& dma = simulated_dma();
    const std::set<std::uintptr_t> written(dma.written.begin(), dma.written.end());
    const std::set<std::uintptr_t> read(dma.read.begin(), dma.read.end());
    CHECK_EQUAL(written.size(), 2 * kTickWords);
    CHECK_EQUAL(read.size(), 2 * kTickWords);
    const auto begin = reinterpret_cast<std::uintptr_t>(&memory_->audio);
    const std::uintptr_t end = begin + sizeof memory_->audio;
    expect(*written.begin() >= begin && *written.rbegin() < end, "writes its own buffers");
    expect(*read.begin() >= begin && *read.rbegin() < end, "reads its own buffers");
    for (const std::uintptr_t address : read) {
      if (written.count(address) > 0) return expect(false, "plays no buffer it receives in");
    }
    const auto painted = [](const auto& words) {
      return std::all_of(std::begin(words), std::end(words), [](auto it) { return it == kPaint; });
    };
    expect(painted(memory_->before) && painted(memory_->behind), "its neighbours are intact");
  }

  std::vector<std::uint32_t> played;
  std::size_t slow_words = 0;  // that pass while a tick is rendered
  std::size_t more_once = 0;   // beside them, in the next tick

 private:
  static constexpr std::uint32_t kPaint = 0xa5c35a3cu;

  static void process(void* context, const float (&in)[2][ens::I2sAudio::kFrames],
                      float (&out)[2][ens::I2sAudio::kFrames]) {
    auto* const rig = static_cast<Rig*>(context);
    for (std::size_t side = 0; side < 2; ++side) {
      std::copy(std::begin(in[side]), std::end(in[side]), out[side]);
    }
    rig->is_rendering_ = true;
    rig->run(rig->slow_words + std::exchange(rig->more_once, 0));
    rig->is_rendering_ = false;
  }

  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
  std::size_t sent_ = 0;
  bool is_rendering_ = false;
};

void what_comes_in_goes_out_two_ticks_later() {
  Rig rig;
  rig.run(1000 * kTickWords);
  for (std::size_t i = 2 * kTickWords; i < rig.played.size(); ++i) {
    if (rig.played[i] != Rig::word_at(i - 2 * kTickWords)) return expect(false, "in order");
  }
  rig.touched_nothing_else();
  CHECK_EQUAL(rig.audio().late(), 0u);
}

// A core that hangs with its interrupts off: the last sound is repeated.
void a_stopped_interrupt_reaches_no_other_memory() {
  Rig rig;
  rig.run(20 * kTickWords);
  const std::size_t stopped = rig.played.size();
  rig.run(5000 * kTickWords, false);
  rig.touched_nothing_else();
  for (std::size_t i = stopped; i + 2 * kTickWords < rig.played.size(); ++i) {
    if (rig.played[i] != rig.played[i + 2 * kTickWords]) return expect(false, "repeats");
  }
}

void late_ticks_are_counted_and_timed() {
  Rig rig;
  rig.slow_words = kTickWords - 20;
  rig.run(50 * kTickWords);
  CHECK_EQUAL(rig.audio().late(), 0u);
  expect(rig.audio().longest_us() > 1100 && rig.audio().longest_us() < 1333, "its time");
  rig.slow_words = 20;
  rig.more_once = kTickWords;
  rig.run(2 * kTickWords);
  CHECK_EQUAL(rig.audio().late(), 1u);
  expect(rig.audio().longest_us() > 1333 && rig.audio().longest_us() < 1600, "too long");
  rig.run(50 * kTickWords);
  CHECK_EQUAL(rig.audio().late(), 1u);
  rig.touched_nothing_else();
}

}  // namespace

int main() {
  what_comes_in_goes_out_two_ticks_later();
  a_stopped_interrupt_reaches_no_other_memory();
  late_ticks_are_counted_and_timed();
  return ens_test::result();
}
