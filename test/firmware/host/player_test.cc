// An instrument in a plugin host: base rates are exact, other rates run behind filters, and a
// change of the rate or a save loses nothing.
#include "host/player.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <vector>

#include "firmware/check.h"
#include "host/names.h"

namespace {

using ens::host::Player;
using ens::host::PlayerOptions;
using Sound = std::vector<float>;

std::unique_ptr<Player> open(const char* mode_id, double rate_hz, bool publishes = false) {
  const ens::mode::Mode* mode = ens::host::find_mode(mode_id);
  EnsStatus status = ENS_BAD_VALUE;
  PlayerOptions options;
  options.rate_hz = rate_hz;
  options.publishes = publishes;
  std::unique_ptr<Player> player = Player::open(*mode, options, &status);
  CHECK_EQUAL(status, ENS_OK);
  return player;
}

// Noise in, in blocks of these sizes by turns.
Sound play(Player& player, std::uint32_t frames, std::vector<std::uint32_t> blocks) {
  Sound left(frames), right(frames), in(frames);
  std::uint32_t random = 1;
  for (float& x : in) {
    random = random * 1664525u + 1013904223u;
    x = static_cast<float>(static_cast<std::int32_t>(random) >> 10) / 4194304.0f;
  }
  std::uint32_t at = 0;
  for (std::size_t i = 0; at < frames; ++i) {
    const std::uint32_t wanted = blocks[i % blocks.size()];
    const std::uint32_t part = wanted < frames - at ? wanted : frames - at;
    player.process(&in[at], &in[at], &left[at], &right[at], part);
    at += part;
  }
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

bool same(const Sound& a, const Sound& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
  }
  return true;
}

void base_rates_are_the_instrument_itself() {
  for (const double rate : {44100.0, 48000.0}) {
    auto player = open("space_reverb", rate);
    auto bare = open("space_reverb", rate);
    CHECK_EQUAL(player->latency_frames(), 0u);
    const Sound ours = play(*player, 6000, {64});
    Sound left(6000), right(6000), in(6000);
    std::uint32_t random = 1;
    for (float& x : in) {
      random = random * 1664525u + 1013904223u;
      x = static_cast<float>(static_cast<std::int32_t>(random) >> 10) / 4194304.0f;
    }
    ens_process(bare->instrument(), in.data(), in.data(), left.data(), right.data(), 6000);
    left.insert(left.end(), right.begin(), right.end());
    CHECK(same(ours, left));
  }
}

void blocks_of_any_size_sound_the_same() {
  for (const double rate : {48000.0, 88200.0, 96000.0, 176400.0, 192000.0}) {
    const Sound whole = play(*open("channel_strip", rate), 9000, {4096});
    CHECK(same(whole, play(*open("channel_strip", rate), 9000, {1})));
    CHECK(same(whole, play(*open("channel_strip", rate), 9000, {3, 1, 250, 64, 7})));
  }
}

void rates_are_planned() {
  const struct {
    double host;
    std::uint32_t base, factor;
    bool exact;
  } cases[] = {{44100, 44100, 1, true},  {48000, 48000, 1, true},  {88200, 44100, 2, true},
               {96000, 48000, 2, true},  {176400, 44100, 4, true}, {192000, 48000, 4, true},
               {24000, 24000, 1, true},  {50000, 48000, 1, false}, {0, 48000, 1, false},
               {384000, 48000, 1, false}};
  for (const auto& one : cases) {
    const ens::host::RatePlan plan = ens::host::plan_rate(one.host);
    CHECK_EQUAL(plan.base_hz, one.base);
    CHECK_EQUAL(plan.factor, one.factor);
    CHECK_EQUAL(plan.exact, one.exact);
  }
}

// Amplitude of a frequency in the second half of a signal (a Hann window keeps others out).
double level(const Sound& signal, double hz, double rate) {
  const std::size_t from = signal.size() / 2;
  const auto count = static_cast<double>(signal.size() - from);
  double re = 0, im = 0, sum = 0;
  for (std::size_t i = from; i < signal.size(); ++i) {
    const double n = static_cast<double>(i - from);
    const double window = 0.5 - 0.5 * std::cos(6.283185307179586 * n / count);
    const double phase = 6.283185307179586 * hz * n / rate;
    re += window * static_cast<double>(signal[i]) * std::cos(phase);
    im += window * static_cast<double>(signal[i]) * std::sin(phase);
    sum += window;
  }
  return 2.0 * std::hypot(re, im) / sum;
}

// A sine of the base rate brought to the host's rate.
Sound raised(double hz, double base_hz, std::uint32_t factor) {
  ens::host::Resampler up;
  Sound out;
  for (int block = 0; block < 200; ++block) {
    float in[64];
    float host[256];
    for (int i = 0; i < 64; ++i) {
      in[i] = static_cast<float>(std::sin(6.283185307179586 * hz * (block * 64 + i) / base_hz));
    }
    up.up(in, host, 64, factor);
    out.insert(out.end(), host, host + 64 * factor);
  }
  return out;
}

double db(double amplitude) {
  return 20.0 * std::log10(amplitude);
}

void filters_keep_the_band_and_remove_images() {
  double worst_band = 0.0;
  double worst_image = -200.0;
  for (const double base : {44100.0, 48000.0}) {
    for (const std::uint32_t factor : {2u, 4u}) {
      const double rate = base * factor;
      for (const double hz : {50.0, 1000.0, 5000.0, 10000.0, 15000.0, 17000.0, 18000.0}) {
        const Sound host = raised(hz, base, factor);
        worst_band = std::fmax(worst_band, std::fabs(db(level(host, hz, rate))));
        for (std::uint32_t image = 1; image < factor; ++image) {
          for (const double at : {image * base - hz, image * base + hz}) {
            if (at < rate / 2) worst_image = std::fmax(worst_image, db(level(host, at, rate)));
          }
        }
      }
    }
  }
  std::printf("passband %.4f dB to 18 kHz, images %.1f dB\n", worst_band, worst_image);
  CHECK(worst_band < 0.01);
  CHECK(worst_image < -65.0);
}

// Frequency of the strongest partial around `hz`, by the phase it gains from one half to the next.
double pitch(const Sound& signal, double hz, double rate) {
  double best = 0, at = 0;
  for (double cents = -1; cents <= 1; cents += 0.02) {
    const double here = hz * std::exp2(cents / 1200);
    const double found = level(signal, here, rate);
    if (found > best) best = found, at = here;
  }
  return at;
}

void pitch_is_that_of_the_base_rate() {
  for (const std::uint32_t factor : {2u, 4u}) {
    const double rate = 48000.0 * factor;
    const double cents = 1200 * std::log2(pitch(raised(1000, 48000, factor), 1000, rate) / 1000);
    CHECK(std::fabs(cents) < 0.1);
  }
}

// Where an impulse that goes down and up again comes out.
void latency_is_what_is_reported() {
  for (const std::uint32_t factor : {2u, 4u}) {
    ens::host::Resampler down, up;
    float host[256] = {};
    host[0] = 1.0f;
    Sound out;
    for (int block = 0; block < 4; ++block) {
      float base[64];
      down.down(host, base, 64, factor);
      up.up(base, host, 64, factor);
      out.insert(out.end(), host, host + 64 * factor);
      for (float& x : host) x = 0.0f;
    }
    std::size_t peak = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (std::fabs(out[i]) > std::fabs(out[peak])) peak = i;
    }
    CHECK_EQUAL(peak, std::size_t{2 * ens::host::Resampler::delay(factor)});
    const auto player = open("channel_strip", 48000.0 * factor);
    CHECK_EQUAL(player->latency_frames(), 2 * ens::host::Resampler::delay(factor) + factor - 1);
  }
}

