/* The C ABI of an Ensemble instrument, for browsers, boards, tools and plugin hosts.
 *
 * Plain C in this header and those it includes: no globals, no exceptions. An instrument lives in
 * one block of the caller's memory; nothing is allocated after ens_create. Unit values are Q0.15 in
 * a uint16_t: 0…32768 means 0…1. Strings are UTF-8, end in NUL and live as long as the program.
 *
 * Threads: calls marked (audio) belong to one thread and calls marked (control) to one thread,
 * which may be another; they never wait for each other. Calls marked (any) read constant tables.
 * ens_process does both, for hosts with a single thread: use either it or the pair
 * ens_control_tick/ens_audio_process, never both on one instrument.
 *
 * A call that can fail returns an EnsStatus; unless that is ENS_OK, nothing was changed. A null or
 * destroyed handle returns ENS_BAD_HANDLE; calls that return a count then return 0.
 * `npm run gen` writes sections between "generated" and "end" from dsl/contract, for all targets.
 */
#ifndef ENSEMBLE_ABI_ABI_H_
#define ENSEMBLE_ABI_ABI_H_

#include <stdint.h>

#if defined(__wasm__)
#define ENS_API __attribute__((visibility("default"), used))
#else
#define ENS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* generated: constants */
/* Raised when a call, a struct or a meaning changes. */
#define ENS_ABI_VERSION 1u
/* Frames from one control tick to the next. */
#define ENS_TICK_FRAMES 64u
/* The unit value (Q0.15 in a uint16_t) that stands for 1. */
#define ENS_UNIT_ONE 32768u
/* The sample rate used where none, or an unsupported one, is requested. */
#define ENS_SAMPLE_RATE_HZ 48000u
/* Most points in the error history of a training. */
#define ENS_HISTORY_LENGTH 128u
/* The default seed, so that an untaught mode sounds the same everywhere. */
#define ENS_FIRST_SEED 1u
/* The default number of examples an instrument holds. */
#define ENS_EXAMPLE_CAPACITY 64u
/* Most examples an instrument can be made to hold. */
#define ENS_MAX_EXAMPLES 65535u
/* Most layers, counting inputs and outputs. */
#define ENS_MAX_LAYERS 10u
/* Most neurons in a layer. */
#define ENS_MAX_LAYER_SIZE 256u
/* Most input channels of a mode. */
#define ENS_MAX_INPUTS 64u
/* Most params of a mode. */
#define ENS_MAX_OUTPUTS 128u
/* In place of the unit value of a locked param: it is not locked. */
#define ENS_NOT_LOCKED 65535u
/* Longest mode id. */
#define ENS_MAX_MODE_ID_BYTES 64u
/* end */

/* Statuses. A number, once given, never changes its meaning. */
/* generated: statuses */
enum {
  /* done */
  ENS_OK = 0,
  /* there are no examples yet: add one first */
  ENS_NO_EXAMPLES = 1,
  /* the example memory is full: remove an example, or clear them */
  ENS_EXAMPLES_FULL = 2,
  /* learning_rate must be above 0 up to 100, max_iterations 1 to 1000000, min_error 0 to 1 */
  ENS_BAD_CONFIG = 3,
  /* layer sizes beyond the limits, or not those of channels and params */
  ENS_BAD_SHAPE = 4,
  /* no such index, or a value above 1 */
  ENS_BAD_VALUE = 5,
  /* the memory is too small or not aligned to 16 bytes */
  ENS_NO_MEMORY = 6,
  /* training is running: wait until it ends, or cancel it */
  ENS_TRAINING = 7,
  /* no training is running */
  ENS_NOT_TRAINING = 8,
  /* there is nothing to undo */
  ENS_NOTHING_TO_UNDO = 9,
  /* the file does not fit into the memory there is for it */
  ENS_BUFFER_TOO_SMALL = 10,
  /* this is not a taught file */
  ENS_FILE_FOREIGN = 11,
  /* the file is damaged */
  ENS_FILE_DAMAGED = 12,
  /* the file is from a newer version: update the software that reads it */
  ENS_FILE_NEWER = 13,
  /* the file was taught for another mode: select that mode first */
  ENS_FILE_MISMATCH = 14,
  /* no sound is being explored: begin with one first */
  ENS_NOT_EXPLORING = 15,
  /* the instrument is null or was destroyed */
  ENS_BAD_HANDLE = 32,
  /* there is no engine with this id */
  ENS_UNKNOWN_ENGINE = 33,
  /* there is no input channel with this name */
  ENS_UNKNOWN_CHANNEL = 34,
  /* the engine has no slot for this param */
  ENS_UNKNOWN_PARAM = 35,
  /* too many notes at once: this one was dropped */
  ENS_QUEUE_FULL = 36,
};
/* end */
typedef int32_t EnsStatus;

