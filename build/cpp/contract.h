// @generated from dsl/contract/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens::link {

// First byte of every frame.
inline constexpr std::uint32_t kVersion = 1;
// Version, type and sequence number.
inline constexpr std::uint32_t kHeadBytes = 3;
// Longest body.
inline constexpr std::uint32_t kMaxBodyBytes = 512;
// CRC-32 after the body.
inline constexpr std::uint32_t kCrcBytes = 4;
// Set in the type of an answer.
inline constexpr std::uint32_t kAnswerBit = 128;
// Iterations from one progress event to the next.
inline constexpr std::uint32_t kProgressInterval = 50;

// First byte of every answer; any but kOk stands alone and means that nothing was changed.
enum class Status : std::uint8_t {
  kOk = 0,  // done
  kNoExamples = 1,  // there are no examples yet: add one first
  kExamplesFull = 2,  // the example memory is full: remove an example, or clear them
  kBadConfig = 3,  // learning_rate must be above 0 up to 100, max_iterations 1 to 1000000, min_error 0 to 1
  kBadShape = 4,  // layer sizes beyond the limits, or not those of channels and params
  kBadValue = 5,  // no such index, or a value above 1
  kNoMemory = 6,  // the memory is too small or not aligned to 16 bytes
  kTraining = 7,  // training is running: wait until it ends, or cancel it
  kNotTraining = 8,  // no training is running
  kNothingToUndo = 9,  // there is nothing to undo
  kBufferTooSmall = 10,  // the file does not fit into the memory there is for it
  kFileForeign = 11,  // this is not a taught file
  kFileDamaged = 12,  // the file is damaged
  kFileNewer = 13,  // the file is from a newer version: update the software that reads it
  kFileMismatch = 14,  // the file was taught for another mode: select that mode first
  kNotExploring = 15,  // no sound is being explored: begin with one first
  kBadHandle = 32,  // the instrument is null or was destroyed
  kUnknownEngine = 33,  // there is no engine with this id
  kUnknownChannel = 34,  // there is no input channel with this name
  kUnknownParam = 35,  // the engine has no slot for this param
  kQueueFull = 36,  // too many notes at once: this one was dropped
  kUnknownType = 64,  // this firmware does not know the request: update the firmware
  kBadBody = 65,  // the request is too short or too long, or a field is out of range
  kNotOnThisBoard = 66,  // this board cannot do that
  kFlashFull = 67,  // the flash memory is full: forget what is kept for another mode
  kFlashFailed = 68,  // the flash memory could not be written; what it kept is still there
};

