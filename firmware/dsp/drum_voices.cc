// The drums' sample loops.
#include "dsp/drum_voices.h"

#include "dsp/square.h"

namespace ens {
namespace {

// Cycles per sample at most a little under a half, as a step of a 32-bit phase.
std::uint32_t step_of(float cycles) {
  return static_cast<std::uint32_t>(to_int(cycles * 65536.0f * 65536.0f, 0, 2147483520));
}

}  // namespace

void KickVoice::set(const Settings& settings, float sample_rate_hz, int tick_frames) {
  body_.set(settings.decay_ms, sample_rate_hz);
  sweep_.set(settings.sweep_ms, sample_rate_hz);
  click_.set(8.0f, sample_rate_hz);
  splice_.set(sample_rate_hz);
  step_hz_ = settings.hz / sample_rate_hz;
  octaves_ = settings.sweep_st * (1.0f / 12.0f);
  const float gain = gain_of_db(settings.drive_db);
  if (fresh_) gain_.reset(gain);
  gain_.aim(gain, tick_frames);
  fresh_ = false;
  click_gain_ = settings.click;
}

void KickVoice::strike(float velocity) {
  body_.strike(velocity);
  sweep_.strike(1.0f);
  click_.strike(velocity);
  phase_ = 0;
  splice_.restart(0.0f);
}

void KickVoice::stop() {
  body_.stop();
  click_.stop();
  splice_.stop();
  fresh_ = true;
}

float KickVoice::step() {
  const float bend = sweep_.next();
  phase_ += step_of(step_hz_ * exp2(octaves_ * bend));
  const float body = sine(phase_) * body_.next();
  const float gain = gain_.next();
  const float driven = gain * body / sqrt(1.0f + (gain * gain - 1.0f) * (body * body));
  const float noise = noise_.white();
  const float click = (noise - before_) * click_gain_ * click_.next();
  before_ = noise;
  return splice_.pass(driven + 0.5f * click);
}

KickVoice::Settings KickVoice::settings(float sample_rate_hz) const {
  return {step_hz_ * sample_rate_hz, octaves_ * 12.0f,         sweep_.ms(sample_rate_hz),
          body_.ms(sample_rate_hz),  db_of_gain(gain_.target), click_gain_};
}

void SnareVoice::set(const Settings& settings, float sample_rate_hz, int tick_frames) {
  skin_.set(0.5f * settings.decay_ms, sample_rate_hz);
  rattle_.set(settings.decay_ms, sample_rate_hz);
  bend_.set(40.0f, sample_rate_hz);
  splice_.set(sample_rate_hz);
  colour_ = svf_high_pass(settings.noise_hz / sample_rate_hz, 0.9f);
  step_hz_ = settings.hz / sample_rate_hz;
  ratio_ = settings.ratio;
  if (fresh_) share_.reset(settings.noise);
  share_.aim(settings.noise, tick_frames);
  fresh_ = false;
}

void SnareVoice::strike(float velocity) {
  skin_.strike(velocity);
  rattle_.strike(velocity);
  bend_.strike(0.5f);
  low_ = high_ = 0;
  splice_.restart(0.0f);
}

void SnareVoice::stop() {
  skin_.stop();
  rattle_.stop();
  splice_.stop();
  fresh_ = true;
  filter_ = SvfState();
}

float SnareVoice::step() {
  const float up = 1.0f + bend_.next();
  low_ += step_of(step_hz_ * up);
  high_ += step_of(step_hz_ * ratio_ * up);
  const float skin = (0.65f * sine(low_) + 0.35f * sine(high_)) * skin_.next();
  const float rattle = filter_.step(colour_, noise_.white()) * rattle_.next();
  const float share = share_.next();
  return splice_.pass(skin) * (1.0f - share) + rattle * share;
}

SnareVoice::Settings SnareVoice::settings(float sample_rate_hz) const {
  return {step_hz_ * sample_rate_hz, ratio_, rattle_.ms(sample_rate_hz), share_.target,
          colour_.frequency() * sample_rate_hz};
}

void HatVoice::set(const Settings& settings, float sample_rate_hz) {
  constexpr float kHz[kSquares] = {205.3f, 304.4f, 369.6f, 522.7f, 540.0f, 800.0f};
  for (int i = 0; i < kSquares; ++i) {
    step_[i] = step_of(kHz[i] * settings.tune / sample_rate_hz);
    inverse_[i] = 1.0f / static_cast<float>(step_[i] + 1u);
  }
  colour_ = svf_high_pass(settings.hz / sample_rate_hz, 0.9f);
  closed_ms_ = settings.decay_ms;
  open_ms_ = settings.open_ms;
  rate_ = sample_rate_hz;
  metal_gain_ = 0.45f * (1.0f - settings.noise);
  noise_gain_ = 0.5f * settings.noise;
}

void HatVoice::strike(float velocity, bool open) {
  level_.set(open ? open_ms_ : closed_ms_, rate_);
  level_.strike(velocity);
}

void HatVoice::stop() {
  level_.stop();
  first_ = second_ = SvfState();
}

float HatVoice::step() {
  const float level = level_.next();
  float metal = 0.0f;
  for (int i = 0; i < kSquares; ++i) {
    phase_[i] += step_[i];
    metal += band_limited_square(phase_[i], step_[i], inverse_[i]);
  }
  const float raw = metal * metal_gain_ + noise_.white() * noise_gain_;
  return second_.step(colour_, first_.step(colour_, raw)) * level;
}

HatVoice::Settings HatVoice::settings(float sample_rate_hz) const {
  return {1.0f, colour_.frequency() * sample_rate_hz, closed_ms_, open_ms_, 2.0f * noise_gain_};
}

void ClapVoice::set(const Settings& settings, float sample_rate_hz) {
  burst_.set(14.0f, sample_rate_hz);
  tail_.set(settings.decay_ms, sample_rate_hz);
  colour_ = svf_band_pass(settings.hz / sample_rate_hz, 1.3f);
  spread_ = to_int(settings.spread_ms * 0.001f * sample_rate_hz, 1, 100000);
}

void ClapVoice::strike(float velocity) {
  velocity_ = velocity;
  left_ = 4;
  until_ = 0;
}

void ClapVoice::stop() {
  burst_.stop();
  tail_.stop();
  left_ = 0;
  filter_ = SvfState();
}

float ClapVoice::step() {
  if (left_ > 0 && until_-- <= 0) {
    --left_;
    until_ = spread_;
    (left_ == 0 ? tail_ : burst_).strike(velocity_);
  }
  // Envelopes before the filter: its ring rounds their edges off.
  return 1.6f * filter_.step(colour_, noise_.white() * (burst_.next() + tail_.next()));
}

void PingVoice::set(const Settings& settings, float sample_rate_hz) {
  level_.set(settings.decay_ms, sample_rate_hz);
  bright_.set(0.5f * settings.decay_ms, sample_rate_hz);
  sweep_.set(0.35f * settings.decay_ms, sample_rate_hz);
  splice_.set(sample_rate_hz);
  step_hz_ = settings.hz / sample_rate_hz;
  ratio_ = settings.ratio;
  index_ = settings.index;
  octaves_ = settings.sweep_st * (1.0f / 12.0f);
  noise_gain_ = settings.noise;
}

void PingVoice::strike(float velocity) {
  level_.strike(velocity);
  bright_.strike(1.0f);
  sweep_.strike(1.0f);
  carrier_ = modulator_ = 0;
  splice_.restart(0.0f);
}

void PingVoice::stop() {
  level_.stop();
  splice_.stop();
  past_ = 0.0f;
}

float PingVoice::step() {
  const float step = step_hz_ * exp2(octaves_ * sweep_.next());
  const float bright = bright_.next();
  carrier_ += step_of(step);
  modulator_ += step_of(step * ratio_);
  const float tone = sine(carrier_ + phase_offset(index_ * bright * sine(modulator_)));
  past_ = flush(past_ + 0.3f * (noise_.white() - past_));
  return splice_.pass((tone + noise_gain_ * bright * past_) * level_.next());
}

}  // namespace ens
