/* The calls of the C ABI that keep params out of learning. Included by abi.h, which declares the
 * rest.
 */
#ifndef ENSEMBLE_ABI_LOCKS_H_
#define ENSEMBLE_ABI_LOCKS_H_

/* --- Locking params (control) ---------------------------------------------------------------- */

/* A locked param keeps its value, whatever the network, exploring or another voice space say:
 * ens_set_param alone moves it, and a MIDI clock sets tempo_bpm while it runs. ens_release_params,
 * ens_undo and changes of the examples leave it locked; an example holds its value as it sounds.
 * Locks and values are part of a taught file: ens_load makes them those of the file. */
/* Locks a param where it is: held, explored, or as the network gives it for the inputs. */
ENS_API EnsStatus ens_lock_param(EnsInstrument* instrument, uint32_t param);
/* Gives it back to the network. */
ENS_API EnsStatus ens_unlock_param(EnsInstrument* instrument, uint32_t param);
/* The unit value that each param is locked at; ENS_NOT_LOCKED for the others. */
ENS_API EnsStatus ens_read_locks(const EnsInstrument* instrument, uint16_t* out);
/* Makes the locks these, one value for each param, as ens_read_locks gives them. */
ENS_API EnsStatus ens_set_locks(EnsInstrument* instrument, const uint16_t* locks);

#endif /* ENSEMBLE_ABI_LOCKS_H_ */