// What a host can request.
enum class Request : std::uint8_t {
  kHello = 0x01,  // what the board is and how many modes it has
  kMode = 0x02,  // describes one of its modes
  kName = 0x03,  // the name of a channel, param, voice space or preset of the selected mode
  kSelectMode = 0x10,  // saves what was taught, selects a mode and loads what flash stores
  kSelectVoiceSpace = 0x11,  // selects a voice space
  kState = 0x12,  // what the board is doing, its counters, and what is wrong (flags of `fault`)
  kReadParams = 0x13,  // reads all params as they sound now
  kSetParam = 0x14,  // holds a param at a value
  kReleaseParams = 0x15,  // lets the network control all params again
  kSetInputs = 0x16,  // sets input channels, from `first` on
  kNoteOn = 0x17,  // plays a note
  kNoteOff = 0x18,  // ends a note
  kSetVolume = 0x19,  // sets the output volume, which is remembered
  kSelfTest = 0x1a,  // plays a tone for a second, left then right, and says which parts are there and which work
  kCalibrate = 0x1b,  // begins to learn the ends and the centre of the stick, or ends it with the stick at rest
  kPreset = 0x1c,  // how many presets the selected mode has, and which was chosen last, from 1; 0 if none
  kSelectPreset = 0x1d,  // saves what was taught and plays a preset, counted from 1; 0 plays what flash stores
  kLockParam = 0x1e,  // keeps a param out of learning, where it is, or gives it back to the network
  kReadLocks = 0x1f,  // reads the value that each param is locked at; 0xffff for those that are not locked
  kAddExample = 0x20,  // saves the current sound at the current inputs
  kRemoveNearest = 0x21,  // removes the example nearest to the current inputs
  kClearExamples = 0x22,  // removes all examples
  kTrain = 0x23,  // starts training with the configuration
  kTrainWith = 0x24,  // starts training with these settings, this time only
  kCancelTraining = 0x25,  // stops training and keeps what was learned so far
  kSetTrainConfig = 0x26,  // replaces the given fields of the configuration
  kTrainConfig = 0x27,  // reads the training configuration
  kJitter = 0x28,  // changes all weights by a random amount
  kUndo = 0x29,  // undoes the last training or jitter; sent again, redoes it
  kSetScale = 0x2a,  // chooses the scale that pitches snap to, as in taught files; 0: none
  kReadScale = 0x2b,  // reads the scale that pitches snap to; 0 if there is none
  kTaughtSize = 0x30,  // prepares the taught file for reading
  kTaughtRead = 0x31,  // reads a piece of the taught file
  kTaughtBegin = 0x32,  // announces a taught file of this size
  kTaughtWrite = 0x33,  // sends a piece of that file
  kTaughtEnd = 0x34,  // loads that file, all of it or nothing
  kKeep = 0x38,  // saves what was learned to flash
  kForget = 0x39,  // deletes what flash stores for this mode
  kClock = 0x40,  // emulator only: runs this many ticks
  kFreeRun = 0x41,  // emulator only: runs in real time, or stops
  kHoldControls = 0x42,  // emulator only: holds buttons and axes, turns the encoder by `turned` - 128; gives the light
  kExploreBegin = 0x50,  // lays a plane of sounds around the current one; the first two hand controls move in it
  kExploreMove = 0x51,  // moves to a place in the plane
  kExploreLike = 0x52,  // makes the sound at the place the middle of a smaller plane
  kExploreDislike = 0x53,  // lays another plane around the same sound
  kExploreUndo = 0x54,  // undoes the last like or dislike
  kExploreEnd = 0x55,  // ends exploring and holds the sound at the place
  kExploreState = 0x56,  // where exploring is, and how many presses can be undone
};

// What a board sends by itself.
enum class Event : std::uint8_t {
  kProgress = 0xf0,  // how training is going: every 50 iterations, and at the end
  kLog = 0xf1,  // a line of text for people
  kSelfTest = 0xf2,  // what a self-test at power-on found, before the first answer
};

// What the request `name` asks the name of.
enum class NameKind : std::uint8_t {
  kChannel = 0,  // an input channel
  kParam = 1,  // a param
  kVoiceSpace = 2,  // a voice space
  kPreset = 3,  // a preset, counted from 0
};

// What is wrong with a board; several can be at once.
enum class Fault : std::uint8_t {
  kCodec = 1,  // the codec does not answer: check its wires and power
  kFlash = 2,  // something taught could not be saved
  kUnfit = 4,  // what flash stores for this mode does not fit this firmware
  kLate = 8,  // a tick of audio took too long and was heard as a click
  kMidiLost = 16,  // MIDI arrived faster than it could be taken
  kRestarted = 32,  // the watchdog restarted the board
};

// Parts of a board that its self-test tests.
enum class Part : std::uint8_t {
  kCodec = 1,  // the codec answers with the id of an SGTL5000
  kClock = 2,  // the PLL that makes the sample clock is locked
  kJoystick = 4,  // every axis is near its middle: leave the stick alone
  kButtons = 8,  // no button is stuck, or all are held at power-on
  kMidi = 16,  // what is sent comes back: connect MIDI out with MIDI in
  kFlash = 32,  // a few bytes were saved, read back and deleted
};

// Unit values of a message, as many as the widest layer of channels or params has.
inline constexpr std::size_t kMaxUnits = 128;
struct Units {
  std::uint16_t values[kMaxUnits];
  std::size_t count;
};