void teach_something(Player& player) {
  for (std::uint32_t lesson = 0; lesson < 3; ++lesson) {
    std::uint16_t inputs[ENS_MAX_INPUTS], params[ENS_MAX_OUTPUTS];
    for (std::uint16_t& x : inputs) x = static_cast<std::uint16_t>(8000 * lesson);
    for (std::uint16_t& x : params) x = static_cast<std::uint16_t>(32000 - 9000 * lesson);
    CHECK_EQUAL(ens_add_example(player.instrument(), inputs, params), ENS_OK);
  }
  player.touch();
}

void a_change_of_the_rate_keeps_everything() {
  auto player = open("paf_synth", 44100.0);
  teach_something(*player);
  const EnsTrainConfig wanted = {0.5f, 30, 0.25f};
  ens_set_train_config(player->instrument(), &wanted, 7);
  ens_set_voice_space(player->instrument(), 3);
  player->set_input(1, 12345);
  player->set_param(3, 23456);
  ens_train_begin(player->instrument());
  play(*player, 64 * 400, {64});
  const std::vector<std::uint8_t> before = player->save();
  CHECK_EQUAL(player->set_rate(192000.0), ENS_OK);
  CHECK_EQUAL(ens_sample_rate(player->instrument()), 48000u);
  CHECK(player->save() == before);
  EnsTrainConfig config = {};
  ens_train_config(player->instrument(), &config);
  CHECK(config.learning_rate == 0.5f && config.max_iterations == 30 && config.min_error == 0.25f);
  CHECK_EQUAL(ens_voice_space(player->instrument()), 3u);
  play(*player, 256, {256});
  std::uint16_t inputs[ENS_MAX_INPUTS], params[ENS_MAX_OUTPUTS];
  ens_read_inputs(player->instrument(), inputs);
  ens_read_params(player->instrument(), params);
  CHECK_EQUAL(inputs[1], 12345);
  CHECK_EQUAL(params[3], 23456);
}