typedef struct EnsInstrument EnsInstrument;

/* --- The catalogue: which engines were compiled in (any) ------------------------------------- */

ENS_API uint32_t ens_abi_version(void);
ENS_API uint32_t ens_engine_count(void);
/* Here and below a name is null when its index is out of range. */
ENS_API const char* ens_engine_id(uint32_t engine);
/* 0 means one unnamed voice space, ordinal 0. */
ENS_API uint32_t ens_engine_voice_space_count(uint32_t engine);
ENS_API const char* ens_engine_voice_space_name(uint32_t engine, uint32_t voice_space);
/* State fields: the value of each slot in its range, then the engine's live fields. */
ENS_API uint32_t ens_engine_state_count(uint32_t engine);
ENS_API const char* ens_engine_state_name(uint32_t engine, uint32_t field);
/* 1 if it plays notes; if it also sounds by itself until the first; if it sends MIDI messages. */
ENS_API uint32_t ens_engine_plays_notes(uint32_t engine);
ENS_API uint32_t ens_engine_drones(uint32_t engine);
ENS_API uint32_t ens_engine_sends_midi(uint32_t engine);

/* generated: audio-input */
/* What an engine listens to. */
enum {
  /* nothing */
  ENS_INPUT_NONE = 0,
  /* the line input */
  ENS_INPUT_LINE = 1,
  /* the microphone */
  ENS_INPUT_MICROPHONE = 2,
};
/* end */

/* generated: driver-config */
/* How to set up the hardware before the engine plays. */
typedef struct EnsDriverConfig {
  /* ENS_INPUT_… */
  uint32_t input;
  /* 0…15 */
  uint32_t line_level;
  /* 0…52 */
  uint32_t microphone_gain_db;
  /* 0…1 */
  float output_volume;
  /* 24000, 32000, 44100 or 48000 */
  uint32_t sample_rate_hz;
} EnsDriverConfig;
/* end */
ENS_API EnsStatus ens_engine_driver(uint32_t engine, EnsDriverConfig* out);

/* The given rate if EnsDriverConfig allows it, else ENS_SAMPLE_RATE_HZ. */
ENS_API uint32_t ens_select_sample_rate(double sample_rate_hz);

/* All input channels of all modes. */
ENS_API uint32_t ens_channel_count(void);
ENS_API const char* ens_channel_name(uint32_t channel);

/* --- Creating an instrument (control) -------------------------------------------------------- */

/* generated: instrument-config */
/* What an instrument is made of. Pointers are read only during the call. */
typedef struct EnsConfig {
  /* id of the engine */
  const char* engine_id;
  /* stored in taught files: a-z, 0-9 and _, a letter first, at most 64 bytes */
  const char* mode_id;
  /* names of input channels, layers[0] of them */
  const char* const* channels;
  /* names of engine slots, one for each output */
  const char* const* params;
  /* sizes: inputs, hidden…, outputs */
  const uint32_t* layers;
  /* 3…10 */
  uint32_t layer_count;
  /* goes through ens_select_sample_rate */
  float sample_rate_hz;
  /* for the first weights, jitter and the wander_* channels */
  uint32_t seed;
  /* unit value: how far the first weights spread */
  uint32_t default_spread;
  /* training default, see EnsTrainConfig */
  float learning_rate;
  /* training default */
  uint32_t max_iterations;
  /* training default */
  float min_error;
  /* 1…65535 */
  uint32_t example_capacity;
} EnsConfig;
/* end */