// Bytes of a message, which lie in its frame or in memory that outlives the call.
struct Bytes {
  const std::uint8_t* data;
  std::size_t size;
};

// The fields of every request.
namespace request {
struct Hello {};
struct Mode {
  std::uint8_t index{};
};
struct Name {
  NameKind kind{};
  std::uint8_t index{};
};
struct SelectMode {
  std::uint8_t index{};
};
struct SelectVoiceSpace {
  std::uint8_t ordinal{};
};
struct State {};
struct ReadParams {};
struct SetParam {
  std::uint8_t index{};
  std::uint16_t value{};
};
struct ReleaseParams {};
struct SetInputs {
  std::uint8_t first{};
  Units values{};
};
struct NoteOn {
  std::uint8_t key{};
  std::uint16_t velocity{};
};
struct NoteOff {
  std::uint8_t key{};
};
struct SetVolume {
  std::uint16_t volume{};
};
struct SelfTest {};
struct Calibrate {
  bool begin{};
};
struct Preset {};
struct SelectPreset {
  std::uint8_t number{};
};
struct LockParam {
  std::uint8_t index{};
  bool locked{};
};
struct ReadLocks {};
struct AddExample {};
struct RemoveNearest {};
struct ClearExamples {};
struct Train {};
struct TrainWith {
  float learning_rate{};
  std::uint32_t max_iterations{};
  float min_error{};
};
struct CancelTraining {};
struct SetTrainConfig {
  std::uint8_t fields{};
  float learning_rate{};
  std::uint32_t max_iterations{};
  float min_error{};
};
struct TrainConfig {};
struct Jitter {
  std::uint16_t amount{};
};
struct Undo {};
struct SetScale {
  std::uint16_t scale{};
};
struct ReadScale {};
struct TaughtSize {};
struct TaughtRead {
  std::uint32_t at{};
  std::uint16_t count{};
};
struct TaughtBegin {
  std::uint32_t size{};
};
struct TaughtWrite {
  std::uint32_t at{};
  Bytes bytes{};
};
struct TaughtEnd {};
struct Keep {};
struct Forget {};
struct Clock {
  std::uint32_t ticks{};
};
struct FreeRun {
  bool on{};
};
struct HoldControls {
  std::uint8_t buttons{};
  std::uint8_t turned{};
  Units axes{};
};
struct ExploreBegin {
  std::uint32_t seed{};
};
struct ExploreMove {
  std::uint16_t x{};
  std::uint16_t y{};
};
struct ExploreLike {};
struct ExploreDislike {};
struct ExploreUndo {};
struct ExploreEnd {};
struct ExploreState {};
}  // namespace request

// The fields behind status kOk, of the requests that have any.
namespace answer {
struct Hello {
  std::uint16_t tick_frames{};
  std::uint32_t sample_rate_hz{};
  std::uint8_t modes{};
  const char* board{};
  const char* firmware{};
};
struct Mode {
  std::uint8_t channels{};
  std::uint8_t params{};
  std::uint8_t voice_spaces{};
  const char* mode_id{};
  const char* engine_id{};
};
struct Name {
  const char* name{};
};
struct State {
  std::uint8_t mode{};
  std::uint8_t voice_space{};
  bool training{};
  std::uint16_t examples{};
  std::uint16_t example_capacity{};
  std::uint32_t ticks{};
  std::uint32_t longest_tick_us{};
  std::uint32_t frames{};
  std::uint32_t broken{};
  std::uint32_t too_long{};
  std::uint32_t bad_crc{};
  std::uint32_t bad_version{};
  std::uint32_t late_ticks{};
  std::uint16_t faults{};
  std::uint16_t volume{};
};
struct ReadParams {
  Units values{};
};
struct SelfTest {
  std::uint16_t present{};
  std::uint16_t working{};
  std::uint16_t codec_id{};
  std::uint8_t buttons{};
  Units axes{};
};
struct Preset {
  std::uint8_t presets{};
  std::uint8_t number{};
};
struct ReadLocks {
  Units values{};
};
struct TrainConfig {
  float learning_rate{};
  std::uint32_t max_iterations{};
  float min_error{};
};
struct ReadScale {
  std::uint16_t scale{};
};
struct TaughtSize {
  std::uint32_t size{};
};
struct TaughtRead {
  Bytes bytes{};
};
struct HoldControls {
  bool lit{};
  std::uint8_t flashes{};
};
struct ExploreState {
  bool active{};
  std::uint16_t x{};
  std::uint16_t y{};
  std::uint16_t reach{};
  std::uint16_t presses{};
};
}  // namespace answer