void a_change_of_the_rate_holds_what_is_explored() {
  auto player = open("paf_synth", 48000.0);
  CHECK_EQUAL(player->begin_exploring(7), ENS_OK);
  ens_explore_move(player->instrument(), 0, ENS_UNIT_ONE);
  play(*player, 64, {64});
  std::uint16_t explored[ENS_MAX_OUTPUTS] = {};
  ens_read_params(player->instrument(), explored);
  CHECK_EQUAL(player->set_rate(96000.0), ENS_OK);
  play(*player, 256, {64});
  std::uint16_t held[ENS_MAX_OUTPUTS] = {};
  ens_read_params(player->instrument(), held);
  for (std::uint32_t i = 0; i < player->mode().param_count; ++i) CHECK_EQUAL(held[i], explored[i]);
  CHECK_EQUAL(player->end_exploring(), ENS_NOT_EXPLORING);
}

void what_is_published_is_what_is_there() {
  auto player = open("paf_synth", 48000.0, true);
  CHECK(player->read_published() == player->save());
  teach_something(*player);
  play(*player, 64 * 20, {64});  // until it is learned
  CHECK(player->read_published() == player->save());
  ens_train_begin(player->instrument());
  play(*player, 64 * 3000, {64});
  EnsTrainProgress progress = {};
  ens_train_progress(player->instrument(), &progress);
  CHECK(progress.state != ENS_TRAIN_RUNNING);
  CHECK(player->read_published() == player->save());
}

void a_refused_file_changes_nothing() {
  auto player = open("paf_synth", 48000.0);
  teach_something(*player);
  const std::vector<std::uint8_t> before = player->save();
  CHECK_EQUAL(player->load(before.data(), before.size() - 1), ENS_FILE_DAMAGED);
  const std::vector<std::uint8_t> foreign = open("drone", 48000.0)->save();
  CHECK_EQUAL(player->load(foreign.data(), foreign.size()), ENS_FILE_MISMATCH);
  CHECK(player->save() == before);
}

void a_missing_engine_is_said() {
  ens::mode::Mode mode = *ens::host::find_mode("paf_synth");
  mode.engine_id = "no_such_engine";
  EnsStatus status = ENS_OK;
  CHECK(Player::open(mode, {}, &status) == nullptr);
  CHECK_EQUAL(status, ENS_UNKNOWN_ENGINE);
}

void names_are_found_or_answered() {
  const ens::host::Names names = {"joy_x", "joy_y", "pitch_hz"};
  CHECK(ens::host::instead("joy_xx", names) == "; did you mean \"joy_x\"?");
  CHECK(ens::host::instead("pitch", names) == "; did you mean \"pitch_hz\"?");
  CHECK(ens::host::instead("zzz", names) == "; there are \"joy_x\", \"joy_y\", \"pitch_hz\"");
}

