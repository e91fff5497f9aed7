// What a module plays and does: everything but its looks.
#include "rack/module.h"

#include <algorithm>
#include <cmath>

#include "host/units.h"
#include "registry.h"
#include "statuses.h"

namespace ens::rack_host {
namespace {

constexpr float kVolts = 5.0f;         // of sound at full scale
constexpr float kUnitVolts = 10.0f;    // of a unit value of 1
constexpr int kCable = 16;             // channels of a cable
constexpr std::uint32_t kPulses = 24;  // of a MIDI clock in a beat
constexpr float kNormalVelocity = kUnitVolts * 100.0f / 127.0f;

std::uint32_t unit_at(float ratio) {
  return host::unit_of(static_cast<double>(ratio));
}

EnsTrainConfig config_of(const Training& values) {
  return host::train_config({values[0], values[1], values[2]});
}

}  // namespace

Module::Module(std::size_t place) : mode(mode::kModes[place]), panel(kPanels[place]) {
  configure();
  set_defaults();
  make_voices(ENS_SAMPLE_RATE_HZ);
}

void Module::configure() {
  config(panel.param_count, panel.input_count, panel.output_count, kFirstLight);
  for (const Group& group : panel.groups) {
    for (const Part& part : group.parts) configure(part);
  }
}

void Module::configure(const Part& part) {
  switch (part.kind) {
    case Kind::kKnob:
    case Kind::kTrimmer:
      return void(configParam(part.id, part.min, part.max, part.rest, part.name));
    case Kind::kButton:
      return void(configButton(part.id, part.name));
    case Kind::kLatch:
      return void(configSwitch(part.id, 0.0f, 1.0f, 0.0f, part.name, {"Off", "On"}));
    case Kind::kInput:
      return void(configInput(part.id, part.name));
    case Kind::kOutput:
      return void(configOutput(part.id, part.name));
    case Kind::kLight:
      return void(configLight(part.id, part.name));
  }
}

void Module::set_defaults() {
  // The first of each, which for scales is the one in the lessons.
  voice_space = scale = scale_root = clock = 0;
  for (std::size_t i = 0; i < host::kTrainValues; ++i) {
    training[i] = once[i] = host::train_default(static_cast<host::TrainValue>(i));
  }
  for (std::size_t i = 0; i < mode.channel_count; ++i) bipolar[i] = panel.channels[i]->bipolar;
}

void Module::make_voices(double rate_hz) {
  EnsStatus status = ENS_OK;
  voices_ = host::Voices::open(mode, rate_hz, &status);
  if (voices_ == nullptr) {
    WARN("%s: %s", mode.mode_id, message_of(status));
    return;
  }
  const bool listens = voices_->first().listens();
  if (listens) {
    bypassRoutes.clear();
    configBypass(kLeftInput, kLeftOutput);
    configBypass(kRightInput, kRightOutput);
  }
  notes_ = {};
  clock_ = {};
  frames_.restart(listens);
}

void Module::process(const ProcessArgs&) {
  if (voices_ == nullptr) return;
  watch();
  if (frames_.listens()) hear();
  if (frames_.is_due()) {
    if (frames_.is_at_tick()) begin_tick();
    frames_.render(*voices_);
  }
  const auto count = static_cast<std::uint8_t>(voices_->count());
  for (std::uint8_t side = 0; side < 2; ++side) {
    rack::engine::Output& output = outputs[kLeftOutput + side];
    for (std::uint8_t voice = 0; voice < count; ++voice) {
      output.setVoltage(kVolts * frames_.sound(side, voice), voice);
    }
  }
  frames_.next();
}

// Triggers may be as short as a frame, so they are looked for in every one; a finger stays longer.
void Module::watch() {
  rack::engine::Input* const jacks = &inputs[kTeachInput];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < kActions.size(); ++i) {
    if (triggers_[i].rose(jacks[i].getVoltage())) [[unlikely]]
      pressed_ |= kActions[i];
  }
  if (panel.follows_clock) {
    clock_.watch(inputs[kClockInput].getVoltage(), inputs[kResetInput].getVoltage());
  }
  if (!panel.plays_notes) return;
  for (std::uint8_t voice = 0; voice < voices_->count(); ++voice) {
    notes_[voice].watch(inputs[kGateInput].getPolyVoltage(voice));
  }
}

// A mono cable at the left is heard on both sides.
void Module::hear() {
  rack::engine::Input& left = inputs[kLeftInput];
  rack::engine::Input& right = inputs[kRightInput].isConnected() ? inputs[kRightInput] : left;
  const auto count = static_cast<std::uint8_t>(voices_->count());
  for (std::uint8_t voice = 0; voice < count; ++voice) {
    frames_.hear(voice, left.getPolyVoltage(voice) / kVolts, right.getPolyVoltage(voice) / kVolts);
  }
}

void Module::begin_tick() {
  const std::uint32_t before = voices_->count();
  const std::uint32_t wanted = wanted_voices();
  voices_->follow();
  if (wanted != before) voices_->set_count(wanted);
  for (std::uint32_t voice = before; voice < wanted; ++voice) notes_[voice] = {};
  take_settings();
  for (std::uint8_t voice = 0; voice < wanted && panel.plays_notes; ++voice) {
    notes_[voice].play((*voices_)[voice].instrument(), inputs[kGateInput].isConnected(),
                       inputs[kPitchInput].getPolyVoltage(voice),
                       inputs[kVelocityInput].getNormalPolyVoltage(kNormalVelocity, voice));
  }
  for (std::uint32_t i = 0; i < mode.channel_count; ++i) set_channel(i);
  explore();
  hold_params();
  if (panel.follows_clock)
    voices_->follow_clock(clock_.take(kPulses / host::kClockTriggers[clock]));
  for (std::size_t i = 0; i < kActions.size(); ++i) {
    if (buttons_[i].rose(params[kTeachParam + i].getValue())) pressed_ |= kActions[i];
  }
  act(pressed_ | requests_.exchange(0));
  pressed_ = 0;
  report();
}