// The fields of every event.
namespace event {
struct Progress {
  std::uint8_t state{};
  std::uint32_t iterations{};
  float error{};
};
struct Log {
  const char* text{};
};
struct SelfTest {
  std::uint16_t present{};
  std::uint16_t working{};
  std::uint16_t codec_id{};
  std::uint8_t buttons{};
  Units axes{};
};
}  // namespace event

// Read a body; false unless it holds exactly these fields, each in its range.
template <class Reader>
bool read(Reader& in, request::Hello&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Mode& to) {
  to.index = in.u8();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Name& to) {
  to.kind = static_cast<NameKind>(in.u8());
  to.index = in.u8();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SelectMode& to) {
  to.index = in.u8();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SelectVoiceSpace& to) {
  to.ordinal = in.u8();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::State&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ReadParams&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SetParam& to) {
  to.index = in.u8();
  to.value = in.u16();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ReleaseParams&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SetInputs& to) {
  to.first = in.u8();
  while (in.left() >= 2 && to.values.count < kMaxUnits) {
    to.values.values[to.values.count++] = in.u16();
  }
  if (to.values.count == 0) return false;
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::NoteOn& to) {
  to.key = in.u8();
  to.velocity = in.u16();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::NoteOff& to) {
  to.key = in.u8();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SetVolume& to) {
  to.volume = in.u16();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SelfTest&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Calibrate& to) {
  const std::uint8_t begin = in.u8();
  if (begin > 1) return false;
  to.begin = begin == 1;
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Preset&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SelectPreset& to) {
  to.number = in.u8();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::LockParam& to) {
  to.index = in.u8();
  const std::uint8_t locked = in.u8();
  if (locked > 1) return false;
  to.locked = locked == 1;
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ReadLocks&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::AddExample&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::RemoveNearest&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ClearExamples&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Train&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TrainWith& to) {
  to.learning_rate = in.f32();
  to.max_iterations = in.u32();
  to.min_error = in.f32();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::CancelTraining&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SetTrainConfig& to) {
  to.fields = in.u8();
  if (to.fields > 7) return false;
  to.learning_rate = in.f32();
  to.max_iterations = in.u32();
  to.min_error = in.f32();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TrainConfig&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Jitter& to) {
  to.amount = in.u16();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Undo&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::SetScale& to) {
  to.scale = in.u16();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ReadScale&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TaughtSize&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TaughtRead& to) {
  to.at = in.u32();
  to.count = in.u16();
  if (to.count > 511) return false;
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TaughtBegin& to) {
  to.size = in.u32();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TaughtWrite& to) {
  to.at = in.u32();
  to.bytes.data = in.rest(to.bytes.size);
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::TaughtEnd&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Keep&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Forget&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::Clock& to) {
  to.ticks = in.u32();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::FreeRun& to) {
  const std::uint8_t on = in.u8();
  if (on > 1) return false;
  to.on = on == 1;
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::HoldControls& to) {
  to.buttons = in.u8();
  to.turned = in.u8();
  while (in.left() >= 2 && to.axes.count < kMaxUnits) {
    to.axes.values[to.axes.count++] = in.u16();
  }
  if (to.axes.count == 0) return false;
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreBegin& to) {
  to.seed = in.u32();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreMove& to) {
  to.x = in.u16();
  to.y = in.u16();
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreLike&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreDislike&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreUndo&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreEnd&) {
  return in.done();
}

