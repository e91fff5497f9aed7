// Five drums made of oscillators, noise and falling envelopes; each is struck and decays on its
// own.
//
// After the circuits in G. Reid, "Synth Secrets" parts 34–40 (Sound on Sound, 2002); K.
// Werner, J. Abel, J. Smith, "A physically-informed, circuit-bendable, digital model of the Roland
// TR-808 bass drum circuit", DAFx 2014; the cymbal's six square waves as K. Werner et al. describe
// them (DAFx 2014). Frequency modulation: J. Chowning, JAES 21(7), 1973.
#pragma once

#include <cstdint>

#include "dsp/glide.h"
#include "dsp/level.h"
#include "dsp/noise.h"
#include "dsp/sine.h"
#include "dsp/svf_eq.h"

namespace ens {

// Falls 60 dB in a given time.
class Fall {
 public:
  void set(float ms, float sample_rate_hz) { factor_ = exp2(-9965.78428f / (ms * sample_rate_hz)); }
  float ms(float sample_rate_hz) const { return -9965.78428f / (log2(factor_) * sample_rate_hz); }
  void strike(float level) { level_ = level; }
  void stop() { level_ = 0.0f; }
  float next() {
    level_ = flush(level_ * factor_);
    return level_;
  }
  float level() const { return level_; }

 private:
  float level_ = 0.0f;
  float factor_ = 0.0f;
};

// Hides the step when a sounding drum is struck again: the old sound's last sample fades in 1.5 ms.
class Splice {
 public:
  void set(float sample_rate_hz) { fall_.set(4.5f, sample_rate_hz); }
  void restart(float next_start) { fall_.strike(last_ - next_start); }
  void stop() {
    fall_.stop();
    last_ = 0.0f;
  }
  float pass(float x) {
    last_ = x + fall_.next();
    return last_;
  }

 private:
  Fall fall_;
  float last_ = 0.0f;
};

// A sine that falls in pitch, a click at its start, overdriven into a rounded square.
class KickVoice {
 public:
  struct Settings {
    float hz;        // where the pitch comes to rest
    float sweep_st;  // how far above it starts
    float sweep_ms;  // fall of the sweep
    float decay_ms;
    float drive_db;  // 0…24
    float click;     // 0…1
  };
  // Once every tick_frames samples.
  void set(const Settings& settings, float sample_rate_hz, int tick_frames);
  void strike(float velocity);
  void stop();
  float step();
  // As it would be struck now: hz, sweep_st, decay_ms, drive_db.
  [[gnu::cold]] Settings settings(float sample_rate_hz) const;

 private:
  Fall body_, sweep_, click_;
  Splice splice_;
  Noise noise_{0x6b69636bu};
  std::uint32_t phase_ = 0;
  float step_hz_ = 0.0f, octaves_ = 0.0f, click_gain_ = 0.0f, before_ = 0.0f;
  Glide gain_;
  bool fresh_ = true;  // the next set() jumps
};

// Two modes of a skin and a rattle of noise.
class SnareVoice {
 public:
  struct Settings {
    float hz;        // lower mode
    float ratio;     // of the upper mode
    float decay_ms;  // of the rattle; the skin dies in half of it
    float noise;     // 0…1, share of the rattle
    float noise_hz;  // the rattle is above it
  };
  // Once every tick_frames samples.
  void set(const Settings& settings, float sample_rate_hz, int tick_frames);
  void strike(float velocity);
  void stop();
  float step();
  // As it would be struck now: hz, decay_ms, noise.
  [[gnu::cold]] Settings settings(float sample_rate_hz) const;

 private:
  Fall skin_, rattle_, bend_;
  Splice splice_;
  Noise noise_{0x736e6172u};
  SvfCoefficients colour_;
  SvfState filter_;
  std::uint32_t low_ = 0, high_ = 0;
  float step_hz_ = 0.0f, ratio_ = 1.0f;
  Glide share_;  // of the rattle
  bool fresh_ = true;
};

// Six detuned square waves and noise above a high-pass: closed and open hat on one body.
class HatVoice {
 public:
  struct Settings {
    float tune;      // times the 808's six frequencies
    float hz;        // everything is above it
    float decay_ms;  // closed
    float open_ms;   // open
    float noise;     // 0 metal … 1 noise
  };
  void set(const Settings& settings, float sample_rate_hz);
  void strike(float velocity, bool open);
  void stop();
  float step();
  // As it would be struck now: hz, decay_ms, open_ms.
  [[gnu::cold]] Settings settings(float sample_rate_hz) const;

 private:
  static constexpr int kSquares = 6;
  Fall level_;
  Noise noise_{0x68617421u};
  SvfCoefficients colour_;
  SvfState first_, second_;
  std::uint32_t phase_[kSquares] = {}, step_[kSquares] = {};
  float inverse_[kSquares] = {};
  float closed_ms_ = 50.0f, open_ms_ = 300.0f, rate_ = 48000.0f;
  float metal_gain_ = 0.0f, noise_gain_ = 0.0f;
};

// Hand claps: three short bursts of noise and a tail.
class ClapVoice {
 public:
  struct Settings {
    float hz;         // middle of the band
    float decay_ms;   // of the tail
    float spread_ms;  // between bursts
  };
  void set(const Settings& settings, float sample_rate_hz);
  void strike(float velocity);
  void stop();
  float step();
  float decay_ms(float sample_rate_hz) const { return tail_.ms(sample_rate_hz); }

 private:
  Fall burst_, tail_;
  Noise noise_{0x636c6170u};
  SvfCoefficients colour_;
  SvfState filter_;
  float velocity_ = 0.0f;
  std::int32_t spread_ = 1, until_ = 0, left_ = 0;
};

// A struck tone: one sine bending another's phase, falling in pitch. Toms, cowbells, rims, bleeps.
class PingVoice {
 public:
  struct Settings {
    float hz;
    float ratio;  // modulator to carrier
    float index;  // peak modulation, cycles
    float sweep_st;
    float decay_ms;
    float noise;  // 0…1, breath at the start
  };
  void set(const Settings& settings, float sample_rate_hz);
  void strike(float velocity);
  void stop();
  float step();
  float hz(float sample_rate_hz) const { return step_hz_ * sample_rate_hz; }
  float decay_ms(float sample_rate_hz) const { return level_.ms(sample_rate_hz); }

 private:
  Fall level_, bright_, sweep_;
  Splice splice_;
  Noise noise_{0x70696e67u};
  std::uint32_t carrier_ = 0, modulator_ = 0;
  float step_hz_ = 0.0f, ratio_ = 1.0f, index_ = 0.0f, octaves_ = 0.0f, noise_gain_ = 0.0f,
        past_ = 0.0f;
};

}  // namespace ens
