/* The C ABI of an Ensemble instrument: what browsers, firmware tools and plugin hosts call.
 *
 * Plain C, no globals, no exceptions. An instrument lives in one block of memory the caller gives;
 * after ens_create nothing is allocated. Every unit value is Q0.15 in a uint16_t: 0…32768 is 0…1, ½
 * is 16384. Strings are UTF-8 and NUL-terminated; strings handed out live as long as the program.
 *
 * Threads: calls marked (audio) belong to one thread, calls marked (control) to one thread, which
 * may be another; they never wait for each other. Calls marked (any) read constant tables.
 * ens_process is both at once, for hosts with a single thread: a host uses either it or the pair
 * ens_control_tick/ens_audio_process, never both on one instrument.
 *
 * A call that can fail answers an EnsStatus and then has changed nothing. A handle that is null or
 * was destroyed answers ENS_BAD_HANDLE; calls that answer a count answer 0 then.
 */
#ifndef ENSEMBLE_WASM_ABI_H_
#define ENSEMBLE_WASM_ABI_H_

#include <stdint.h>

#if defined(__wasm__)
#define ENS_API __attribute__((visibility("default"), used))
#else
#define ENS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a call, a struct or a meaning below changes. */
#define ENS_ABI_VERSION 1u

/* Frames from one control tick to the next. */
#define ENS_TICK_FRAMES 64u

/* All numbers are final: a code is never given another meaning. 1…14 are the learning core's. */
enum {
  ENS_OK = 0,
  ENS_NO_EXAMPLES = 1,   /* training was asked for, and nothing has been taught */
  ENS_EXAMPLES_FULL = 2, /* the store is full; nothing was added */
  ENS_BAD_CONFIG = 3,    /* a training setting is out of range */
  ENS_BAD_SHAPE = 4, /* layer sizes out of the core's limits, or not those of channels and params */
  ENS_BAD_VALUE = 5, /* a unit value above 32768, an index or an ordinal that does not exist */
  ENS_NO_MEMORY = 6, /* the block is too small or not aligned to 16 bytes */
  ENS_TRAINING = 7,  /* not while training runs */
  ENS_NOT_TRAINING = 8, /* there is no training to step or cancel */
  ENS_NOTHING_TO_UNDO = 9,
  ENS_BUFFER_TOO_SMALL = 10,
  ENS_FILE_FOREIGN = 11,  /* not a taught file */
  ENS_FILE_DAMAGED = 12,  /* truncated, too long, or a flipped bit */
  ENS_FILE_NEWER = 13,    /* from a later version of the format */
  ENS_FILE_MISMATCH = 14, /* a sound file of another mode */
  ENS_BAD_HANDLE = 32,
  ENS_UNKNOWN_ENGINE = 33,
  ENS_UNKNOWN_CHANNEL = 34,
  ENS_UNKNOWN_PARAM = 35, /* a param that is no slot of the engine */
  ENS_QUEUE_FULL = 36,    /* more notes than one tick takes; this one was dropped */
};
typedef int32_t EnsStatus;

typedef struct EnsInstrument EnsInstrument;

/* --- The catalogue: what the compiled engines say of themselves (any)
 * --------------------------------- */

ENS_API uint32_t ens_abi_version(void);

ENS_API uint32_t ens_engine_count(void);
/* Null when engine ≥ ens_engine_count(); the same for every name below whose index is out of range.
 */
ENS_API const char* ens_engine_id(uint32_t engine);
ENS_API uint32_t ens_engine_slot_count(uint32_t engine);
ENS_API const char* ens_engine_slot_name(uint32_t engine, uint32_t slot);
/* Ends of the slot's range in the unit its name ends in; 0 out of range. */
ENS_API float ens_engine_slot_min(uint32_t engine, uint32_t slot);
ENS_API float ens_engine_slot_max(uint32_t engine, uint32_t slot);
/* Where the slot rests when a mode does not list it, as a unit value. */
ENS_API uint32_t ens_engine_slot_default(uint32_t engine, uint32_t slot);
/* 0: one unnamed voice space, ordinal 0. */
ENS_API uint32_t ens_engine_voice_space_count(uint32_t engine);
ENS_API const char* ens_engine_voice_space_name(uint32_t engine, uint32_t voice_space);
/* State fields: the value of each slot in its range, then the engine's live fields. */
ENS_API uint32_t ens_engine_state_count(uint32_t engine);
ENS_API const char* ens_engine_state_name(uint32_t engine, uint32_t field);
/* 1 if note-on and note-off sound on it. */
ENS_API uint32_t ens_engine_plays_notes(uint32_t engine);

