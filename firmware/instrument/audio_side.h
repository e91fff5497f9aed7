// The audio side of an instrument: the engine, the ear, and ticks. One thread calls it.
#pragma once

#include "instrument/frames.h"

namespace ens {

class AudioSide {
 public:
  // `engine` sounds; `ear` (may be null, may be `engine`) says what the audio_* channels hear. Both
  // are prepared by the caller. `link` outlives this.
  AudioSide(Engine* engine, Engine* ear, Link* link);

  // Silence; the next frame begins a tick.
  void reset();

  // Frames until the next tick takes new params: 64 at a tick, else 1…63.
  std::size_t frames_to_tick() const { return frames_left_ == 0 ? kTickFrames : frames_left_; }
  bool at_tick() const { return frames_left_ == 0; }

  // Renders any number of frames; inputs may be null (silence) and may equal the outputs.
  void process(const float* in_left, const float* in_right, float* out_left, float* out_right,
               std::size_t frames);

 private:
  void begin_tick();
  void end_tick();
  void report();
  void play(const NoteEvent& note);
  void listen(const float* in_left, const float* in_right, std::size_t frames);

  Engine* engine_;
  Engine* ear_;
  Link* link_;
  std::uint64_t ticks_ = 0;
  std::size_t frames_left_ = 0;               // of this tick
  std::uint8_t ear_field_[kEarChannelCount];  // state field of each audio_* channel, or kNoChannel
  float unheard_[2][kTickFrames] = {};  // where an ear that is not the engine writes its output
};

// Position among an engine's state fields of the one with this name; kNoChannel if there is none.
constexpr std::uint8_t find_state_field(const EngineInfo& info, const char* name) {
  for (std::size_t i = 0; i < info.live_field_count; ++i) {
    if (same_text(info.live_fields[i], name)) return static_cast<std::uint8_t>(info.slot_count + i);
  }
  return kNoChannel;
}

// True if the engine reports every audio_* channel, so it can be an ear.
constexpr bool can_hear(const EngineInfo& info) {
  for (const Channel& channel : kChannels) {
    if (channel.source != ChannelSource::ear) continue;
    if (find_state_field(info, channel.name) == kNoChannel) return false;
  }
  return true;
}

}  // namespace ens