/* Bytes that ens_create needs; 0 if config is invalid, with the reason in *status, if not null. */
ENS_API uint32_t ens_instance_bytes(const EnsConfig* config, EnsStatus* status);
/* Creates an instrument in `memory`, aligned to 16 bytes; that address is its handle, in *out. */
ENS_API EnsStatus ens_create(const EnsConfig* config, void* memory, uint32_t bytes,
                             EnsInstrument** out);
/* After this, the memory belongs to the caller again. */
ENS_API EnsStatus ens_destroy(EnsInstrument* instrument);

/* The settings its engine asks for, with the microphone if a channel of the mode needs it. */
ENS_API EnsStatus ens_driver(const EnsInstrument* instrument, EnsDriverConfig* out);

/* --- Playing (control) ----------------------------------------------------------------------- */

/* Counts from the next tick on. A channel that the instrument moves itself (midi_*, audio_*,
 * wander_*) stays where it is put until ens_release_input. */
ENS_API EnsStatus ens_set_input(EnsInstrument* instrument, uint32_t index, uint32_t unit);
ENS_API EnsStatus ens_release_input(EnsInstrument* instrument, uint32_t index);
/* Holds a param at this value, whatever the network says, until it is released. */
ENS_API EnsStatus ens_set_param(EnsInstrument* instrument, uint32_t param, uint32_t unit);
ENS_API EnsStatus ens_release_param(EnsInstrument* instrument, uint32_t param);
ENS_API EnsStatus ens_release_params(EnsInstrument* instrument);
/* An ordinal below the engine's count, or 0. The sound fades out before it and back in after. */
ENS_API EnsStatus ens_set_voice_space(EnsInstrument* instrument, uint32_t voice_space);
ENS_API uint32_t ens_voice_space(const EnsInstrument* instrument);

/* Notes, key 0…127, for engines that play them. They also move midi_note and midi_velocity. */
ENS_API EnsStatus ens_note_on(EnsInstrument* instrument, uint32_t key, uint32_t velocity_unit);
ENS_API EnsStatus ens_note_off(EnsInstrument* instrument, uint32_t key);
ENS_API EnsStatus ens_all_notes_off(EnsInstrument* instrument);
/* The bytes of a MIDI message; messages of no use are ignored. While a MIDI clock runs, it sets the
 * param tempo_bpm, even if held; after start or continue, engines with beats follow its beats. */
ENS_API EnsStatus ens_midi_in(EnsInstrument* instrument, uint32_t status, uint32_t data1,
                              uint32_t data2);
/* Takes the oldest MIDI message that the engine has sent, as status | data1 << 8 | data2 << 16; 0
 * if none is left. */
ENS_API uint32_t ens_next_event(EnsInstrument* instrument);

/* The sample rate it runs at, in Hz. */
ENS_API uint32_t ens_sample_rate(const EnsInstrument* instrument);
/* As of the last tick: each channel, each network output, each param as the engine got it. */
ENS_API EnsStatus ens_read_inputs(const EnsInstrument* instrument, uint16_t* out);
ENS_API EnsStatus ens_read_outputs(const EnsInstrument* instrument, uint16_t* out);
ENS_API EnsStatus ens_read_params(const EnsInstrument* instrument, uint16_t* out);
/* The engine's state fields as of the last whole tick (ens_engine_state_count floats). */
ENS_API EnsStatus ens_read_state(EnsInstrument* instrument, float* out);
/* For tests, after the first frame since ens_reset: the value of each slot that sound processing
 * really uses, in the slot's unit. NaN where it cannot be known (the level is zero, or the value is
 * at a limit); infinity where the voice space does not use the slot. */
