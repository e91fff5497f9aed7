// The catalogue calls of the C ABI: which engines were compiled in, and what they have.
#include "abi/handle.h"
#include "engines/registry.h"
#include "instrument/channels.h"
#include "instrument/driver.h"
#include "instrument/unit_bits.h"

namespace {

const ens::EngineInfo* info_of(uint32_t engine) {
  return engine < ens::engine_count() ? ens::engine_at(engine).info : nullptr;
}

const ens::Slot* slot_of(uint32_t engine, uint32_t slot) {
  const ens::EngineInfo* info = info_of(engine);
  return info != nullptr && slot < info->slots.size() ? &info->slots[slot] : nullptr;
}

}  // namespace

uint32_t ens_abi_version(void) {
  return ENS_ABI_VERSION;
}

uint32_t ens_engine_count(void) {
  return static_cast<uint32_t>(ens::engine_count());
}

const char* ens_engine_id(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info == nullptr ? nullptr : info->engine_id;
}

uint32_t ens_engine_slot_count(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info == nullptr ? 0 : static_cast<uint32_t>(info->slots.size());
}

const char* ens_engine_slot_name(uint32_t engine, uint32_t slot) {
  const ens::Slot* found = slot_of(engine, slot);
  return found == nullptr ? nullptr : found->name;
}

float ens_engine_slot_min(uint32_t engine, uint32_t slot) {
  const ens::Slot* found = slot_of(engine, slot);
  return found == nullptr ? 0.0f : found->min;
}

float ens_engine_slot_max(uint32_t engine, uint32_t slot) {
  const ens::Slot* found = slot_of(engine, slot);
  return found == nullptr ? 0.0f : found->max;
}

uint32_t ens_engine_slot_default(uint32_t engine, uint32_t slot) {
  const ens::Slot* found = slot_of(engine, slot);
  return found == nullptr ? 0 : ens::UnitBits::q15(found->default_unit);
}

uint32_t ens_engine_slot_steps(uint32_t engine, uint32_t voice_space, uint32_t slot) {
  return slot_of(engine, slot) == nullptr ? 0 : info_of(engine)->steps(voice_space, slot).count;
}

float ens_engine_slot_step(uint32_t engine, uint32_t voice_space, uint32_t slot, uint32_t step) {
  if (step >= ens_engine_slot_steps(engine, voice_space, slot)) return 0.0f;
  const ens::Slot& of = *slot_of(engine, slot);
  const ens::Steps steps = info_of(engine)->steps(voice_space, slot);
  return of.min + (of.max - of.min) * steps.share(static_cast<std::int32_t>(step));
}

uint32_t ens_engine_slot_pitch(uint32_t engine, uint32_t slot) {
  return slot_of(engine, slot) != nullptr && info_of(engine)->is_pitch(slot) ? 1 : 0;
}

uint32_t ens_engine_slot_role(uint32_t engine, uint32_t slot) {
  const ens::Slot* found = slot_of(engine, slot);
  return ens::code(found == nullptr ? ens::Role::kNone : found->role);
}

uint32_t ens_engine_voice_space_count(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info == nullptr ? 0 : static_cast<uint32_t>(info->voice_spaces.size());
}

const char* ens_engine_voice_space_name(uint32_t engine, uint32_t voice_space) {
  if (voice_space >= ens_engine_voice_space_count(engine)) return nullptr;
  return info_of(engine)->voice_spaces[voice_space].name;
}

uint32_t ens_engine_state_count(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info == nullptr ? 0 : static_cast<uint32_t>(info->state_count());
}

const char* ens_engine_state_name(uint32_t engine, uint32_t field) {
  if (field >= ens_engine_state_count(engine)) return nullptr;
  const ens::EngineInfo* info = info_of(engine);
  if (field < info->slots.size()) return info->slots[field].name;
  return info->live_fields[field - info->slots.size()];
}

uint32_t ens_engine_plays_notes(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info != nullptr && info->plays_notes ? 1 : 0;
}

uint32_t ens_engine_drones(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info != nullptr && info->drones ? 1 : 0;
}

uint32_t ens_engine_sends_midi(uint32_t engine) {
  const ens::EngineInfo* info = info_of(engine);
  return info != nullptr && info->sends_midi ? 1 : 0;
}

EnsStatus ens_engine_driver(uint32_t engine, EnsDriverConfig* out) {
  const ens::EngineInfo* info = info_of(engine);
  if (info == nullptr) return ENS_UNKNOWN_ENGINE;
  *out = ens::to_abi(ens::driver_config(info->driver, false));
  return ENS_OK;
}

uint32_t ens_select_sample_rate(double sample_rate_hz) {
  return ens::select_sample_rate(sample_rate_hz);
}

uint32_t ens_channel_count(void) {
  return ens::kChannelCount;
}

const char* ens_channel_name(uint32_t channel) {
  return channel < ens::kChannelCount ? ens::kChannels[channel].name : nullptr;
}