/* How the hardware is to be set before the engine sounds. */
typedef struct EnsDriverConfig {
  uint32_t input;              /* 0 none, 1 line, 2 microphone */
  uint32_t line_level;         /* 0…15 */
  uint32_t microphone_gain_db; /* 0…52 */
  float output_volume;         /* 0…1 */
  uint32_t sample_rate_hz;     /* 24000, 32000, 44100 or 48000 */
} EnsDriverConfig;
ENS_API EnsStatus ens_engine_driver(uint32_t engine, EnsDriverConfig* out);

/* The rate hardware can run: the given one if it is 24000, 32000, 44100 or 48000, else 48000 (also
 * for NaN, infinities and negatives). */
ENS_API uint32_t ens_select_sample_rate(double sample_rate_hz);

/* Input channels there are, over all modes. */
ENS_API uint32_t ens_channel_count(void);
ENS_API const char* ens_channel_name(uint32_t channel);

/* --- Making an instrument (control)
 * ------------------------------------------------------------------- */

/* What an instrument is made of. Every pointer is read during the call only. In wasm each field is
 * four bytes, so field i lies at byte 4·i. */
typedef struct EnsConfig {
  const char* engine_id;
  const char* mode_id;         /* kept in taught files; at most 64 bytes */
  const char* const* channels; /* names; as many as layers[0] */
  const char* const* params;   /* names of engine slots; as many as the last layer */
  const uint32_t* layers;      /* sizes: inputs, hidden…, outputs */
  uint32_t layer_count;        /* 3…10 */
  float sample_rate_hz;        /* taken through ens_select_sample_rate */
  uint32_t seed;               /* of the first weights, jitter and the wander_* channels */
  uint32_t default_spread;     /* unit value: of the first weights */
  float learning_rate;         /* training defaults, see EnsTrainConfig */
  uint32_t max_iterations;
  float min_error;
  uint32_t example_capacity; /* 1…65535 */
} EnsConfig;

/* Bytes ens_create needs for it, known before anything is made; 0 with *status set if it is not one
 * that can be made. `status` may be null. */
ENS_API uint32_t ens_instance_bytes(const EnsConfig* config, EnsStatus* status);
/* Makes an instrument in `memory` (aligned to 16 bytes). *out is its handle, which is `memory`. */
ENS_API EnsStatus ens_create(const EnsConfig* config, void* memory, uint32_t bytes,
                             EnsInstrument** out);
/* Ends it; the memory is the caller's again. */
ENS_API EnsStatus ens_destroy(EnsInstrument* instrument);

/* As the mode and its engine want the hardware: the engine's, with the microphone if the mode
 * hears. */
ENS_API EnsStatus ens_driver(const EnsInstrument* instrument, EnsDriverConfig* out);

/* --- Playing (control)
 * -------------------------------------------------------------------------------- */

/* Sets channel `index` of the mode. A channel the instrument moves itself (midi_*, audio_*,
 * wander_*) stays where it is put until ens_release_input. Heard at the next tick. */
ENS_API EnsStatus ens_set_input(EnsInstrument* instrument, uint32_t index, uint32_t unit);
ENS_API EnsStatus ens_release_input(EnsInstrument* instrument, uint32_t index);
/* Holds a param where a hand put it, whatever the network says, until released. */
ENS_API EnsStatus ens_set_param(EnsInstrument* instrument, uint32_t param, uint32_t unit);
ENS_API EnsStatus ens_release_param(EnsInstrument* instrument, uint32_t param);
ENS_API EnsStatus ens_release_params(EnsInstrument* instrument);
/* Ordinal < the engine's count, or 0. The sound fades out and in around the change. */
ENS_API EnsStatus ens_set_voice_space(EnsInstrument* instrument, uint32_t voice_space);
ENS_API uint32_t ens_voice_space(const EnsInstrument* instrument);

