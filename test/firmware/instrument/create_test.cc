// Making instruments: sizes are known beforehand, wrong numbers, names and dead handles are errors.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "firmware/check.h"
#include "firmware/instrument/player.h"

using ens_test::config_of;
using ens_test::layers_of;
using ens_test::Mode;
using ens_test::Player;

namespace {

Mode synth() {
  return {"paf_synth", {"joy_x", "joy_y"}, ens_test::all_slots("paf_synth")};
}

EnsStatus refused(const EnsConfig& config) {
  EnsStatus status = ENS_OK;
  CHECK_EQUAL(ens_instance_bytes(&config, &status), 0u);
  EnsInstrument* handle = nullptr;
  alignas(16) unsigned char memory[64];
  CHECK_EQUAL(ens_create(&config, memory, sizeof memory, &handle), status);
  CHECK(handle == nullptr);
  return status;
}

void names_are_checked() {
  const Mode mode = synth();
  const auto layers = layers_of(mode);
  EnsConfig config = config_of(mode, layers);
  config.engine_id = "theremin";
  CHECK_EQUAL(refused(config), ENS_UNKNOWN_ENGINE);
  config.engine_id = nullptr;
  CHECK_EQUAL(refused(config), ENS_UNKNOWN_ENGINE);

  config = config_of(mode, layers);
  const char* channels[] = {"joy_x", "joy_q"};
  config.channels = channels;
  CHECK_EQUAL(refused(config), ENS_UNKNOWN_CHANNEL);

  Mode strange = synth();
  strange.params.back() = "no_such_slot";
  config = config_of(strange, layers);
  CHECK_EQUAL(refused(config), ENS_UNKNOWN_PARAM);
  EnsStatus status = ENS_OK;
  CHECK_EQUAL(ens_instance_bytes(nullptr, &status), 0u);
  CHECK_EQUAL(status, ENS_UNKNOWN_ENGINE);
}

void shapes_are_checked() {
  const Mode mode = synth();
  const auto params = static_cast<std::uint32_t>(mode.params.size());
  const std::vector<std::vector<std::uint32_t>> shapes = {
      {2, params},      {2, 0, params},
      {2, 257, params}, {65, 4, params},
      {2, 4, 129},      {2, 4, 4'000'000'000u},
      {0, 4, params},   {2, 1, 1, 1, 1, 1, 1, 1, 1, 1, params}};
  for (const auto& layers : shapes) CHECK_EQUAL(refused(config_of(mode, layers)), ENS_BAD_SHAPE);
  EnsConfig config = config_of(mode, layers_of(mode));
  config.layers = nullptr;
  CHECK_EQUAL(refused(config), ENS_BAD_SHAPE);
}

void numbers_are_checked() {
  const Mode mode = synth();
  const auto layers = layers_of(mode);
  const auto changed = [&](auto change) {
    EnsConfig config = config_of(mode, layers);
    change(config);
    return refused(config);
  };
  CHECK_EQUAL(changed([](EnsConfig& c) { c.learning_rate = 0.0f; }), ENS_BAD_CONFIG);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.learning_rate = std::nanf(""); }), ENS_BAD_CONFIG);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.max_iterations = 0; }), ENS_BAD_CONFIG);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.max_iterations = 1'000'001; }), ENS_BAD_CONFIG);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.min_error = 1.5f; }), ENS_BAD_CONFIG);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.default_spread = 32769; }), ENS_BAD_VALUE);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.example_capacity = 0; }), ENS_BAD_VALUE);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.example_capacity = 65536; }), ENS_BAD_VALUE);
  CHECK_EQUAL(changed([](EnsConfig& c) { c.channels = nullptr; }), ENS_BAD_VALUE);
  for (const char* mode_id : {"", "Glass", "1st", "a-b"}) {
    CHECK_EQUAL(changed([=](EnsConfig& c) { c.mode_id = mode_id; }), ENS_BAD_VALUE);
  }
}

