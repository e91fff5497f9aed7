/* The calls of the C ABI that keep pitches on a scale. Included by abi.h, which declares the rest.
 */
#ifndef ENSEMBLE_ABI_SCALE_H_
#define ENSEMBLE_ABI_SCALE_H_

/* --- Scales (control) ------------------------------------------------------------------------ */

/* generated: scale */
/* Notes of a scale: a bit for each semitone above the root, the lowest for the root. */
enum {
  /* every semitone */
  ENS_SCALE_CHROMATIC = 4095,
  /* also ionian */
  ENS_SCALE_MAJOR = 2741,
  /* natural minor, also aeolian */
  ENS_SCALE_MINOR = 1453,
  /* minor with a raised seventh */
  ENS_SCALE_HARMONIC_MINOR = 2477,
  /* minor with a raised sixth and seventh */
  ENS_SCALE_MELODIC_MINOR = 2733,
  /* five notes of major */
  ENS_SCALE_MAJOR_PENTATONIC = 661,
  /* five notes of minor */
  ENS_SCALE_MINOR_PENTATONIC = 1193,
  /* minor pentatonic with a lowered fifth */
  ENS_SCALE_BLUES = 1257,
  /* minor with a raised sixth */
  ENS_SCALE_DORIAN = 1709,
  /* minor with a lowered second */
  ENS_SCALE_PHRYGIAN = 1451,
  /* major with a raised fourth */
  ENS_SCALE_LYDIAN = 2773,
  /* major with a lowered seventh */
  ENS_SCALE_MIXOLYDIAN = 1717,
  /* minor with a lowered second and fifth */
  ENS_SCALE_LOCRIAN = 1387,
  /* six whole tones */
  ENS_SCALE_WHOLE_TONE = 1365,
  /* whole tones and semitones by turns */
  ENS_SCALE_DIMINISHED = 2925,
};
/* end */

/* Pitches settle on the nearest note of a scale within their range, in equal temperament with
 * A4 = 440 Hz, whatever sets them; so they are read back, taught and heard there. A pitch leaves
 * its note once it is more than 0.6 of the way to the next. The scale is part of a taught file:
 * ens_load makes it that of the file. */
/* 1 if the slot is a pitch, else 0 (any). */
ENS_API uint32_t ens_engine_slot_pitch(uint32_t engine, uint32_t slot);
/* Bits 0…11 of `scale` are the semitones above the root that belong to it, as ENS_SCALE_… has them:
 * bit 0, the root, is one of them. Bits 12…15 are the root, 0 (C) … 11 (B). 0: no scale. */
ENS_API EnsStatus ens_set_scale(EnsInstrument* instrument, uint32_t scale);
/* The scale; 0 if there is none. */
ENS_API uint32_t ens_scale(const EnsInstrument* instrument);
/* Puts unit values, one for each param, where they would sound if they were held: on the nearest
 * note or step of those that have such. */
ENS_API EnsStatus ens_settle(const EnsInstrument* instrument, uint16_t* params);

#endif /* ENSEMBLE_ABI_SCALE_H_ */