/* Notes for engines that play them; they also move midi_note and midi_velocity. key 0…127. */
ENS_API EnsStatus ens_note_on(EnsInstrument* instrument, uint32_t key, uint32_t velocity_unit);
ENS_API EnsStatus ens_note_off(EnsInstrument* instrument, uint32_t key);
ENS_API EnsStatus ens_all_notes_off(EnsInstrument* instrument);
/* A MIDI channel message as its bytes: notes, pitch bend, modulation wheel (CC 1), channel and key
 * pressure, all notes off (CC 120, 123) do what they say; others are accepted and ignored. */
ENS_API EnsStatus ens_midi_in(EnsInstrument* instrument, uint32_t status, uint32_t data1,
                              uint32_t data2);
/* The oldest MIDI message the engine sent, as status | data1 << 8 | data2 << 16; 0 if there is
 * none. */
ENS_API uint32_t ens_next_event(EnsInstrument* instrument);

/* Arrays of the mode's sizes, as of the last tick: channels, network outputs, what the engine was
 * given. */
/* What sample rate it runs at, in Hz. */
ENS_API uint32_t ens_sample_rate(const EnsInstrument* instrument);
ENS_API EnsStatus ens_read_inputs(const EnsInstrument* instrument, uint16_t* out);
ENS_API EnsStatus ens_read_outputs(const EnsInstrument* instrument, uint16_t* out);
ENS_API EnsStatus ens_read_params(const EnsInstrument* instrument, uint16_t* out);
/* The engine's state fields as of the last whole tick (ens_engine_state_count floats). */
ENS_API EnsStatus ens_read_state(EnsInstrument* instrument, float* out);
/* What the network answers at any place; changes nothing. For pictures of the learned map. */
ENS_API EnsStatus ens_map(EnsInstrument* instrument, const uint16_t* inputs, uint16_t* outputs);

/* --- Sound
 * -------------------------------------------------------------------------------------------- */

/* One thread for both (control and audio): runs a control tick before every 64 frames. Inputs may
 * be null (silence) and may be the outputs. Blocks of any size give the same samples. Outputs may
 * not be null. */
ENS_API EnsStatus ens_process(EnsInstrument* instrument, const float* in_left,
                              const float* in_right, float* out_left, float* out_right,
                              uint32_t frames);
/* Two threads: inputs → network → params, handed to the audio thread (control). */
ENS_API EnsStatus ens_control_tick(EnsInstrument* instrument);
/* Two threads: sound with the params that arrived last (audio). */
ENS_API EnsStatus ens_audio_process(EnsInstrument* instrument, const float* in_left,
                                    const float* in_right, float* out_left, float* out_right,
                                    uint32_t frames);
/* Silence and first state of engine, ticks and wander; what was taught, held or chosen stays. Not
 * while another thread is in ens_audio_process. */
ENS_API EnsStatus ens_reset(EnsInstrument* instrument);

/* --- Teaching (control)
 * ------------------------------------------------------------------------------- */

/* Adds an example: at these inputs, these params. */
ENS_API EnsStatus ens_add_example(EnsInstrument* instrument, const uint16_t* inputs,
                                  const uint16_t* params);
/* The same with the inputs and params of the last tick: what is sounding, here. */
ENS_API EnsStatus ens_record_example(EnsInstrument* instrument);
/* Removes the example nearest to the inputs (Euclid); ENS_NO_EXAMPLES if there is none. */
ENS_API EnsStatus ens_remove_nearest(EnsInstrument* instrument, const uint16_t* inputs);
ENS_API EnsStatus ens_clear_examples(EnsInstrument* instrument);
ENS_API uint32_t ens_example_count(const EnsInstrument* instrument);
ENS_API uint32_t ens_example_capacity(const EnsInstrument* instrument);
ENS_API EnsStatus ens_read_example(const EnsInstrument* instrument, uint32_t index,
                                   uint16_t* inputs, uint16_t* params);

typedef struct EnsTrainConfig {
  float learning_rate;     /* (0, 100], useful 0.03…3 */
  uint32_t max_iterations; /* 1…1,000,000 passes over all examples */
  float min_error;         /* [0, 1] mean squared error at which training stops */
} EnsTrainConfig;
enum {
  ENS_TRAIN_LEARNING_RATE = 1,
  ENS_TRAIN_MAX_ITERATIONS = 2,
  ENS_TRAIN_MIN_ERROR = 4,
};
/* Replaces the fields named in `fields` (ENS_TRAIN_* or-ed together); all or, out of range, none.
 */