template <class Reader>
bool read(Reader& in, request::ExploreState&) {
  return in.done();
}

// Write a body.
template <class Writer>
void write(Writer& out, const answer::Hello& from) {
  out.u16(from.tick_frames);
  out.u32(from.sample_rate_hz);
  out.u8(from.modes);
  out.text(from.board);
  out.text(from.firmware);
}

template <class Writer>
void write(Writer& out, const answer::Mode& from) {
  out.u8(from.channels);
  out.u8(from.params);
  out.u8(from.voice_spaces);
  out.text(from.mode_id);
  out.text(from.engine_id);
}

template <class Writer>
void write(Writer& out, const answer::Name& from) {
  out.text(from.name);
}

template <class Writer>
void write(Writer& out, const answer::State& from) {
  out.u8(from.mode);
  out.u8(from.voice_space);
  out.u8(from.training ? 1 : 0);
  out.u16(from.examples);
  out.u16(from.example_capacity);
  out.u32(from.ticks);
  out.u32(from.longest_tick_us);
  out.u32(from.frames);
  out.u32(from.broken);
  out.u32(from.too_long);
  out.u32(from.bad_crc);
  out.u32(from.bad_version);
  out.u32(from.late_ticks);
  out.u16(from.faults);
  out.u16(from.volume);
}

template <class Writer>
void write(Writer& out, const answer::ReadParams& from) {
  for (std::size_t i = 0; i < from.values.count; ++i) out.u16(from.values.values[i]);
}

template <class Writer>
void write(Writer& out, const answer::SelfTest& from) {
  out.u16(from.present);
  out.u16(from.working);
  out.u16(from.codec_id);
  out.u8(from.buttons);
  for (std::size_t i = 0; i < from.axes.count; ++i) out.u16(from.axes.values[i]);
}

template <class Writer>
void write(Writer& out, const answer::Preset& from) {
  out.u8(from.presets);
  out.u8(from.number);
}

template <class Writer>
void write(Writer& out, const answer::ReadLocks& from) {
  for (std::size_t i = 0; i < from.values.count; ++i) out.u16(from.values.values[i]);
}

template <class Writer>
void write(Writer& out, const answer::TrainConfig& from) {
  out.f32(from.learning_rate);
  out.u32(from.max_iterations);
  out.f32(from.min_error);
}

template <class Writer>
void write(Writer& out, const answer::ReadScale& from) {
  out.u16(from.scale);
}

template <class Writer>
void write(Writer& out, const answer::TaughtSize& from) {
  out.u32(from.size);
}

template <class Writer>
void write(Writer& out, const answer::TaughtRead& from) {
  out.bytes(from.bytes.data, from.bytes.size);
}

template <class Writer>
void write(Writer& out, const answer::HoldControls& from) {
  out.u8(from.lit ? 1 : 0);
  out.u8(from.flashes);
}

template <class Writer>
void write(Writer& out, const answer::ExploreState& from) {
  out.u8(from.active ? 1 : 0);
  out.u16(from.x);
  out.u16(from.y);
  out.u16(from.reach);
  out.u16(from.presses);
}

template <class Writer>
void write(Writer& out, const event::Progress& from) {
  out.u8(from.state);
  out.u32(from.iterations);
  out.f32(from.error);
}

template <class Writer>
void write(Writer& out, const event::Log& from) {
  for (const char* at = from.text; *at != '\0'; ++at) out.u8(static_cast<std::uint8_t>(*at));
}

template <class Writer>
void write(Writer& out, const event::SelfTest& from) {
  out.u16(from.present);
  out.u16(from.working);
  out.u16(from.codec_id);
  out.u8(from.buttons);
  for (std::size_t i = 0; i < from.axes.count; ++i) out.u16(from.axes.values[i]);
}

}  // namespace ens::link
