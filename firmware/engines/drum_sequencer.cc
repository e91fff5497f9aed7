// The drum machine's clock, its control rate and its mix.
#include "engines/drum_sequencer.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

constexpr int kFrames = static_cast<int>(kTickFrames);

// A share of 255 for a value in per cent.
std::uint8_t share(float pct) {
  return static_cast<std::uint8_t>(to_int(pct * 2.55f + 0.5f, 0, 255));
}

void move(Glide& glide, float to, bool jump) {
  if (jump) glide.reset(to);
  glide.aim(to, kFrames);
}

}  // namespace

void DrumSequencer::on_reset() {
  pattern_.reset();
  kick_ = {};  // phases and noise too: a reset engine repeats itself bit for bit
  snare_ = {};
  hat_ = {};
  clap_ = {};
  tom_ = {};
  perc_ = {};
  eighth_ = 0;
  on_beat_due_ = off_beat_due_ = true;
  stop_voices();
}

// The clock runs on through a change of kit.
void DrumSequencer::on_voice_space() {
  stop_voices();
}

void DrumSequencer::stop_voices() {
  kick_.stop();
  snare_.stop();
  hat_.stop();
  clap_.stop();
  tom_.stop();
  perc_.stop();
  rate_left_.reset();
  rate_right_.reset();
  saturator_left_.reset(traits().bias);
  saturator_right_.reset(traits().bias);
  servo_left_.reset();
  servo_right_.reset();
  for (float& level : heard_) level = 0.0f;
  jump_ = true;
}

void DrumSequencer::on_tick() {
  // Two eighths a beat; one eighth is 2^32.
  const float cycles = slot(kTempo) * (2.0f / 60.0f) / sample_rate();
  eighth_step_ = static_cast<std::uint32_t>(to_int(cycles * 65536.0f * 65536.0f, 1, 1 << 30));
  const float half = clamp(slot(kSwing) * 0.01f, 0.5f, 0.75f);
  swing_ = static_cast<std::uint32_t>(to_int(half * 65536.0f, 0, 65535)) << 16;
  set_voices();
  set_pattern();
  set_levels();
  servo_left_.set(2.0f * sample_rate());
  servo_right_.set(2.0f * sample_rate());
  jump_ = false;
}

void DrumSequencer::set_voices() {
  const KitTraits& kit = traits();
  const float rate = sample_rate();
  kick_.set({slot(kKickHz), slot(kKickSweep), kit.kick_sweep_ms, slot(kKickDecay), slot(kKickDrive),
             kit.kick_click},
            rate, kFrames);
  snare_.set({slot(kSnareHz), kit.snare_ratio, slot(kSnareDecay), slot(kSnareNoise) * 0.01f,
              kit.snare_noise_hz},
             rate, kFrames);
  hat_.set(
      {kit.hat_tune, slot(kHatHz), slot(kHatDecay), slot(kHatDecay) * kit.hat_ring, kit.hat_noise},
      rate);
  clap_.set({kit.clap_hz, slot(kClapDecay), kit.clap_spread_ms}, rate);
  tom_.set({slot(kTomHz), 1.5f, kit.tom_index, kit.tom_sweep_st, kit.tom_decay_ms, 0.2f}, rate);
  perc_.set({slot(kPercHz), kit.perc_ratio, kit.perc_index, kit.perc_sweep_st, slot(kPercDecay),
             kit.perc_noise},
            rate);
}

void DrumSequencer::set_pattern() {
  accent_db_ = slot(kAccent);
  const std::uint8_t perc = share(slot(kPercDensity));
  settings_ = {{share(slot(kKickDensity)), share(slot(kSnareDensity)), share(slot(kHatDensity)),
                perc, perc, perc},
               share(slot(kOpen)),
               share(slot(kSyncopation)),
               share(slot(kVariation)),
               share(slot(kFill))};
}

