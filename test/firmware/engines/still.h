// Instruments on a test bench, with nothing that wobbles: each partial of a note has its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engines/engine.h"
#include "firmware/check.h"
#include "firmware/engines/rig.h"

namespace ens_test {

// Frames of a spectrum.
inline constexpr std::size_t kFrame = 65536;

inline Stereo steady_fm(std::size_t space, int key, float index, float feedback, float rate) {
  Rig rig(*ens::find_engine("fm_voice"), rate);
  rig->set_voice_space(space);
  for (const char* slot : {"index_b_x", "index_c_x", "index_d_x"}) rig.set(slot, index);
  for (const char* slot : {"index_sustain_pct", "sustain_pct"}) rig.set(slot, 1.0f);
  rig.set("feedback_pct", feedback);
  rig.set("detune_cents", 0.0f);
  rig->note_on(static_cast<std::uint8_t>(key), ens::Unit::from_ratio(1.0f));
  rig.render(24000);
  return rig.render(kFrame);
}

// One voice without drive, and no echo is left behind.
inline std::unique_ptr<Rig> still_paf(std::size_t space) {
  auto rig = std::make_unique<Rig>(*ens::find_engine("paf_synth"));
  (*rig)->set_voice_space(space);
  for (const char* slot : {"level_2_pct", "level_3_pct", "detune_cents", "vibrato_depth_cents",
                           "tremor_cents", "sweep_depth_st", "pulse_depth_pct", "echo_mix_pct",
                           "echo_feedback_pct", "breath_db", "drive_db"}) {
    rig->set(slot, 0.0f);
  }
  return rig;
}

// The pitch at which paf_synth sounds.
inline double pitch_hz_of(Rig& rig) {
  const ens::EngineInfo& info = rig->info();
  std::vector<float> state(info.state_count());
  rig->read_state(state.data());
  std::size_t at = 0;
  while (at < info.live_fields.size() && !ens::same_text(info.live_fields[at], "pitch_now_hz"))
    ++at;
  return CHECK(at < info.live_fields.size()) ? static_cast<double>(state[info.slots.size() + at])
                                             : 0.0;
}

inline Stereo steady_paf(std::size_t space, float pitch, float bandwidth, float skirt, double* hz) {
  const auto rig = still_paf(space);
  for (const char* slot : {"bandwidth_1_hz", "bandwidth_2_hz", "bandwidth_3_hz"}) {
    rig->set(slot, bandwidth);
  }
  rig->set("cutoff_hz", 1.0f);
  rig->set("formant_3_hz", 0.85f);
  rig->set("gain_3_db", 0.8f);
  rig->set("skirt_pct", skirt);
  rig->set("pitch_hz", pitch);
  rig->render(48000);
  *hz = pitch_hz_of(*rig);
  return rig->render(kFrame);
}

// Nothing moves, both readers are in unison.
inline std::unique_ptr<Rig> still_wavetable(std::size_t space) {
  auto rig = std::make_unique<Rig>(*ens::find_engine("wavetable"));
  (*rig)->set_voice_space(space);
  for (const char* name : {"sweep_depth_pct", "detune_cents", "vibrato_depth_cents", "sub_pct"}) {
    rig->set(name, 0.0f);
  }
  rig->set("sustain_pct", 1.0f);
  rig->set("cutoff_hz", 1.0f);
  rig->set("resonance_pct", 0.0f);
  rig->set("level_db", 0.4f);
  return rig;
}

// Without noise, and without a body that colours the strings.
inline std::unique_ptr<Rig> still_strings(std::size_t space) {
  auto rig = std::make_unique<Rig>(*ens::find_engine("strings"));
  (*rig)->set_voice_space(space);
  for (const char* still : {"vibrato_depth_cents", "body_pct", "noise_pct"}) rig->set(still, 0.0f);
  return rig;
}

}  // namespace ens_test