ENS_API EnsStatus ens_read_in_use(EnsInstrument* instrument, float* out);
/* The outputs of the network for any inputs; changes nothing. For pictures of the learned map. */
ENS_API EnsStatus ens_map(EnsInstrument* instrument, const uint16_t* inputs, uint16_t* outputs);

/* --- Sound ----------------------------------------------------------------------------------- */

/* One thread (control and audio): a control tick before every 64 frames. Inputs may be null, which
 * is silence, or the same buffers as the outputs. Blocks of any size give the same samples. */
ENS_API EnsStatus ens_process(EnsInstrument* instrument, const float* in_left,
                              const float* in_right, float* out_left, float* out_right,
                              uint32_t frames);
/* Two threads: inputs → network → params, passed to the audio thread (control). */
ENS_API EnsStatus ens_control_tick(EnsInstrument* instrument);
/* Two threads: renders sound with the latest params (audio). */
ENS_API EnsStatus ens_audio_process(EnsInstrument* instrument, const float* in_left,
                                    const float* in_right, float* out_left, float* out_right,
                                    uint32_t frames);
/* Silences and resets the engine, and resets the count of ticks and the wander channels; what was
 * taught, held or selected stays. Not while another thread is in ens_audio_process. */
ENS_API EnsStatus ens_reset(EnsInstrument* instrument);

/* --- Teaching (control) ---------------------------------------------------------------------- */

/* After the examples change, control ticks and ens_train_step learn them in slices, for a few
 * hundredths of a second in all. The map changes at the end; it then gives every taught sound at
 * its place (within 1/4096; where places are closer than 1/500, the newest). It depends only on the
 * examples, their order and the first weights, not on when they were taught or on the slices. */

/* Adds an example: these params for these inputs. */
ENS_API EnsStatus ens_add_example(EnsInstrument* instrument, const uint16_t* inputs,
                                  const uint16_t* params);
/* Adds the current sound at the current place: the inputs as they are set, and each param as it is
 * held or else as the network gives it there, after finishing what is left to learn. The same calls
 * record the same example at any pace. Not while training runs (ENS_TRAINING). */
ENS_API EnsStatus ens_record_example(EnsInstrument* instrument);
/* Removes the example nearest to the inputs (Euclidean); ENS_NO_EXAMPLES if there is none. */
ENS_API EnsStatus ens_remove_nearest(EnsInstrument* instrument, const uint16_t* inputs);
ENS_API EnsStatus ens_clear_examples(EnsInstrument* instrument);
ENS_API uint32_t ens_example_count(const EnsInstrument* instrument);
ENS_API uint32_t ens_example_capacity(const EnsInstrument* instrument);
ENS_API EnsStatus ens_read_example(const EnsInstrument* instrument, uint32_t index,
                                   uint16_t* inputs, uint16_t* params);

/* generated: train-config */
/* Settings of training. */
typedef struct EnsTrainConfig {
  /* above 0, at most 100; useful values are 0.03…3 */
  float learning_rate;
  /* 1…1,000,000 passes over all examples */
  uint32_t max_iterations;
  /* 0…1: mean squared error at which training stops */
  float min_error;
} EnsTrainConfig;
/* end */
/* generated: train-field */
/* Which fields of a training configuration to replace. */
enum {
  /* the learning rate */
  ENS_TRAIN_LEARNING_RATE = 1,
  /* the number of passes */
  ENS_TRAIN_MAX_ITERATIONS = 2,
  /* the error to reach */
  ENS_TRAIN_MIN_ERROR = 4,
};
/* end */
/* Replaces the fields that have their bit in `fields`; none of them if one is out of range. */
ENS_API EnsStatus ens_set_train_config(EnsInstrument* instrument, const EnsTrainConfig* config,
                                       uint32_t fields);
