// A singing voice: a pitch, three phase-aligned formants (dsp/paf.h) on it, a level and a place.
//
// A formant can be drawn to a harmonic, as in overtone singing. Formants are narrowed and faded out
// before their skirts reach half the sample rate.
#pragma once

#include "dsp/one_pole.h"
#include "dsp/paf.h"

namespace ens {

class PafVoice {
 public:
  static constexpr int kFormants = 3;
  static constexpr int kMaxFrames = 64;  // of a tick

  // Where a formant is to be.
  struct Formant {
    float centre_hz;
    float bandwidth_hz;
    float gain;
    float lock;  // 0: between harmonics, 1: on the nearest
  };

  // What voices share, sample by sample.
  struct Shared {
    float air[kMaxFrames];    // noise that joins the pulse
    float skirt[kMaxFrames];  // 0…1
    float soft[kMaxFrames];   // 0…½: by how much every second period is softer
    bool is_soft = true;      // or else all of these are 0, and need not be set
  };

  void reset() {
    *this = PafVoice();
    for (PafFormant& formant : formants_) formant.reset();
  }

  // Once a tick, before the formants; all of this ramps over kMaxFrames samples.
  void aim_pitch(float hz, float sample_rate);
  // Gives the centre that the formant gets, in Hz. A hop from harmonic to harmonic glides in about
  // 5 ms.
  float aim_formant(int index, const Formant& wanted, float sample_rate);
  // Pan: −½ left … ½ right.
  void aim_level(float level, float pan);

  // Adds `frames` samples, at most kMaxFrames.
  void render(const Shared& shared, float* left, float* right, int frames);

  // What the last tick set, for reading settings back.
  float pitch_hz(float sample_rate) const {
    return 2.0f * hz_of_step(static_cast<std::uint32_t>(half_target_), sample_rate);
  }
  float level() const { return level_.target; }
  float pan() const { return 0.5f - left_.target; }
  // In harmonics, without what drew it to one.
  float centre(int formant) const { return formants_[formant].centre() - pull_[formant].value(); }
  // In harmonics; 0 where it was narrowed to fit.
  float bandwidth(int formant) const {
    return narrowed_[formant] ? 0.0f : 2.0f * sqrt(formants_[formant].width());
  }
  // 0 where the formant was faded out.
  float gain(int formant) const {
    const PafFormant& of = formants_[formant];
    if (room_[formant] < 0.001f) return 0.0f;
    return of.gain() / (room_[formant] * even(of.width()));
  }

 private:
  template <class Soft>
  void place(const float* sound, float* left, float* right, int frames, Soft soft);
  // A wide formant is as loud as a narrow one.
  static float even(float width) { return sqrt(sqrt(sqrt(1.0f + 6.0f * width))); }

  std::uint32_t half_phase_ = 0;  // of half the pitch, so that every second period can differ
  std::int32_t half_step_ = 0;
  std::int32_t half_bend_ = 0;    // change of the step per sample: pitch moves with the centres
  std::int32_t half_target_ = 0;  // step at the end of this tick
  float hz_ = 1.0f;
  float highest_ = 0.0f;  // harmonic that fits

  float room_[kFormants] = {};     // gain that is left near half the sample rate
  bool narrowed_[kFormants] = {};  // so that nothing folds
  bool silent_ = false;            // in this tick
  Glide level_, left_, right_;
  PafFormant formants_[kFormants];
  OnePole pull_[kFormants];  // towards a harmonic, in harmonics
};

}  // namespace ens
