/* The calls of the C ABI for taught files. Included by abi.h, which declares the rest. */
#ifndef ENSEMBLE_ABI_TAUGHT_H_
#define ENSEMBLE_ABI_TAUGHT_H_

/* Taught files (format: firmware/README.md) can be saved but not loaded while training runs. Saving
 * first finishes what is left to learn; a loaded file is heard from the next tick on. */
ENS_API uint32_t ens_save_bytes(const EnsInstrument* instrument);
ENS_API EnsStatus ens_save(EnsInstrument* instrument, uint8_t* out, uint32_t capacity,
                           uint32_t* written);
ENS_API EnsStatus ens_load(EnsInstrument* instrument, const uint8_t* file, uint32_t bytes);

#endif /* ENSEMBLE_ABI_TAUGHT_H_ */
