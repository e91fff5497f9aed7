/* The calls of the C ABI that say what the slots of an engine are. Included by abi.h, which
 * declares the rest.
 */
#ifndef ENSEMBLE_ABI_ENGINE_SLOTS_H_
#define ENSEMBLE_ABI_ENGINE_SLOTS_H_

/* --- The slots of an engine (any) ------------------------------------------------------------ */

/* generated: role */
/* The purpose of a slot that is meant to change the loudness. */
enum {
  /* none: it changes the sound */
  ENS_ROLE_NONE = 0,
  /* sets how loud the whole instrument is */
  ENS_ROLE_LEVEL = 1,
  /* sets the level or the share of a part, a stage or an effect */
  ENS_ROLE_MIX = 2,
  /* sets the corner of a filter that can take away most of the sound */
  ENS_ROLE_CUTOFF = 3,
};
/* end */

ENS_API uint32_t ens_engine_slot_count(uint32_t engine);
ENS_API const char* ens_engine_slot_name(uint32_t engine, uint32_t slot);
/* The slot's range in the unit its name ends in; 0 when there is no such slot. */
ENS_API float ens_engine_slot_min(uint32_t engine, uint32_t slot);
ENS_API float ens_engine_slot_max(uint32_t engine, uint32_t slot);
/* The unit value of the slot in modes that do not list it. */
ENS_API uint32_t ens_engine_slot_default(uint32_t engine, uint32_t slot);
/* How many steps a voice space has for the slot, 0: it reads any value; and the value of a step. */
ENS_API uint32_t ens_engine_slot_steps(uint32_t engine, uint32_t space, uint32_t slot);
ENS_API float ens_engine_slot_step(uint32_t engine, uint32_t space, uint32_t slot, uint32_t step);
/* ENS_ROLE_…; ENS_ROLE_NONE when there is no such slot. */
ENS_API uint32_t ens_engine_slot_role(uint32_t engine, uint32_t slot);

#endif /* ENSEMBLE_ABI_ENGINE_SLOTS_H_ */