ENS_API EnsStatus ens_set_train_config(EnsInstrument* instrument, const EnsTrainConfig* config,
                                       uint32_t fields);
ENS_API EnsStatus ens_train_config(const EnsInstrument* instrument, EnsTrainConfig* out);

/* Begins training with the configuration, or, with explicit settings, ignoring it. The sound goes
 * on. */
ENS_API EnsStatus ens_train_begin(EnsInstrument* instrument);
ENS_API EnsStatus ens_train_begin_with(EnsInstrument* instrument, const EnsTrainConfig* config);
/* Works on a slice: one unit of the budget is one example, or the update of one layer. Slicing
 * never changes the result. Answers ENS_OK also when it finished: ask ens_train_progress. */
ENS_API EnsStatus ens_train_step(EnsInstrument* instrument, uint32_t budget);
/* Stops; what was learned so far stays, and ens_undo takes it back. */
ENS_API EnsStatus ens_train_cancel(EnsInstrument* instrument);
/* Steps by itself: this many examples' worth at every control tick (0, the first value: the host
 * calls ens_train_step). So training fits between ticks and the same timeline gives the same bits.
 */
ENS_API EnsStatus ens_set_train_budget(EnsInstrument* instrument, uint32_t budget);
enum {
  ENS_TRAIN_IDLE = 0,      /* nothing was trained since the network was made or loaded */
  ENS_TRAIN_RUNNING = 1,   /* wants more steps */
  ENS_TRAIN_CONVERGED = 2, /* a whole pass fell below min_error */
  ENS_TRAIN_EXHAUSTED = 3, /* max_iterations passes did not get there: see ens_worst_example */
  ENS_TRAIN_CANCELLED = 4,
};
typedef struct EnsTrainProgress {
  uint32_t state;      /* ENS_TRAIN_… */
  uint32_t iterations; /* whole passes done */
  float error;         /* mean squared error of the last whole pass */
} EnsTrainProgress;
ENS_API EnsStatus ens_train_progress(const EnsInstrument* instrument, EnsTrainProgress* out);
/* Copies up to `capacity` points of the error, oldest first, of evenly spaced passes from the first
 * on; the number copied. *stride (may be null) is the passes from one point to the next. A training
 * of any length has at most 128 points. */
ENS_API uint32_t ens_train_history(const EnsInstrument* instrument, float* out, uint32_t capacity,
                                   uint32_t* stride);
/* The example learned worst: after ENS_TRAIN_EXHAUSTED the one to teach again or to remove, since
 * it contradicts the others or asks more than the network holds. UINT32_MAX if there is none. */
ENS_API uint32_t ens_worst_example(EnsInstrument* instrument);

/* Moves every weight at random by up to `amount` (unit value) of what a first draw would give it.
 */
ENS_API EnsStatus ens_jitter(EnsInstrument* instrument, uint32_t amount);
/* Draws the network anew from the instrument's random stream; examples stay. */
ENS_API EnsStatus ens_redraw(EnsInstrument* instrument);
/* Takes back the last training, jitter or redraw; again to take that back. */
ENS_API EnsStatus ens_undo(EnsInstrument* instrument);

/* Taught files (firmware/README.md says what each byte is). Saving is possible while training runs,
 * loading is not; a file that is refused changes nothing. */
ENS_API uint32_t ens_save_bytes(const EnsInstrument* instrument);
ENS_API EnsStatus ens_save(const EnsInstrument* instrument, uint8_t* out, uint32_t capacity,
                           uint32_t* written);
ENS_API EnsStatus ens_load(EnsInstrument* instrument, const uint8_t* file, uint32_t bytes);

/* --- Memory, in wasm only
 * ------------------------------------------------------------------------------ */

#if defined(__wasm__)
/* Blocks of the module's own memory, aligned to 16 bytes; 0 when there is no room. Memory grows
 * here and nowhere else, so not on an audio thread. */
ENS_API void* ens_allocate(uint32_t bytes);
ENS_API void ens_free(void* block);
#endif

#ifdef __cplusplus
}
#endif

#endif /* ENSEMBLE_WASM_ABI_H_ */
