// The audio side of an instrument: the engine, the analyser, and ticks. One thread calls it.
#pragma once

#include "instrument/frames.h"

namespace ens {

class AudioSide {
 public:
  // `engine` sounds; `analyser` (may be null, may be `engine`) measures the values of the audio_*
  // channels. Both are prepared by the caller. `link` outlives this.
  AudioSide(Engine* engine, Engine* analyser, Link* link);

  // Silence; the next frame begins a tick.
  void reset();

  // Frames until the next tick takes new params: 64 at a tick, else 1…63.
  std::size_t frames_to_tick() const { return frames_left_ == 0 ? kTickFrames : frames_left_; }
  bool at_tick() const { return frames_left_ == 0; }

  // See Engine::read_in_use.
  void read_in_use(float* out);

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
  Engine* analyser_;
  Link* link_;
  std::uint64_t ticks_ = 0;
  std::uint8_t sounds_ = 0;      // of the last frame
  std::size_t frames_left_ = 0;  // of this tick
  std::uint8_t
      analyser_field_[kAnalyserChannelCount];  // state field of each audio_* channel, or kNoChannel
  float unused_output_[2][kTickFrames] =
      {};  // where an analyser beside the engine writes its silence
};

// Position among an engine's state fields of the one with this name; kNoChannel if there is none.
constexpr std::uint8_t find_state_field(const EngineInfo& info, const char* name) {
  for (std::size_t i = 0; i < info.live_fields.size(); ++i) {
    if (same_text(info.live_fields[i], name))
      return static_cast<std::uint8_t>(info.slots.size() + i);
  }
  return kNoChannel;
}

// True if the engine reports every audio_* channel, so that it can be the analyser.
constexpr bool can_analyse(const EngineInfo& info) {
  for (const Channel& channel : kChannels) {
    if (channel.source != ChannelSource::kAnalyser) continue;
    if (find_state_field(info, channel.name) == kNoChannel) return false;
  }
  return true;
}

}  // namespace ens