ENS_API EnsStatus ens_train_config(const EnsInstrument* instrument, EnsTrainConfig* out);
/* Begins training from the current weights, with the training configuration or, this once, with the
 * one given. Sound continues, and the map stays as it was until training ends. */
ENS_API EnsStatus ens_train_begin(EnsInstrument* instrument);
ENS_API EnsStatus ens_train_begin_with(EnsInstrument* instrument, const EnsTrainConfig* config);
/* Trains a little: a unit of the budget is one example, or the update of one layer. Also returns
 * ENS_OK when training ends: see ens_train_progress. */
ENS_API EnsStatus ens_train_step(EnsInstrument* instrument, uint32_t budget);
/* Stops training; what was learned so far stays until ens_undo. If none is running, this finishes
 * what is left to learn; ENS_NOT_TRAINING if there is nothing. */
ENS_API EnsStatus ens_train_cancel(EnsInstrument* instrument);
/* Once begun, training continues with this budget at every control tick. With 0, the initial value,
 * only ens_train_step trains. */
ENS_API EnsStatus ens_set_train_budget(EnsInstrument* instrument, uint32_t budget);
/* generated: train-state */
/* The state of training. */
enum {
  /* not trained since the network was made or loaded, or the examples changed */
  ENS_TRAIN_IDLE = 0,
  /* needs more steps */
  ENS_TRAIN_RUNNING = 1,
  /* the error of a whole pass fell below min_error */
  ENS_TRAIN_CONVERGED = 2,
  /* max_iterations passes did not reach min_error */
  ENS_TRAIN_EXHAUSTED = 3,
  /* stopped on request */
  ENS_TRAIN_CANCELLED = 4,
};
/* end */
/* generated: train-progress */
/* How far training has got. */
typedef struct EnsTrainProgress {
  /* ENS_TRAIN_IDLE…ENS_TRAIN_CANCELLED */
  uint32_t state;
  /* whole passes done */
  uint32_t iterations;
  /* mean squared error of the last whole pass */
  float error;
} EnsTrainProgress;
/* end */
ENS_API EnsStatus ens_train_progress(const EnsInstrument* instrument, EnsTrainProgress* out);
/* Copies up to `capacity` of at most ENS_HISTORY_LENGTH points of the error, oldest first, and
 * returns how many. *stride (may be null) is the number of passes between two points. */
ENS_API uint32_t ens_train_history(const EnsInstrument* instrument, float* out, uint32_t capacity,
                                   uint32_t* stride);
/* The example with the largest error; UINT32_MAX if there is none. After ENS_TRAIN_EXHAUSTED teach
 * it again or remove it: it contradicts others, or the network is too small for it. */
ENS_API uint32_t ens_worst_example(EnsInstrument* instrument);
/* Mean squared error at an example before anchors correct it; 0 if there is no such example. */
ENS_API float ens_example_error(EnsInstrument* instrument, uint32_t index);

/* Moves every weight at random by up to `amount` (unit value) of the range of first weights. */
ENS_API EnsStatus ens_jitter(EnsInstrument* instrument, uint32_t amount);
/* Draws new random weights from the instrument's random stream; examples stay. */
ENS_API EnsStatus ens_redraw(EnsInstrument* instrument);
/* Undoes the last training, jitter or redraw; call it again to redo. */
ENS_API EnsStatus ens_undo(EnsInstrument* instrument);

#include "abi/engine_slots.h"
#include "abi/explore.h"
#include "abi/locks.h"
#include "abi/scale.h"
#include "abi/taught.h"
/* --- Memory, in WebAssembly only ------------------------------------------------------------- */
#if defined(__wasm__)
/* A block of the module's own memory, aligned to 16 bytes; null when there is no room. Memory grows
 * here and nowhere else: never call it on an audio thread. */
ENS_API void* ens_allocate(uint32_t bytes);
ENS_API void ens_free(void* block);
#endif

#ifdef __cplusplus
}
#endif

#endif /* ENSEMBLE_ABI_ABI_H_ */
