// Keeps an instrument alive whose codec does not answer: control ticks come from a timer while the
// audio stands still, and the codec is tried again.
#pragma once

#include <cstdint>

#include "abi/abi.h"
#include "device/start_up.h"

namespace ens {

// Hardware: what start_up() needs, and bool codec_runs(): it still answers and keeps its settings.
// Times are microseconds of a clock of 32 bits that wraps around.
template <class Hardware>
class AudioWatch {
 public:
  static constexpr std::uint32_t kStandstillUs = 20'000;  // 15 ticks at 48 kHz
  static constexpr std::uint32_t kRetryUs = 2'000'000;

  explicit AudioWatch(Hardware& hardware) : hardware_(hardware) {}

  // Starts the hardware for a mode.
  void start(const EnsDriverConfig& driver, std::uint32_t now_us) {
    driver_ = driver;
    tried_us_ = moved_us_ = now_us;
    has_codec_ = start_up(hardware_, driver_);
  }

  // Call in every turn of the main loop, with the ticks of audio rendered so far.
  void turn(std::uint32_t audio_ticks, std::uint32_t now_us) {
    count(audio_ticks, now_us);
    if (now_us - tried_us_ < kRetryUs) return;
    tried_us_ = now_us;
    if (has_codec_ && hardware_.codec_runs() && !stands_still_) return;
    has_codec_ = start_up(hardware_, driver_);
  }

  // Ticks of 64 frames since the start, whatever drove them.
  std::uint32_t ticks() const { return ticks_; }
  std::uint32_t sample_rate_hz() const {
    return ens_select_sample_rate(static_cast<double>(driver_.sample_rate_hz));
  }
  // The codec answers and clocks the audio.
  bool sounds() const { return has_codec_ && !stands_still_; }

 private:
  void count(std::uint32_t audio_ticks, std::uint32_t now_us) {
    const std::uint32_t rendered = audio_ticks - audio_ticks_;
    audio_ticks_ = audio_ticks;
    if (rendered > 0) {
      ticks_ += rendered;
      moved_us_ = now_us;
      stands_still_ = false;
      return;
    }
    if (now_us - moved_us_ < (stands_still_ ? tick_us() : kStandstillUs)) return;
    moved_us_ = stands_still_ ? moved_us_ + tick_us() : now_us;
    stands_still_ = true;
    ++ticks_;
  }
  std::uint32_t tick_us() const {
    return 1'000'000u * ENS_TICK_FRAMES /
           (driver_.sample_rate_hz > 0 ? driver_.sample_rate_hz : 48'000u);
  }

  Hardware& hardware_;
  EnsDriverConfig driver_{};
  bool has_codec_ = false;
  bool stands_still_ = false;
  std::uint32_t audio_ticks_ = 0;
  std::uint32_t ticks_ = 0;
  std::uint32_t moved_us_ = 0;
  std::uint32_t tried_us_ = 0;
};

}  // namespace ens