void memory_is_checked() {
  const Mode mode = synth();
  const auto layers = layers_of(mode);
  const EnsConfig config = config_of(mode, layers);
  const std::uint32_t bytes = ens_instance_bytes(&config, nullptr);
  CHECK(bytes > 0);
  std::vector<unsigned char> space(bytes + 32);
  auto address = reinterpret_cast<std::uintptr_t>(space.data());
  unsigned char* start = space.data() + (16 - address % 16) % 16;
  EnsInstrument* handle = nullptr;
  CHECK_EQUAL(ens_create(&config, start, bytes - 1, &handle), ENS_NO_MEMORY);
  CHECK_EQUAL(ens_create(&config, start + 4, bytes, &handle), ENS_NO_MEMORY);
  CHECK_EQUAL(ens_create(&config, nullptr, bytes, &handle), ENS_NO_MEMORY);
  CHECK_EQUAL(ens_create(&config, start, bytes, nullptr), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_create(&config, start, bytes, &handle), ENS_OK);
  float sound[1];
  CHECK_EQUAL(ens_process(handle, nullptr, nullptr, sound, nullptr, 1), ENS_BAD_VALUE);
  CHECK_EQUAL(ens_audio_process(handle, nullptr, nullptr, nullptr, sound, 1), ENS_BAD_VALUE);
}