void DrumSequencer::set_levels() {
  for (int bus = 0; bus < 4; ++bus) {
    const std::size_t db = static_cast<std::size_t>(kKickDb) + static_cast<std::size_t>(bus);
    move(levels_[bus], gain_of_db(slot(db)), jump_);
  }
  move(drive_, Drive::amount(slot(kDrive)), jump_);
  move(output_, gain_of_db(slot(kOutput)), jump_);
}

// Steps a drummer leans on are full, the others up to accent_db weaker.
float DrumSequencer::velocity(std::uint8_t force) const {
  return gain_of_db(-accent_db_ * (1.0f - static_cast<float>(force) * (1.0f / 255.0f)));
}

void DrumSequencer::play_step() {
  const StepHits hits = pattern_.advance(traits().groove, settings_);
  const auto strike = [&](DrumIndex drum, Bus bus, auto&& voice) {
    if (hits.force[drum] == 0) return;
    heard_[bus] = velocity(hits.force[drum]);
    voice(heard_[bus]);
  };
  strike(kKick, kKickBus, [&](float v) { kick_.strike(v); });
  strike(kSnare, kSnareBus, [&](float v) { snare_.strike(v); });
  strike(kHat, kHatBus, [&](float v) { hat_.strike(v, hits.open); });
  strike(kClap, kPercBus, [&](float v) { clap_.strike(v); });
  strike(kTom, kPercBus, [&](float v) { tom_.strike(v); });
  strike(kPerc, kPercBus, [&](float v) { perc_.strike(v); });
}

void DrumSequencer::render(const StereoBlock& block) {
  float left[kTickFrames], right[kTickFrames];
  for (std::size_t i = 0; i < block.frames; ++i) {
    if (on_beat_due_) {
      on_beat_due_ = false;
      play_step();
    }
    if (off_beat_due_ && eighth_ >= swing_) {
      off_beat_due_ = false;
      play_step();
    }
    const std::uint32_t before = eighth_;
    eighth_ += eighth_step_;
    if (eighth_ < before) on_beat_due_ = off_beat_due_ = true;
    mix(&left[i], &right[i]);
  }
  glue(block, left, right);
}

// Kick, snare and clap in the middle; hats a little right, tom and percussion to the sides.
void DrumSequencer::mix(float* left, float* right) {
  const float perc_level = levels_[kPercBus].next();
  const float kick = kick_.step() * levels_[kKickBus].next();
  const float snare = snare_.step() * levels_[kSnareBus].next();
  const float hat = hat_.step() * levels_[kHatBus].next();
  const float clap = clap_.step() * perc_level;
  const float tom = tom_.step() * perc_level;
  const float perc = perc_.step() * perc_level;
  const float middle = kick + snare + 0.8f * clap;
  *left = middle + 0.75f * hat + 0.9f * tom + 0.45f * perc;
  *right = middle + hat + 0.6f * tom + 0.8f * perc;
}

// Saturation and a soft ceiling at twice the rate, with a DC servo around them.
void DrumSequencer::glue(const StereoBlock& block, float* left, float* right) {
  float high_left[2 * kTickFrames], high_right[2 * kTickFrames];
  const int frames = static_cast<int>(block.frames);
  const float bias = traits().bias;
  rate_left_.up(left, high_left, frames);
  rate_right_.up(right, high_right, frames);
  for (int i = 0; i < frames; ++i) {
    const Drive drive(drive_.next(), bias);
    const float gain = output_.next();
    for (int k = 2 * i; k < 2 * i + 2; ++k) {
      high_left[k] = servo_left_.track(
          ceiling(saturator_left_.step(high_left[k], drive) * gain - servo_left_.bias()));
      high_right[k] = servo_right_.track(
          ceiling(saturator_right_.step(high_right[k], drive) * gain - servo_right_.bias()));
    }
  }
  rate_left_.down(high_left, block.out_left, frames);
  rate_right_.down(high_right, block.out_right, frames);
}

void DrumSequencer::live_state(float* out) const {
  out[0] = static_cast<float>(pattern_.step());
  for (int bus = 0; bus < 4; ++bus) out[1 + bus] = heard_[bus];
}

}  // namespace ens
