// An instrument: control side and audio side with the link between them, on one thread or on two.
//
//     named channels → network → unit params → voice space (curve, range) → smoothed engine state →
//     audio
#pragma once

#include "instrument/audio_side.h"
#include "instrument/control_side.h"
#include "instrument/driver.h"

namespace ens {

template <class Network>
class Instrument {
 public:
  // `network` is started and has the wiring's sizes. `analyser` is null unless the wiring listens.
  // Sample rate in Hz, one of the four of select_sample_rate(); `seed` moves the wander_* channels.
  Instrument(Network* network, const Wiring& wiring, Engine* engine, Engine* analyser,
             std::uint32_t sample_rate_hz, std::uint32_t seed)
      : control_(network, wiring, engine->info(), &link_), audio_(engine, analyser, &link_) {
    engine->prepare(static_cast<float>(sample_rate_hz));
    if (analyser != nullptr && analyser != engine)
      analyser->prepare(static_cast<float>(sample_rate_hz));
    control_.prepare(sample_rate_hz, seed);
    audio_.reset();
  }
  Instrument(const Instrument&) = delete;
  Instrument& operator=(const Instrument&) = delete;

  ControlSide<Network>& control() { return control_; }
  const ControlSide<Network>& control() const { return control_; }
  AudioSide& audio() { return audio_; }

  // One thread: a control tick before every 64 frames. Inputs may be null and may equal the
  // outputs.
  void process(const float* in_left, const float* in_right, float* out_left, float* out_right,
               std::size_t frames) {
    while (frames > 0) {
      if (audio_.at_tick()) control_.tick();
      const std::size_t room = audio_.frames_to_tick();
      const std::size_t part = frames < room ? frames : room;
      audio_.process(in_left, in_right, out_left, out_right, part);
      if (in_left != nullptr) in_left += part;
      if (in_right != nullptr) in_right += part;
      out_left += part;
      out_right += part;
      frames -= part;
    }
  }

 private:
  Link link_;
  ControlSide<Network> control_;
  AudioSide audio_;
};

}  // namespace ens
