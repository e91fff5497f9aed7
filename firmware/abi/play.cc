// The playing and sounding calls of the C ABI.
#include "abi/handle.h"

using ens::is_alive;

namespace {

EnsStatus answer(bool fine) {
  return fine ? ENS_OK : ENS_BAD_VALUE;
}

bool is_unit(uint32_t value) {
  return value <= ens::Unit::kOne;
}

void copy(const std::uint16_t* from, std::size_t count, uint16_t* to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

EnsStatus play(EnsInstrument* instrument, ens::NoteEvent::Kind kind, uint32_t key, uint32_t value) {
  constexpr uint32_t kLastKey = 127;
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (key > kLastKey || !is_unit(value)) return ENS_BAD_VALUE;
  const ens::NoteEvent event = {kind, static_cast<std::uint8_t>(key),
                                ens::Unit::from_q15(static_cast<std::uint16_t>(value))};
  return instrument->control().play(event) ? ENS_OK : ENS_QUEUE_FULL;
}

}  // namespace

EnsStatus ens_driver(const EnsInstrument* instrument, EnsDriverConfig* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  *out = ens::to_abi(instrument->driver);
  return ENS_OK;
}

EnsStatus ens_set_input(EnsInstrument* instrument, uint32_t index, uint32_t unit) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (!is_unit(unit)) return ENS_BAD_VALUE;
  return answer(instrument->control().set_input(index, static_cast<std::uint16_t>(unit)));
}

EnsStatus ens_release_input(EnsInstrument* instrument, uint32_t index) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return answer(instrument->control().release_input(index));
}

EnsStatus ens_set_param(EnsInstrument* instrument, uint32_t param, uint32_t unit) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (!is_unit(unit)) return ENS_BAD_VALUE;
  return answer(instrument->control().set_param(param, static_cast<std::uint16_t>(unit)));
}

EnsStatus ens_release_param(EnsInstrument* instrument, uint32_t param) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return answer(instrument->control().release_param(param));
}

EnsStatus ens_release_params(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->control().release_params();
  return ENS_OK;
}

EnsStatus ens_set_voice_space(EnsInstrument* instrument, uint32_t voice_space) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  return answer(instrument->control().set_voice_space(voice_space));
}

uint32_t ens_voice_space(const EnsInstrument* instrument) {
  return is_alive(instrument) ? static_cast<uint32_t>(instrument->control().voice_space()) : 0;
}

EnsStatus ens_note_on(EnsInstrument* instrument, uint32_t key, uint32_t velocity_unit) {
  return play(instrument, ens::NoteEvent::Kind::kOn, key, velocity_unit);
}

EnsStatus ens_note_off(EnsInstrument* instrument, uint32_t key) {
  return play(instrument, ens::NoteEvent::Kind::kOff, key, 0);
}

EnsStatus ens_all_notes_off(EnsInstrument* instrument) {
  return play(instrument, ens::NoteEvent::Kind::kAllOff, 0, 0);
}

EnsStatus ens_midi_in(EnsInstrument* instrument, uint32_t status, uint32_t data1, uint32_t data2) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (status < 0x80 || status > 0xff || data1 > 0x7f || data2 > 0x7f) return ENS_BAD_VALUE;
  const bool played = instrument->control().play_midi(static_cast<std::uint8_t>(status),
                                                      static_cast<std::uint8_t>(data1),
                                                      static_cast<std::uint8_t>(data2));
  return played ? ENS_OK : ENS_QUEUE_FULL;
}

uint32_t ens_next_event(EnsInstrument* instrument) {
  ens::MidiEvent event;
  if (!is_alive(instrument) || !instrument->control().next_event(&event)) return 0;
  return event.status | static_cast<uint32_t>(event.data1) << 8 |
         static_cast<uint32_t>(event.data2) << 16;
}

uint32_t ens_sample_rate(const EnsInstrument* instrument) {
  return is_alive(instrument) ? instrument->sample_rate_hz : 0;
}

EnsStatus ens_read_inputs(const EnsInstrument* instrument, uint16_t* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  copy(instrument->control().inputs(), instrument->control().channel_count(), out);
  return ENS_OK;
}

EnsStatus ens_read_outputs(const EnsInstrument* instrument, uint16_t* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  copy(instrument->control().outputs(), instrument->control().param_count(), out);
  return ENS_OK;
}

EnsStatus ens_read_params(const EnsInstrument* instrument, uint16_t* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  copy(instrument->control().params(), instrument->control().param_count(), out);
  return ENS_OK;
}

EnsStatus ens_read_state(EnsInstrument* instrument, float* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  const float* state = instrument->control().state();
  const std::size_t count = instrument->control().state_count();
  for (std::size_t i = 0; i < count; ++i) out[i] = state[i];
  return ENS_OK;
}

#ifndef ENS_NO_READ_BACK
EnsStatus ens_read_in_use(EnsInstrument* instrument, float* out) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->instrument.audio().read_in_use(out);
  return ENS_OK;
}
#endif

EnsStatus ens_map(EnsInstrument* instrument, const uint16_t* inputs, uint16_t* outputs) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->network.infer(inputs, outputs);
  return ENS_OK;
}

EnsStatus ens_process(EnsInstrument* instrument, const float* in_left, const float* in_right,
                      float* out_left, float* out_right, uint32_t frames) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (out_left == nullptr || out_right == nullptr) return ENS_BAD_VALUE;
  instrument->instrument.process(in_left, in_right, out_left, out_right, frames);
  return ENS_OK;
}

EnsStatus ens_control_tick(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->control().tick();
  return ENS_OK;
}

EnsStatus ens_audio_process(EnsInstrument* instrument, const float* in_left, const float* in_right,
                            float* out_left, float* out_right, uint32_t frames) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  if (out_left == nullptr || out_right == nullptr) return ENS_BAD_VALUE;
  instrument->instrument.audio().process(in_left, in_right, out_left, out_right, frames);
  return ENS_OK;
}

EnsStatus ens_reset(EnsInstrument* instrument) {
  if (!is_alive(instrument)) return ENS_BAD_HANDLE;
  instrument->instrument.audio().reset();
  instrument->control().begin_steps();
  return ENS_OK;
}
