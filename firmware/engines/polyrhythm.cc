// What the three lines of polyrhythm.h play, as MIDI and as sound.
#include "engines/polyrhythm.h"

#include "dsp/ceiling.h"

namespace ens {
namespace {

constexpr std::uint8_t kNoteOff = 0x80, kNoteOn = 0x90, kControlChange = 0xb0;
constexpr std::uint8_t kNeverSent = 255;
// A MIDI cable carries 16 messages in these ticks; notes come first, controllers in what is left.
constexpr std::uint32_t kTicksBetween = 4;
// What is drawn at a step.
constexpr std::uint32_t kOfChance = 0x51, kOfRatchet = 0x52, kOfTouch = 0x53, kOfMelody = 0x54;
// Cycles of the high line before its melody changes.
constexpr std::uint64_t kPhrase = 4;
// What the bass may play above the chord's own tone: fifth, seventh, third, octave are added in
// this order as the range grows.
constexpr std::int32_t kBassDegrees[] = {0, 0, 4, 0, 6, 2};
constexpr float kStereoGain = 1.1f;

}  // namespace

void Polyrhythm::on_prepare() {
  dc_left_.prepare(sample_rate());
  dc_right_.prepare(sample_rate());
}

// Whatever was sent a note is told that it ended.
void Polyrhythm::on_reset() {
  end_notes();
  for (Line& line : lines_) {
    for (Blip& blip : line.blips) blip.stop();
    line.strikes_left = 0;
    line.step = 0;
  }
  song_.begin();
  is_fresh_ = true;
  level_.reset(0.0f);
  dc_left_.reset();
  dc_right_.reset();
  for (auto& values : sent_) {
    for (std::uint8_t& value : values) value = kNeverSent;
  }
  next_controller_ = 0;
  quiet_ticks_ = 0;
}

// The song goes on with another band, which has other keys.
bool Polyrhythm::on_voice_space() {
  end_notes();
  return false;
}

void Polyrhythm::on_beat(bool is_first) {
  if (!is_first) return song_.pull(slot(kTempo), sample_rate());
  end_notes();
  song_.begin();
}

// All that a line does in this tick, in order: the end of its key, the strikes of a ratchet, steps.
void Polyrhythm::plan_line(std::uint8_t which) {
  Line& line = lines_[which];
  const std::uint32_t per_half = steps_per_half(line.settings.per_beat);
  std::uint64_t step = step_from(song_.from(), per_half);
  while (true) {
    const std::uint64_t next_step = position_of(step, per_half);
    const bool strikes = line.strikes_left > 0 && line.strikes_at < next_step;
    const std::uint64_t next = strikes ? line.strikes_at : next_step;
    if (line.key != kNoKey && line.ends_at <= next && line.ends_at < song_.until()) {
      plan(line.ends_at, which, kNoKey, 0.0f);
    }
    if (next >= song_.until()) return;
    if (strikes) {
      strike(which);
    } else {
      take_step(which, step++, per_half);
    }
  }
}

void Polyrhythm::take_step(std::uint8_t which, std::uint64_t step, std::uint32_t per_half) {
  Line& line = lines_[which];
  const Euclid cycle = euclid_of(line.settings);
  line.step = cycle.in_cycle(step);
  const std::uint32_t seed = band().seed + which * 0x1000u;
  // Draws lie below 1, so a chance of 100 % never fails.
  if (!cycle.hits(step) || chance_of(seed + kOfChance, step) >= play_.chance) return;
  const bool ratchets = chance_of(seed + kOfRatchet, step) < play_.ratchet;
  const std::uint32_t most = band().ratchets - 1;
  const float drawn = chance_of(seed + kOfTouch, step) * static_cast<float>(most);
  line.strikes_left =
      ratchets ? 2 + static_cast<std::uint32_t>(to_int(drawn, 0, static_cast<int>(most) - 1)) : 1;
  line.apart = 2 * kQuarter / per_half / line.strikes_left;
  line.strikes_at = position_of(step, per_half);
  line.strike_key = key_of(which, cycle, step);
  line.strike_velocity = velocity_of(cycle, step, per_half);
  strike(which);
}

// One strike of a step, and the end of its key.
void Polyrhythm::strike(std::uint8_t which) {
  Line& line = lines_[which];
  plan(line.strikes_at, which, line.strike_key, line.strike_velocity);
  const auto gate = static_cast<std::uint64_t>(to_int(play_.gate * 256.0f, 1, 256));
  line.ends_at = line.strikes_at + (line.apart * gate >> 8);
  line.strikes_at += line.apart;
  line.strike_velocity *= 0.85f;
  --line.strikes_left;
}

// Kept in the order of their frames.
void Polyrhythm::plan(std::uint64_t position, std::uint8_t line, std::uint8_t key, float velocity) {
  lines_[line].key = key;
  if (event_count_ == kMostEvents) return;
  const Event event = {song_.frame_of(position), line, key, velocity};
  std::size_t at = event_count_++;
  for (; at > 0 && events_[at - 1].frame > event.frame; --at) events_[at] = events_[at - 1];
  events_[at] = event;
}

// Cycles begin with an accent, quarter notes have half of it, and no two strokes are quite alike.
float Polyrhythm::velocity_of(const Euclid& cycle, std::uint64_t step,
                              std::uint32_t per_half) const {
  const bool is_first = cycle.in_cycle(step) == 0;
  const bool is_beat = position_of(step, per_half) % kQuarter == 0;
  const float touch = 0.2f * chance_of(band().seed + kOfTouch, step * 3 + cycle.steps);
  const float weight = is_first ? 1.0f : (is_beat ? 0.6f : 0.25f) + touch;
  return 1.0f - 0.85f * play_.accent * (1.0f - weight);
}

std::int32_t Polyrhythm::degree_of(std::uint8_t which, const Euclid& cycle,
                                   std::uint64_t step) const {
  const Scale& scale = band().scale;
  const std::uint32_t seed = band().seed + which * 0x1000u + kOfMelody;
  const std::uint32_t place = cycle.in_cycle(step);
  const std::int32_t reach = scale.degrees(play_.range_st);
  if (which == kBassLine) {
    const std::int32_t choices = reach < 6 ? reach : 6;
    const float drawn = place == 0 ? 0.0f : chance_of(seed, place);
    return kBassDegrees[to_int(drawn * static_cast<float>(choices), 0, choices - 1)];
  }
  if (which == kMiddleLine) {  // up and down the tones of the chord
    const std::int32_t tones = 2 + reach / 2;
    const std::uint64_t count = step / cycle.steps * cycle.pulses + cycle.ordinal(step);
    const auto round = static_cast<std::int32_t>(count % static_cast<std::uint64_t>(2 * tones - 2));
    const std::int32_t tone = round < tones ? round : 2 * tones - 2 - round;
    return 2 * (tone % 3) + scale.count * (tone / 3);
  }
  // A melody that is repeated and then changes; the middle of its range more often than the ends.
  const std::uint64_t phrase = step / cycle.steps / kPhrase;
  const float drawn = 0.5f * (chance_of(seed, place) + chance_of(seed + 1, phrase * 64 + place));
  const std::int32_t degree = to_int(drawn * static_cast<float>(reach + 1), 0, reach);
  return place == 0 ? degree / 2 * 2 : degree;
}

// In semitones, also for scales between them: so the synths that are played are in tune with it.
std::uint8_t Polyrhythm::key_of(std::uint8_t which, const Euclid& cycle, std::uint64_t step) const {
  const RhythmBand& music = band();
  const std::uint64_t beat = position_of(step, steps_per_half(lines_[which].settings.per_beat));
  const std::uint64_t chord = (beat / kQuarter / music.chord_beats) % 4;
  const std::int32_t degree = music.chords[chord] + degree_of(which, cycle, step);
  const float above = semitones_of_ratio(music.scale.ratio(degree, 0.0f));
  const float key = play_.root_key + above + 12.0f * static_cast<float>(music.octave[which]);
  return static_cast<std::uint8_t>(to_int(key + 0.5f, 0, 127));
}

void Polyrhythm::end_note(std::uint8_t which) {
  for (Blip& blip : lines_[which].blips) blip.release();
  std::uint8_t& sounding = sounding_[which];
  if (sounding != kNoKey) emit({static_cast<std::uint8_t>(kNoteOff | which), sounding, 0});
  sounding = kNoKey;
}

void Polyrhythm::end_notes() {
  event_count_ = next_event_ = 0;  // of the rest of this tick
  for (std::uint8_t which = 0; which < kLineCount; ++which) {
    end_note(which);
    lines_[which].key = kNoKey;
    lines_[which].strikes_left = 0;
  }
}

void Polyrhythm::play(const Event& event) {
  end_note(event.line);
  if (event.key == kNoKey) return;
  const float velocity = event.velocity;
  const auto force = static_cast<std::uint8_t>(to_int(velocity * 127.0f + 0.5f, 1, 127));
  emit({static_cast<std::uint8_t>(kNoteOn | event.line), event.key, force});
  sounding_[event.line] = event.key;
  quiet_ticks_ = 0;
  Blip* softest = &lines_[event.line].blips[0];
  for (Blip& blip : lines_[event.line].blips) {
    if (blip.level() < softest->level()) softest = &blip;
  }
  softest->start(hz_of_key(static_cast<float>(event.key)), velocity * (0.4f + 0.6f * velocity),
                 band().blips[event.line], sample_rate());
}

// Round robin: every controller gets its turn however busy another is.
void Polyrhythm::send_controllers() {
  constexpr std::size_t kAll = kSlots.size() * kLineCount;
  if (++quiet_ticks_ < kTicksBetween) return;
  for (std::size_t i = 0; i < kAll; ++i) {
    const std::size_t at = (next_controller_ + i) % kAll;
    const std::size_t index = at / kLineCount;
    const SentAs& as = kSlots.traits[index];
    if (as.controller == 0) continue;
    const Slot& of = kSlots.slots[index];
    const float share = as.is_log ? log2(slot(index) / of.min) / log2(of.max / of.min)
                                  : (slot(index) - of.min) / (of.max - of.min);
    std::uint8_t& sent = sent_[index][at % kLineCount];
    // Slightly more than half a step, so that a value between two numbers does not chatter.
    const float way = share * 127.0f - static_cast<float>(sent);
    if (sent != kNeverSent && magnitude(way) < 0.6f) continue;
    sent = static_cast<std::uint8_t>(to_int(share * 127.0f + 0.5f, 0, 127));
    emit({static_cast<std::uint8_t>(kControlChange | (at % kLineCount)), as.controller, sent});
    next_controller_ = at + 1;
    quiet_ticks_ = 0;
    return;
  }
}

void Polyrhythm::mix(float* left, float* right, std::size_t frames) {
  for (std::size_t i = 0; i < frames; ++i) left[i] = right[i] = 0.0f;
  for (Line& line : lines_) {
    for (Blip& blip : line.blips) {
      if (blip.sounds()) blip.render(left, right, frames);
    }
  }
}

void Polyrhythm::finish_mix(float* left, float* right, std::size_t frames) {
  filter_.process(left, right, static_cast<int>(frames));
  for (std::size_t i = 0; i < frames; ++i) {
    const float level = level_.next() * kStereoGain;
    left[i] = ceiling(dc_left_.step(left[i]) * level);
    right[i] = ceiling(dc_right_.step(right[i]) * level);
  }
}

void Polyrhythm::render(const StereoBlock& block) {
  float left[kTickFrames], right[kTickFrames];
  std::size_t done = 0;
  while (done < block.frames) {
    while (next_event_ < event_count_ && events_[next_event_].frame <= frame_) {
      play(events_[next_event_++]);
    }
    std::size_t part = block.frames - done;
    if (next_event_ < event_count_) {
      const std::size_t until = static_cast<std::size_t>(events_[next_event_].frame - frame_);
      if (until < part) part = until;
    }
    mix(left + done, right + done, part);
    frame_ = static_cast<std::uint8_t>(frame_ + part);
    done += part;
  }
  finish_mix(left, right, block.frames);
  for (std::size_t i = 0; i < block.frames; ++i) {
    block.out_left[i] = left[i];
    block.out_right[i] = right[i];
  }
}

void Polyrhythm::live_state(float* out) const {
  for (const Line& line : lines_) *out++ = static_cast<float>(line.step);
  for (const Line& line : lines_) {
    float most = 0.0f;
    for (const Blip& blip : line.blips) most = blip.level() > most ? blip.level() : most;
    *out++ = most;
  }
}

}  // namespace ens
