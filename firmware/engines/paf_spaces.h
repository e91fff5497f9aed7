// What makes one voice space of paf_synth unlike another, beside curves.
#pragma once

namespace ens {

struct PafTraits {
  float bandwidth = 1.0f;  // times the bandwidth slots
  float track = 0.0f;      // 0: formants stay, 1: they follow the pitch
  float lock = 0.0f;       // 0: between harmonics, 1: on one
  float sub = 0.0f;        // every second period is softer by this much
  float roam = 0.0f;       // semitones each formant of each voice wanders on its own
  float bias = 0.0f;       // of the drive: even harmonics
};

}  // namespace ens
