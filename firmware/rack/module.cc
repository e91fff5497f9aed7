// What a module plays and does: everything but its looks.
#include "rack/module.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "host/units.h"
#include "registry.h"
#include "statuses.h"

namespace ens::rack_host {
namespace {

constexpr float kVolts = 5.0f;       // of sound at full scale
constexpr float kUnitVolts = 10.0f;  // of a unit value of 1
constexpr int kCable = 16;           // channels of a cable
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

int Module::trimmer_of(int channel) const {
  return kFirstParam + static_cast<int>(mode.channel_count) + channel;
}

int Module::hand_of(int param) const {
  return kFirstParam + 2 * static_cast<int>(mode.channel_count) + param;
}

void Module::configure() {
  const auto channel_total = static_cast<int>(mode.channel_count);
  const auto param_total = static_cast<int>(mode.param_count);
  config(hand_of(param_total), kFirstInput + channel_total,
         kFirstOutput + (param_total + kCable - 1) / kCable, kFirstLight);
  for (const Group& group : panel.groups) {
    for (const Part& part : group.parts) configure(part);
  }
}

void Module::configure(const Part& part) {
  switch (part.kind) {
    case Kind::kKnob:
    case Kind::kTrimmer:
      configParam(part.id, part.min, part.max, part.rest, part.name);
      return;
    case Kind::kButton:
      configButton(part.id, part.name);
      return;
    case Kind::kLatch:
      configSwitch(part.id, 0.0f, 1.0f, 0.0f, part.name, {"Off", "On"});
      return;
    case Kind::kInput:
      configInput(part.id, part.name);
      return;
    case Kind::kOutput:
      configOutput(part.id, part.name);
      return;
    case Kind::kLight:
      configLight(part.id, part.name);
      return;
  }
}

void Module::set_defaults() {
  voice_space = 0;
  clock = 0;
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
  taken_ = {};
  holds_ = false;
  voice_space_set_ = 0;
  ens_train_config(voices_->first().instrument(), &training_set_);
  rendered_ = given_ = left_in_tick_ = 0;
}

void Module::process(const ProcessArgs&) {
  if (voices_ == nullptr) return;
  watch();
  if (given_ == rendered_) {
    if (left_in_tick_ == 0) begin_tick();
    render(voices_->first().listens() ? 1 : left_in_tick_);
  }
  const auto count = static_cast<std::uint8_t>(voices_->count());
  for (int side = 0; side < 2; ++side) {
    outputs[kLeftOutput + side].setChannels(count);
    for (std::uint8_t voice = 0; voice < count; ++voice) {
      outputs[kLeftOutput + side].setVoltage(kVolts * sound_[side][voice][given_], voice);
    }
  }
  ++given_;
}

// Triggers may be as short as a frame, so they are looked for in every one.
void Module::watch() {
  for (std::size_t i = 0; i < kActions.size(); ++i) {
    const bool button = buttons_[i].rose(params[kTeachParam + i].getValue());
    const bool trigger = triggers_[i].rose(inputs[kTeachInput + i].getVoltage());
    if (button || trigger) pressed_ |= kActions[i];
  }
  if (panel.follows_clock) {
    clock_.watch(inputs[kClockInput].getVoltage(), inputs[kResetInput].getVoltage());
  }
  if (!panel.plays_notes) return;
  for (std::uint8_t voice = 0; voice < voices_->count(); ++voice) {
    notes_[voice].watch(inputs[kGateInput].getPolyVoltage(voice));
  }
}

void Module::render(std::uint32_t frames) {
  const bool listens = voices_->first().listens();
  for (std::uint8_t voice = 0; voice < voices_->count(); ++voice) {
    float in[2] = {};
    if (listens) {
      in[0] = inputs[kLeftInput].getPolyVoltage(voice) / kVolts;
      // A mono cable at the left is heard on both sides.
      rack::engine::Input& right = inputs[kRightInput];
      in[1] = right.isConnected() ? right.getPolyVoltage(voice) / kVolts : in[0];
    }
    (*voices_)[voice].process(listens ? &in[0] : nullptr, listens ? &in[1] : nullptr,
                              sound_[0][voice], sound_[1][voice], frames);
  }
  rendered_ = frames;
  given_ = 0;
  left_in_tick_ -= frames;
}

void Module::begin_tick() {
  const std::uint32_t before = voices_->count();
  const std::uint32_t wanted = wanted_voices();
  voices_->follow();
  if (wanted != before) voices_->set_count(wanted);
  for (std::uint32_t voice = before; voice < wanted; ++voice) notes_[voice] = {};
  take_settings();
  for (std::uint32_t voice = 0; voice < wanted; ++voice) {
    const auto cable = static_cast<std::uint8_t>(voice);
    if (panel.plays_notes) {
      notes_[voice].play((*voices_)[voice].instrument(), inputs[kPitchInput].getPolyVoltage(cable),
                         inputs[kVelocityInput].getNormalPolyVoltage(kNormalVelocity, cable));
    }
    set_channels(voice);
  }
  release_channels();
  explore();
  hold_params();
  if (panel.follows_clock) follow_clock();
  act(pressed_ | requests_.exchange(0));
  pressed_ = 0;
  report();
  left_in_tick_ = voices_->first().frames_to_tick();
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
void Module::set_channels(std::uint32_t voice) {
  for (std::uint32_t i = 0; i < mode.channel_count; ++i) {
    const Channel& channel = *panel.channels[i];
    const auto index = static_cast<int>(i);
    rack::engine::Input& input = inputs[static_cast<std::size_t>(kFirstInput + index)];
    if (channel.of_notes || (channel.moves_itself && !input.isConnected())) continue;
    float ratio = channel.moves_itself
                      ? channel.rest
                      : params[static_cast<std::size_t>(kFirstParam + index)].getValue();
    if (input.isConnected()) {
      const float volts = input.getPolyVoltage(static_cast<std::uint8_t>(voice));
      const float place = volts / kUnitVolts + (bipolar[i] ? 0.5f : 0.0f);
      const float amount = params[static_cast<std::size_t>(trimmer_of(index))].getValue();
      ratio += amount * (place - channel.rest);
    }
    (*voices_)[voice].set_input(i, unit_at(ratio));
    if (channel.moves_itself) taken_[i] = true;
  }
}

void Module::release_channels() {
  for (std::uint32_t i = 0; i < mode.channel_count; ++i) {
    if (!taken_[i] || inputs[kFirstInput + i].isConnected()) continue;
    voices_->release_input(i);
    taken_[i] = false;
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
  if (holds_ && !holds) voices_->release_params();
  holds_ = holds;
  for (std::uint32_t i = 0; holds && i < mode.param_count; ++i) {
    const auto knob = static_cast<std::size_t>(hand_of(static_cast<int>(i)));
    const std::uint32_t unit = unit_at(params[knob].getValue());
    for (std::uint32_t voice = 0; voice < voices_->count(); ++voice) {
      (*voices_)[voice].set_param(i, unit);
    }
  }
}

// A clock sets the tempo of all voices, and its beats are theirs.
void Module::follow_clock() {
  constexpr std::uint32_t kPulses = 24;  // of a MIDI clock in a beat
  constexpr std::uint32_t kPulse = 0xf8, kStart = 0xfa;
  const host::ClockOfVolts::Due due = clock_.take(kPulses / kClockTriggers[clock]);
  for (std::uint32_t voice = 0; voice < voices_->count(); ++voice) {
    EnsInstrument* const instrument = (*voices_)[voice].instrument();
    if (due.starts) ens_midi_in(instrument, kStart, 0, 0);
    for (std::uint32_t i = 0; i < due.pulses; ++i) ens_midi_in(instrument, kPulse, 0, 0);
  }
}

void Module::take_settings() {
  const std::uint32_t space = voice_space;
  if (space != voice_space_set_) voices_->set_voice_space(space);
  voice_space_set_ = space;
  const EnsTrainConfig wanted = config_of(training);
  if (std::memcmp(&wanted, &training_set_, sizeof wanted) == 0) return;
  training_set_ = wanted;
  constexpr std::uint32_t kAll =
      ENS_TRAIN_LEARNING_RATE | ENS_TRAIN_MAX_ITERATIONS | ENS_TRAIN_MIN_ERROR;
  const EnsStatus status = ens_set_train_config(voices_->first().instrument(), &wanted, kAll);
  if (status != ENS_OK) status_ = status;
}

void Module::act(std::uint32_t actions) {
  const host::ActionValues values = {config_of(once), ENS_UNIT_ONE / 10};
  for (std::uint32_t bit = 1; bit <= actions; bit *= 2) {
    if ((actions & bit) == 0) continue;
    const bool of_plane = bit == host::kUndo && voices_->explores();
    const auto action = of_plane ? host::kExploreUndo : static_cast<host::Action>(bit);
    status_ = host::do_action(voices_->first(), action, values);
  }
}

// Params as they are now, and how training stands: full light is an error of a quarter.
void Module::report() {
  EnsInstrument* const instrument = voices_->first().instrument();
  std::uint16_t values[ENS_MAX_OUTPUTS];
  ens_read_params(instrument, values);
  for (std::size_t i = 0; i < mode.param_count; ++i) {
    rack::engine::Output& output = outputs[kFirstOutput + i / kCable];
    const std::size_t left = mode.param_count - i;
    if (i % kCable == 0) {
      output.setChannels(static_cast<std::uint8_t>(std::min<std::size_t>(left, kCable)));
    }
    output.setVoltage(kUnitVolts * static_cast<float>(host::ratio_of(values[i])),
                      static_cast<std::uint8_t>(i % kCable));
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
  if (voices_ == nullptr) return;
  if (voices_->first().rate().host_hz == static_cast<double>(event.sampleRate)) return;
  const EnsStatus status = voices_->set_rate(static_cast<double>(event.sampleRate));
  rendered_ = given_ = left_in_tick_ = 0;
  if (status != ENS_OK) WARN("%s: %s", mode.mode_id, message_of(status));
  if (voices_->first().rate().exact) return;
  WARN(
      "%s: at %.0f Hz the pitch is wrong; 44.1 and 48 kHz are right, and twice or four times those",
      mode.mode_id, static_cast<double>(event.sampleRate));
}

}  // namespace ens::rack_host
