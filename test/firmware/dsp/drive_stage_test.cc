// The drive stage: the gain it promises, and straight ramps however blocks are cut.
#include "dsp/drive_stage.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "dsp/sine.h"
#include "firmware/check.h"

namespace {

using ens::Drive;
using ens::DriveStage;

Drive drive_of(float db, float bias = 0.0f) {
  return Drive(Drive::amount(db), bias);
}

// The largest sample of a 500 Hz tone of this size behind the stage, once it has settled.
float peak_at(DriveStage& stage, float size) {
  std::uint32_t phase = 0;
  float peak = 0.0f;
  for (int tick = 0; tick < 60; ++tick) {
    float left[64], right[64];
    for (int i = 0; i < 64; ++i) {
      phase += ens::phase_step(500.0f, 48000.0f);
      left[i] = right[i] = size * ens::sine(phase);
    }
    stage.aim(stage.target(), 64);
    stage.process(left, right, 64);
    for (int i = 0; i < 64 && tick > 10; ++i) {
      CHECK(left[i] == right[i]);
      peak = std::fmax(peak, std::fabs(left[i]));
    }
  }
  return peak;
}

void quiet_signals_gain_the_drive_and_loud_ones_stay() {
  for (const float db : {0.0f, 6.0f, 18.0f, 30.0f}) {
    DriveStage stage;
    stage.reset(drive_of(db));
    const float gain = peak_at(stage, 1e-4f) / 1e-4f;
    CHECK(std::fabs(20.0f * std::log10(gain) - db) < 0.1f);
    CHECK(std::fabs(Drive::db(stage.target().d2) - db) < 1e-3f);
    const float loud = peak_at(stage, 1.0f);
    CHECK(loud > 0.9f && loud < 1.12f);
  }
}

void silence_stays_silent_with_a_bias() {
  DriveStage stage;
  stage.reset(drive_of(12.0f, 0.1f));
  for (int tick = 0; tick < 20; ++tick) {
    float left[64] = {}, right[64] = {};
    stage.process(left, right, 64);
    for (int i = 0; i < 64; ++i) CHECK(std::fabs(left[i]) < 1e-5f);
  }
}

// Aims at 24 dB and renders a constant, cut into pieces of `piece` frames.
std::vector<float> ramp(int piece) {
  DriveStage stage;
  stage.reset(drive_of(0.0f));
  std::vector<float> heard;
  for (int tick = 0; tick < 8; ++tick) {
    stage.aim(drive_of(tick < 2 ? 0.0f : 24.0f), 64);
    for (int from = 0; from < 64; from += piece) {
      float left[64], right[64];
      for (int i = 0; i < piece; ++i) left[i] = right[i] = 0.01f;
      stage.process(left, right, piece);
      heard.insert(heard.end(), left, left + piece);
    }
  }
  return heard;
}

void a_jump_of_the_drive_is_a_ramp() {
  const std::vector<float> heard = ramp(64);
  float step = 0.0f;
  for (std::size_t i = 100; i < heard.size(); ++i) {
    step = std::fmax(step, std::fabs(heard[i] - heard[i - 1]));
  }
  const float way = std::fabs(heard.back() - heard[100]);
  CHECK(way > 0.1f);
  CHECK(step < 0.06f * way);
}

// What silence becomes with a bias is taken away all along a ramp.
void silence_stays_near_silence_on_a_ramp() {
  DriveStage stage;
  stage.reset(drive_of(0.0f, 0.1f));
  float left[64] = {}, right[64] = {};
  stage.aim(drive_of(24.0f, 0.1f), 64);
  stage.process(left, right, 64);
  for (int i = 0; i < 64; ++i) CHECK(std::fabs(left[i]) < 0.2f);
}

void blocks_may_be_cut_anywhere() {
  const std::vector<float> whole = ramp(64);
  for (const int piece : {1, 4, 32}) CHECK(ramp(piece) == whole);
}

}  // namespace

int main() {
  quiet_signals_gain_the_drive_and_loud_ones_stay();
  silence_stays_silent_with_a_bias();
  a_jump_of_the_drive_is_a_ramp();
  silence_stays_near_silence_on_a_ramp();
  blocks_may_be_cut_anywhere();
  return ens_test::result();
}