// As many as the cable with the most channels has; clocks have one.
std::uint32_t Module::wanted_voices() {
  int most = 1;
  for (std::size_t i = kPitchInput; i < inputs.size(); ++i) {
    if (i != kClockInput && i != kResetInput) most = std::max(most, inputs[i].getChannels());
  }
  return static_cast<std::uint32_t>(std::min(most, kCable));
}

// The jack moves a channel around its knob, or takes it over where there is none.
void Module::set_channel(std::uint32_t index) {
  const Channel& channel = *panel.channels[index];
  rack::engine::Input& input = inputs[kFirstInput + index];
  const bool is_free = channel.moves_itself && !input.isConnected();
  if (is_free && !free_[index]) voices_->release_input(index);
  free_[index] = is_free;
  if (is_free || channel.of_notes) return;
  const float at = channel.moves_itself ? channel.rest : params[kFirstParam + index].getValue();
  const float amount = input.isConnected() ? params[panel.first_trimmer + index].getValue() : 0.0f;
  for (std::uint8_t voice = 0; voice < voices_->count(); ++voice) {
    const float volts = input.getPolyVoltage(voice);
    const float place = volts / kUnitVolts + (bipolar[index] ? 0.5f : 0.0f);
    (*voices_)[voice].set_input(index, unit_at(at + amount * (place - channel.rest)));
  }
}

// The jacks move the place in the plane around its knobs.
void Module::explore() {
  std::uint32_t spot[2];
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const float volts = inputs[kExploreXInput + axis].getVoltage();
    spot[axis] = unit_at(params[kExploreXParam + axis].getValue() + volts / kUnitVolts);
  }
  const bool on = params[kExploreParam].getValue() > 0.5f;
  const bool turned = on != voices_->explores();
  const EnsStatus status = voices_->explore(on, spot[0], spot[1]);
  if (turned) status_ = status;
}

// While HOLD is on, all params are where their knobs are.
void Module::hold_params() {
  const bool holds = params[kHoldParam].getValue() > 0.5f;
  std::uint16_t units[ENS_MAX_OUTPUTS];
  for (std::size_t i = 0; i < mode.param_count && holds; ++i) {
    units[i] = static_cast<std::uint16_t>(unit_at(params[panel.first_hand + i].getValue()));
  }
  voices_->hold(holds, units);
}

void Module::take_settings() {
  voices_->set_voice_space(voice_space);
  if (panel.has_pitches) voices_->set_scale({scale, scale_root});
  const EnsStatus status = voices_->set_training(config_of(training));
  if (status != ENS_OK) status_ = status;
}

void Module::act(std::uint32_t actions) {
  if ((actions & host::kUndo) != 0 && voices_->explores())
    actions ^= host::kUndo | host::kExploreUndo;
  const host::ActionValues values = {config_of(once), ENS_UNIT_ONE / 10};
  status_ = host::do_actions(voices_->first(), actions, values, status_);
}

// The voices on the cables of the sound, params as they are now, and how training stands: full
// light is an error of a quarter.
void Module::report() {
  for (const std::size_t side : {kLeftOutput, kRightOutput}) {
    outputs[side].setChannels(static_cast<std::uint8_t>(voices_->count()));
  }
  EnsInstrument* const instrument = voices_->first().instrument();
  std::uint16_t values[ENS_MAX_OUTPUTS];
  ens_read_params(instrument, values);
  for (std::size_t first = 0; first < mode.param_count; first += kCable) {
    rack::engine::Output& output = outputs[kFirstOutput + first / kCable];
    if (!output.isConnected()) continue;
    const auto count =
        static_cast<std::uint8_t>(std::min<std::size_t>(mode.param_count - first, kCable));
    output.setChannels(count);
    for (std::uint8_t i = 0; i < count; ++i) {
      output.setVoltage(kUnitVolts * static_cast<float>(host::ratio_of(values[first + i])), i);
    }
  }
  EnsTrainProgress progress = {};
  ens_train_progress(instrument, &progress);
  const bool trains = progress.state == ENS_TRAIN_RUNNING;
  lights[kTrainingLight].setBrightness(trains ? 1.0f : 0.0f);
  const bool trained = progress.state != ENS_TRAIN_IDLE;
  lights[kErrorLight].setBrightness(trained ? std::min(1.0f, 2.0f * std::sqrt(progress.error))
                                            : 0.0f);
}

// Initialize: as a new module.
void Module::onReset(const ResetEvent& event) {
  rack::engine::Module::onReset(event);
  set_defaults();
  make_voices(voices_ == nullptr ? ENS_SAMPLE_RATE_HZ : voices_->first().rate().host_hz);
}

// Randomize: a random sound that Undo takes back. Knobs stay, and so do the lessons.
void Module::onRandomize(const RandomizeEvent&) {
  request(host::kRandom);
}

void Module::onSampleRateChange(const SampleRateChangeEvent& event) {
  const auto rate_hz = static_cast<double>(event.sampleRate);
  if (voices_ == nullptr || voices_->first().rate().host_hz == rate_hz) return;
  const EnsStatus status = voices_->set_rate(rate_hz);
  frames_.restart(voices_->first().listens());
  if (status != ENS_OK) WARN("%s: %s", mode.mode_id, message_of(status));
  if (voices_->first().rate().exact) return;
  WARN("%s: %s", mode.mode_id, host::wrong_rate(rate_hz).c_str());
}

}  // namespace ens::rack_host