std::uint16_t lock_of(Player& player, std::uint32_t param) {
  std::uint16_t locks[ENS_MAX_OUTPUTS];
  CHECK_EQUAL(ens_read_locks(player.instrument(), locks), ENS_OK);
  return locks[param];
}

std::uint16_t param_of(Player& player, std::uint32_t param) {
  play(player, 512, {64});
  std::uint16_t params[ENS_MAX_OUTPUTS];
  ens_read_params(player.instrument(), params);
  return params[param];
}

void locks_outlast_rates_seeds_and_presets() {
  auto player = open("space_reverb", 48000.0);
  CHECK_EQUAL(player->set_param(1, 4321), ENS_OK);
  CHECK_EQUAL(player->lock_param(1), ENS_OK);
  CHECK_EQUAL(player->release_params(), ENS_OK);
  CHECK_EQUAL(player->set_rate(96000.0), ENS_OK);
  CHECK_EQUAL(lock_of(*player, 1), 4321);
  CHECK_EQUAL(player->set_seed(77), ENS_OK);
  CHECK_EQUAL(lock_of(*player, 1), 4321);
  CHECK_EQUAL(player->choose(player->mode().presets[1]), ENS_OK);
  CHECK_EQUAL(lock_of(*player, 1), 4321);
  CHECK_EQUAL(param_of(*player, 1), 4321);
  CHECK_EQUAL(player->lock_param(ENS_MAX_OUTPUTS), ENS_BAD_VALUE);
  CHECK_EQUAL(player->unlock_param(ENS_MAX_OUTPUTS), ENS_BAD_VALUE);
}

void a_scale_outlasts_rates_seeds_and_presets() {
  auto player = open("paf_synth", 48000.0);
  constexpr std::uint32_t kScale = 3u << 12 | ENS_SCALE_BLUES;
  CHECK_EQUAL(ens_set_scale(player->instrument(), kScale), ENS_OK);
  CHECK_EQUAL(player->set_rate(96000.0), ENS_OK);
  CHECK_EQUAL(ens_scale(player->instrument()), kScale);
  CHECK_EQUAL(player->set_seed(77), ENS_OK);
  CHECK_EQUAL(ens_scale(player->instrument()), kScale);
  CHECK_EQUAL(player->choose(player->mode().presets[1]), ENS_OK);
  CHECK_EQUAL(ens_scale(player->instrument()), kScale);
}

// By hand, by a file: what is unlocked is the network's again, also after a change of the rate.
void what_was_unlocked_is_not_held_again() {
  auto player = open("space_reverb", 48000.0);
  const std::vector<std::uint8_t> without = player->save();
  const std::uint16_t free = param_of(*player, 1);
  for (const bool by_file : {false, true}) {
    player->set_param(1, 4321);
    player->lock_param(1);
    CHECK_EQUAL(param_of(*player, 1), 4321);
    if (by_file) {
      CHECK_EQUAL(player->load(without.data(), without.size()), ENS_OK);
    } else {
      CHECK_EQUAL(player->unlock_param(1), ENS_OK);
    }
    CHECK_EQUAL(lock_of(*player, 1), ENS_NOT_LOCKED);
    CHECK_EQUAL(player->set_rate(by_file ? 48000.0 : 96000.0), ENS_OK);
    CHECK_EQUAL(param_of(*player, 1), free);
  }
}

}  // namespace

int main() {
  locks_outlast_rates_seeds_and_presets();
  a_scale_outlasts_rates_seeds_and_presets();
  what_was_unlocked_is_not_held_again();
  rates_are_planned();
  base_rates_are_the_instrument_itself();
  blocks_of_any_size_sound_the_same();
  filters_keep_the_band_and_remove_images();
  pitch_is_that_of_the_base_rate();
  latency_is_what_is_reported();
  a_change_of_the_rate_keeps_everything();
  a_change_of_the_rate_holds_what_is_explored();
  what_is_published_is_what_is_there();
  a_refused_file_changes_nothing();
  a_missing_engine_is_said();
  names_are_found_or_answered();
  return ens_test::result();
}
