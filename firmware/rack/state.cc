// What a patch, a preset and a duplicate keep beside knobs: the taught file as browsers and boards
// write it, and what the menu set. A preset of the plugin has a number in its place. Rack may save
// while sound runs, so the newest published file is read; it restores while nothing runs.
#include "host/base64.h"
#include "rack/module.h"
#include "statuses.h"

namespace ens::rack_host {
namespace {

template <class Values>
json_t* array_of(const Values& values, std::size_t count) {
  json_t* const array = json_array();
  for (std::size_t i = 0; i < count; ++i) {
    json_array_append_new(array, json_real(static_cast<double>(values[i].load())));
  }
  return array;
}

// Those of an array that are numbers; the others stay as they are.
template <class Values>
void take_array(json_t* array, std::size_t most, Values& values) {
  for (std::size_t i = 0; i < most && i < json_array_size(array); ++i) {
    const json_t* const value = json_array_get(array, i);
    using Value = decltype(values[i].load());
    if (json_is_number(value)) values[i] = static_cast<Value>(json_number_value(value));
  }
}

// A whole number up to `most`; what is none, or higher, leaves `value` as it is.
void take_choice(const json_t* root, const char* name, std::size_t most,
                 std::atomic<std::uint32_t>& value) {
  const json_t* const choice = json_object_get(root, name);
  if (!json_is_integer(choice)) return;
  const json_int_t number = json_integer_value(choice);
  if (number >= 0 && number <= static_cast<json_int_t>(most))
    value = static_cast<std::uint32_t>(number);
}

}  // namespace

json_t* Module::dataToJson() {
  json_t* const root = json_object();
  json_object_set_new(root, "voice_space", json_integer(voice_space.load()));
  json_object_set_new(root, "scale", json_integer(scale.load()));
  json_object_set_new(root, "scale_root", json_integer(scale_root.load()));
  json_object_set_new(root, "clock", json_integer(clock.load()));
  json_object_set_new(root, "training", array_of(training, host::kTrainValues));
  json_object_set_new(root, "once", array_of(once, host::kTrainValues));
  json_object_set_new(root, "bipolar", array_of(bipolar, mode.channel_count));
  if (voices_ == nullptr) return root;
  const std::string text = host::to_base64(voices_->first().read_published());
  json_object_set_new(root, "taught", json_string(text.c_str()));
  return root;
}

void Module::dataFromJson(json_t* root) {
  take_choice(root, "voice_space", mode.voice_space_count - 1, voice_space);
  take_choice(root, "scale", host::kMaxScaleChoice, scale);
  take_choice(root, "scale_root", host::kMaxRoot, scale_root);
  take_choice(root, "clock", host::kClockTriggers.size() - 1, clock);
  take_array(json_object_get(root, "training"), host::kTrainValues, training);
  take_array(json_object_get(root, "once"), host::kTrainValues, once);
  take_array(json_object_get(root, "bipolar"), mode.channel_count, bipolar);
  const json_t* const preset = json_object_get(root, "preset");
  if (json_is_number(preset)) choose(static_cast<std::uint64_t>(json_integer_value(preset)));
  const char* const text = json_string_value(json_object_get(root, "taught"));
  if (text == nullptr || voices_ == nullptr) return;
  const auto file = host::from_base64(text);
  if (!file) {
    WARN("%s: the lessons in the patch are not base64", mode.mode_id);
    return;
  }
  const EnsStatus status = voices_->load(file->data(), file->size());
  if (status != ENS_OK) WARN("%s: lessons in the patch: %s", mode.mode_id, message_of(status));
}

// One whose number is not there changes nothing.
void Module::choose(std::uint64_t at) {
  if (voices_ == nullptr || at >= mode.preset_count) return;
  const mode::Preset& preset = mode.presets[at];
  const EnsStatus status = voices_->choose(preset);
  if (status == ENS_OK) {
    voice_space = preset.voice_space;
  } else {
    WARN("%s: preset: %s", mode.mode_id, message_of(status));
  }
}

}  // namespace ens::rack_host
