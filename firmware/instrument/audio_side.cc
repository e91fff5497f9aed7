// Ticks on the audio thread: take params and notes, render 64 frames, report what was measured.
#include "instrument/audio_side.h"

#include "engines/registry.h"

namespace ens {
namespace {

// A writer that never stops cannot hold a tick up; what is over waits for the next.
constexpr std::size_t kNotesPerTick = 64;

}  // namespace

AudioSide::AudioSide(Engine* engine, Engine* analyser, Link* link)
    : engine_(engine), analyser_(analyser), link_(link) {
  engine_->even_loudness();
  std::size_t place = 0;
  for (const Channel& channel : kChannels) {
    if (channel.source != ChannelSource::kAnalyser) continue;
    analyser_field_[place++] =
        analyser_ == nullptr ? kNoChannel : find_state_field(analyser_->info(), channel.name);
  }
}

void AudioSide::reset() {
  frames_left_ = 0;
  ticks_ = 0;
  engine_->reset();
  if (analyser_ != nullptr && analyser_ != engine_) analyser_->reset();
  NoteEvent note;
  for (std::size_t i = 0; i < kNotesPerTick && link_->notes.pop(&note); ++i) {
  }
  report();
}

void AudioSide::play(const NoteEvent& note) {
  switch (note.kind) {
    case NoteEvent::Kind::kOn:
      return engine_->note_on(note.key, note.value, note.channel);
    case NoteEvent::Kind::kOff:
      return engine_->note_off(note.key);
    case NoteEvent::Kind::kAllOff:
      return engine_->all_notes_off();
    case NoteEvent::Kind::kBend:
      if (note.channel != 0) return engine_->note_bend(note.channel, note.value);
      return engine_->pitch_bend(note.value);
    case NoteEvent::Kind::kBendRange:
      return engine_->bend_range(note.value);
    case NoteEvent::Kind::kMod:
      return engine_->mod_wheel(note.value);
    case NoteEvent::Kind::kPressure:
      if (note.channel != 0) return engine_->note_pressure(note.channel, note.value);
      return engine_->pressure(note.value);
    case NoteEvent::Kind::kTimbre:
      return engine_->note_timbre(note.channel, note.value);
    case NoteEvent::Kind::kNoteBendRange:
      return engine_->note_bend_range(note.value);
    case NoteEvent::Kind::kSustain:
      return engine_->sustain(!(note.value == Unit()));
    case NoteEvent::Kind::kFirstBeat:
      return engine_->beat(true);
    case NoteEvent::Kind::kBeat:
      return engine_->beat(false);
  }
}

void AudioSide::begin_tick() {
  if (link_->params.take()) {
    const ParamFrame& frame = link_->params.value();
    if (ticks_ == 0) {
      // Where the engine starts, not where it glides to from its defaults.
      engine_->start(frame.voice_space, frame.slots);
    } else {
      engine_->set_voice_space(frame.voice_space);
      if (frame.sounds != sounds_) engine_->glide();
      engine_->set_params(frame.slots);
    }
    sounds_ = frame.sounds;
  }
  NoteEvent note;
  for (std::size_t i = 0; i < kNotesPerTick && link_->notes.pop(&note); ++i) play(note);
  frames_left_ = kTickFrames;
}

void AudioSide::read_in_use(float* out) {
  const EngineKind* kind = find_engine(engine_->info().engine_id);
  if (kind != nullptr) engine_->read_in_use(kind->in_use, out);
}

void AudioSide::report() {
  SoundFrame& frame = link_->sound.draft();
  frame.ticks = ticks_;
  engine_->read_state(frame.state);
  if (analyser_ != nullptr) {
    float heard[kMaxStateFields];
    const float* fields = frame.state;
    if (analyser_ != engine_) {
      analyser_->read_state(heard);
      fields = heard;
    }
    for (std::size_t i = 0; i < kAnalyserChannelCount; ++i) {
      frame.analyser[i] =
          analyser_field_[i] == kNoChannel ? Unit() : Unit::from_ratio(fields[analyser_field_[i]]);
    }
  }
  link_->sound.publish();
}

void AudioSide::end_tick() {
  ++ticks_;
  report();
  MidiEvent event;
  while (engine_->next_event(&event)) link_->events.push(event);
}

void AudioSide::listen(const float* in_left, const float* in_right, std::size_t frames) {
  if (analyser_ == nullptr || analyser_ == engine_) return;
  analyser_->process(in_left, in_right, unused_output_[0], unused_output_[1], frames);
}

void AudioSide::process(const float* in_left, const float* in_right, float* out_left,
                        float* out_right, std::size_t frames) {
  while (frames > 0) {
    if (frames_left_ == 0) begin_tick();
    const std::size_t part = frames < frames_left_ ? frames : frames_left_;
    listen(in_left, in_right, part);  // first: the outputs may be the inputs
    engine_->process(in_left, in_right, out_left, out_right, part);
    if (in_left != nullptr) in_left += part;
    if (in_right != nullptr) in_right += part;
    out_left += part;
    out_right += part;
    frames_left_ -= part;
    frames -= part;
    if (frames_left_ == 0) end_tick();
  }
}

}  // namespace ens
