// Aliases of our instruments at key 96, each setting in a line `sound dB`.
#include <cstdio>

#include "firmware/effects/measure.h"
#include "firmware/engines/note.h"
#include "firmware/engines/still.h"

namespace {

using ens_test::kFrame;
using ens_test::Rig;

constexpr int kKey = 96;
const double kHz = ens_test::hz_of(kKey);

void print(const char* name, const std::vector<float>& sound, double step_hz) {
  std::printf("%s %.2f\n", name, ens_test::alias_db(sound, step_hz));
}

void wavetable(std::size_t space) {
  constexpr int kPlaces = 15;  // eight tables, and half-way between them
  for (int place = 0; place < kPlaces; ++place) {
    const auto rig = ens_test::still_wavetable(space);
    rig->set("position_pct", static_cast<float>(place) / (kPlaces - 1));
    rig->set("key_follow_pct", 1.0f);
    ens_test::strike(*rig, kKey);
    rig->render(24000);
    print("wavetable", rig->render(kFrame).left, kHz);
  }
}

// Everything bright, and ringing as long as it can.
void strings(std::size_t space, float pluck, const char* name) {
  for (const float hardness : {0.5f, 0.75f, 1.0f}) {
    const auto rig = ens_test::still_strings(space);
    for (const char* bright : {"bow_tone_hz", "treble_s", "decay_s"}) rig->set(bright, 1.0f);
    rig->set("hardness_hz", hardness);
    rig->set("pluck_pct", pluck);
    ens_test::strike(*rig, kKey);
    rig->render(24000);
    print(name, rig->render(kFrame).left, kHz);
  }
}

void paf(std::size_t space) {
  for (const float bandwidth : {0.3f, 1.0f}) {
    for (const float skirt : {0.0f, 1.0f}) {
      double hz = 0.0;
      const ens_test::Stereo sound = ens_test::steady_paf(space, 1.0f, bandwidth, skirt, &hz);
      // Growl's sub-octave puts partials between the harmonics.
      print("paf_synth", sound.left, space == 3 ? 0.5 * hz : hz);
    }
  }
}

void fm(std::size_t space) {
  for (const float index : {0.3f, 0.7f, 1.0f}) {
    for (const float feedback : {0.0f, 1.0f}) {
      const ens_test::Stereo sound = ens_test::steady_fm(space, kKey, index, feedback, 48000.0f);
      print("fm_voice", sound.left, 0.5 * kHz * (space == 3 ? 0.5 : 1.0));
    }
  }
}

}  // namespace

int main() {
  for (std::size_t space = 0; space < 5; ++space) wavetable(space);
  // Guitar and Harp are plucked, Fiddle is bowed; the partials of bars and drums are on no grid, as
  // those of Swarm and Bells.
  for (const std::size_t space : {0u, 1u}) strings(space, 1.0f, "plucked");
  strings(2, 0.0f, "bowed");
  for (std::size_t space = 0; space < 4; ++space) paf(space);
  for (const std::size_t space : {0u, 2u, 3u, 4u}) fm(space);
  return 0;
}
