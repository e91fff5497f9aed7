// How a plugin sounds, in blocks of any size: a MIDI message counts from the first tick that begins
// at its frame or after it, and those the engine sends carry the frame they came at. Nothing here
// allocates or waits.
#include <lv2/atom/util.h>

#include <algorithm>
#include <cstring>

#include "lv2/plugin.h"

namespace ens::lv2 {
namespace {

// At most a tick at a time, through buffers of our own: a host may give one buffer as input of one
// side and output of the other.
constexpr std::uint32_t kPart = ENS_TICK_FRAMES;

struct Sides {
  const float* in[2];
  float* out[2];
};

float* audio_at(const Plugin& plugin, std::uint32_t port) {
  return port == kNoPort ? nullptr : static_cast<float*>(plugin.connected[port]);
}

void play_part(host::Player& player, const Sides& sides, std::uint32_t at, std::uint32_t frames) {
  float in[2][kPart] = {};
  float out[2][kPart];
  for (int side = 0; side < 2; ++side) {
    if (sides.in[side] != nullptr) std::copy_n(sides.in[side] + at, frames, in[side]);
  }
  player.process(in[0], in[1], out[0], out[1], frames);
  for (int side = 0; side < 2; ++side) {
    if (sides.out[side] != nullptr) std::copy_n(out[side], frames, sides.out[side] + at);
  }
}

// The MIDI messages of a run, in order.
class MidiIn {
 public:
  MidiIn(const Plugin& plugin) : kind_(plugin.urids.midi_event) {
    if (plugin.ports->midi_in == kNoPort) return;
    sequence_ = static_cast<const LV2_Atom_Sequence*>(plugin.connected[plugin.ports->midi_in]);
    if (sequence_ != nullptr) next_ = lv2_atom_sequence_begin(&sequence_->body);
  }

  // Plays those up to this frame.
  void play(EnsInstrument* instrument, std::uint32_t at) {
    for (; !is_at_end() && next_->time.frames <= at; next_ = lv2_atom_sequence_next(next_)) {
      if (next_->body.type != kind_ || next_->body.size == 0 || next_->body.size > 3) continue;
      std::uint8_t bytes[3] = {};
      std::memcpy(bytes, next_ + 1, next_->body.size);
      ens_midi_in(instrument, bytes[0], bytes[1], bytes[2]);
    }
  }

 private:
  bool is_at_end() const {
    return sequence_ == nullptr ||
           lv2_atom_sequence_is_end(&sequence_->body, sequence_->atom.size, next_);
  }

  LV2_URID kind_;
  const LV2_Atom_Sequence* sequence_ = nullptr;
  const LV2_Atom_Event* next_ = nullptr;
};

// The MIDI messages of the engine, into the buffer of the host as far as it has room.
class MidiOut {
 public:
  MidiOut(const Plugin& plugin) : plugin_(plugin) {
    if (plugin.ports->midi_out == kNoPort) return;
    sequence_ = static_cast<LV2_Atom_Sequence*>(plugin.connected[plugin.ports->midi_out]);
    if (sequence_ == nullptr) return;
    room_ = sequence_->atom.size;
    sequence_->atom.type = plugin.urids.sequence;
    sequence_->body = {0, 0};
    lv2_atom_sequence_clear(sequence_);
  }

  void take(EnsInstrument* instrument, std::uint32_t frame) {
    for (std::uint32_t event = ens_next_event(instrument); event != 0;
         event = ens_next_event(instrument)) {
      add(event, frame);
    }
  }

 private:
  void add(std::uint32_t event, std::uint32_t frame) {
    if (sequence_ == nullptr) return;
    struct {
      LV2_Atom_Event head;
      std::uint8_t bytes[3];
    } message = {};
    message.head.time.frames = frame;
    message.head.body = {3, plugin_.urids.midi_event};
    for (int i = 0; i < 3; ++i) message.bytes[i] = static_cast<std::uint8_t>(event >> (8 * i));
    constexpr std::uint32_t kBytes = (sizeof(LV2_Atom_Event) + 3 + 7) & ~7u;
    if (room_ < sequence_->atom.size + kBytes) return;
    lv2_atom_sequence_append_event(sequence_, room_, &message.head);
  }

  const Plugin& plugin_;
  LV2_Atom_Sequence* sequence_ = nullptr;
  std::uint32_t room_ = 0;
};

}  // namespace

void run(LV2_Handle handle, std::uint32_t frames) {
  Plugin& plugin = *static_cast<Plugin*>(handle);
  host::Player& player = *plugin.player;
  take_controls(plugin);
  const Sides sides = {
      {audio_at(plugin, plugin.ports->left_in), audio_at(plugin, plugin.ports->right_in)},
      {audio_at(plugin, kLeftOut), audio_at(plugin, kRightOut)}};
  MidiIn midi_in(plugin);
  MidiOut midi_out(plugin);
  // What is set during a tick counts from the next one, so messages are due where ticks begin.
  for (std::uint32_t at = 0; at < frames;) {
    midi_in.play(player.instrument(), at);
    const std::uint32_t part = std::min({kPart, player.frames_to_tick(), frames - at});
    play_part(player, sides, at, part);
    at += part;
    // Messages come at the end of a tick, so they carry its last frame in blocks of any size.
    midi_out.take(player.instrument(), at - 1);
  }
  midi_in.play(player.instrument(), frames);
  give_reports(plugin);
}

}  // namespace ens::lv2