void dead_handles_answer() {
  const Player player(synth());
  CHECK_EQUAL(player.status(), ENS_OK);
  CHECK_EQUAL(ens_destroy(*player), ENS_OK);
  float sound[64];
  std::uint16_t units[128] = {};
  EnsTrainConfig config = {};
  EnsTrainProgress progress = {};
  EnsDriverConfig driver = {};
  EnsInstrument* const dead[] = {nullptr, *player};
  for (EnsInstrument* handle : dead) {
    CHECK_EQUAL(ens_destroy(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_driver(handle, &driver), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_process(handle, nullptr, nullptr, sound, sound, 64), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_audio_process(handle, nullptr, nullptr, sound, sound, 64), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_control_tick(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_reset(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_set_input(handle, 0, 0), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_release_input(handle, 0), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_set_param(handle, 0, 0), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_release_param(handle, 0), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_release_params(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_set_voice_space(handle, 0), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_note_on(handle, 60, 0), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_midi_in(handle, 0x90, 60, 1), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_read_inputs(handle, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_read_outputs(handle, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_read_params(handle, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_read_state(handle, sound), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_map(handle, units, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_add_example(handle, units, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_record_example(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_remove_nearest(handle, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_clear_examples(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_read_example(handle, 0, units, units), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_set_train_config(handle, &config, 7), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_config(handle, &config), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_begin(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_begin_with(handle, &config), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_step(handle, 1), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_cancel(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_set_train_budget(handle, 1), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_progress(handle, &progress), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_jitter(handle, 1), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_redraw(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_undo(handle), ENS_BAD_HANDLE);
    CHECK_EQUAL(ens_train_history(handle, sound, 64, nullptr), 0u);
    CHECK_EQUAL(ens_next_event(handle), 0u);
    CHECK_EQUAL(ens_example_count(handle), 0u);
    CHECK_EQUAL(ens_example_capacity(handle), 0u);
    CHECK_EQUAL(ens_voice_space(handle), 0u);
    CHECK_EQUAL(ens_sample_rate(handle), 0u);
    CHECK_EQUAL(ens_worst_example(handle), UINT32_MAX);
  }
}

// One slot at most sets the level of an engine: it is in decibels. Only what has no sound has none.
void catalogue_tells_the_roles_of_slots() {
  for (std::uint32_t engine = 0; engine < ens_engine_count(); ++engine) {
    std::uint32_t levels = 0;
    for (std::uint32_t slot = 0; slot < ens_engine_slot_count(engine); ++slot) {
      levels += ens_engine_slot_role(engine, slot) == ENS_ROLE_LEVEL ? 1u : 0u;
    }
    const bool is_silent = std::string(ens_engine_id(engine)) == "sound_analysis";
    CHECK_EQUAL(levels, is_silent ? 0u : 1u);
  }
  const std::uint32_t paf = ens_test::engine_index("paf_synth");
  const std::pair<const char*, std::uint32_t> known[] = {{"pitch_hz", ENS_ROLE_NONE},
                                                         {"level_2_pct", ENS_ROLE_MIX},
                                                         {"cutoff_hz", ENS_ROLE_CUTOFF},
                                                         {"level_db", ENS_ROLE_LEVEL}};
  for (const auto& [name, role] : known) {
    std::uint32_t slot = 0;
    while (std::string(ens_engine_slot_name(paf, slot)) != name) ++slot;
    CHECK_EQUAL(ens_engine_slot_role(paf, slot), role);
  }
}

void catalogue_answers_nothing_out_of_range() {
  const std::uint32_t beyond = ens_engine_count();
  EnsDriverConfig driver = {};
  CHECK(ens_engine_id(beyond) == nullptr);
  CHECK_EQUAL(ens_engine_slot_count(beyond), 0u);
  CHECK(ens_engine_slot_name(0, ens_engine_slot_count(0)) == nullptr);
  CHECK(ens_engine_slot_min(beyond, 0) == 0.0f);
  CHECK(ens_engine_slot_max(beyond, 0) == 0.0f);
  CHECK_EQUAL(ens_engine_slot_default(beyond, 0), 0u);
  CHECK_EQUAL(ens_engine_slot_role(beyond, 0), ENS_ROLE_NONE);
  CHECK(ens_engine_voice_space_name(0, ens_engine_voice_space_count(0)) == nullptr);
  CHECK(ens_engine_state_name(0, ens_engine_state_count(0)) == nullptr);
  CHECK_EQUAL(ens_engine_plays_notes(beyond), 0u);
  CHECK_EQUAL(ens_engine_drones(beyond), 0u);
  CHECK_EQUAL(ens_engine_sends_midi(beyond), 0u);
  CHECK_EQUAL(ens_engine_driver(beyond, &driver), ENS_UNKNOWN_ENGINE);
  CHECK(ens_channel_name(ens_channel_count()) == nullptr);
}

void sample_rates_fall_back() {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double good : {24000.0, 32000.0, 44100.0, 48000.0}) {
    CHECK_EQUAL(static_cast<double>(ens_select_sample_rate(good)), good);
  }
  for (const double bad : {0.0, -0.0, -48000.0, 44100.5, 96000.0, 1e300, infinity, -infinity,
                           std::nan(""), 47999.999, 8000.0}) {
    CHECK_EQUAL(ens_select_sample_rate(bad), 48000u);
  }
  Mode mode = synth();
  mode.sample_rate_hz = 32000.0f;
  CHECK_EQUAL(ens_sample_rate(*Player(mode)), 32000u);
  mode.sample_rate_hz = std::nanf("");
  CHECK_EQUAL(ens_sample_rate(*Player(mode)), 48000u);
}

// More examples cost exactly their size: nothing is hidden, nothing grows later.
void bytes_follow_the_shape() {
  Mode mode = synth();
  const auto bytes = [&] {
    const auto layers = layers_of(mode);
    const EnsConfig config = config_of(mode, layers);
    return ens_instance_bytes(&config, nullptr);
  };
  const std::uint32_t few = bytes();
  mode.example_capacity += 64;
  // 16 examples came before, and 64 are anchored.
  const std::size_t example = 2 * (mode.channels.size() + mode.params.size());
  const std::size_t places = 2 * (2 * 48 * 8 + 16 * 48 * ((mode.params.size() + 3) / 4));
  // The factor of 64 anchors lies where gradients and steps do; that of 16 fits there.
  const auto layers = layers_of(mode);
  std::size_t weights = 0;
  for (std::size_t i = 1; i < layers.size(); ++i) weights += (layers[i - 1] + 1) * layers[i];
  const std::size_t factor = 4 * (64 * 65 / 2) - 2 * ((4 * weights + 15) / 16 * 16);
  CHECK_EQUAL(bytes() - few, (64 * example + 15) / 16 * 16 + places + factor);
}

}  // namespace

int main() {
  CHECK_EQUAL(ens_abi_version(), ENS_ABI_VERSION);
  names_are_checked();
  shapes_are_checked();
  numbers_are_checked();
  memory_is_checked();
  dead_handles_answer();
  catalogue_tells_the_roles_of_slots();
  catalogue_answers_nothing_out_of_range();
  sample_rates_fall_back();
  bytes_follow_the_shape();
  return ens_test::result();
}
