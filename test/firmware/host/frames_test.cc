// Frames of voices that come and go, and levels that rise.
#include "host/frames.h"

#include <cmath>

#include "firmware/check.h"
#include "host/names.h"

namespace {

using ens::host::Edge;
using ens::host::Frames;
using ens::host::Voices;

constexpr std::uint32_t kGroups = 400;

// One group of frames, in which the voices before it hear `volts` each.
void play_group(Frames& frames, Voices& voices, std::uint32_t count, const float* heard,
                float* loudest) {
  do {
    for (std::uint32_t voice = 0; voice < voices.count(); ++voice) {
      frames.hear(voice, heard[voice], heard[voice]);
    }
    if (frames.is_due()) {
      if (frames.is_at_tick()) voices.set_count(count);
      frames.render(voices);
    }
    for (std::uint32_t voice = 0; voice < voices.count(); ++voice) {
      loudest[voice] = std::fmax(loudest[voice], std::fabs(frames.sound(0, voice)));
    }
    frames.next();
  } while (!frames.is_due());
}

// A voice that comes back is not given what it heard before it left, and two cables are two rooms.
void a_voice_that_comes_back_has_heard_nothing() {
  EnsStatus status = ENS_OK;
  const auto voices = Voices::open(*ens::host::find_mode("space_reverb"), 48000.0, &status);
  CHECK_EQUAL(status, ENS_OK);
  Frames frames;
  frames.restart(true);
  CHECK(frames.listens());
  const float noise[2] = {0.0f, 0.9f};
  const float silence[2] = {};
  float loudest[2] = {};
  for (std::uint32_t i = 0; i < kGroups; ++i) play_group(frames, *voices, 2, noise, loudest);
  CHECK(loudest[0] == 0.0f);
  CHECK(loudest[1] > 0.01f);
  for (std::uint32_t i = 0; i < kGroups; ++i) play_group(frames, *voices, 1, noise, loudest);
  CHECK_EQUAL(voices->count(), 1u);
  loudest[1] = 0.0f;
  for (std::uint32_t i = 0; i < kGroups; ++i) play_group(frames, *voices, 2, silence, loudest);
  CHECK_EQUAL(voices->count(), 2u);
  CHECK(loudest[1] == 0.0f);
}

void a_level_rises_from_a_tenth_to_one_volt() {
  Edge edge;
  // Up from the start.
  CHECK(!edge.rose(5.0f));
  CHECK(!edge.rose(0.5f));
  CHECK(!edge.rose(5.0f));
  CHECK(!edge.rose(0.1f));
  CHECK(!edge.is_high());
  CHECK(!edge.rose(0.99f));
  CHECK(!edge.rose(std::nanf("")));
  CHECK(edge.rose(1.0f));
  CHECK(!edge.rose(1.0f));
  CHECK(!edge.rose(std::nanf("")));
  CHECK(edge.is_high());
  CHECK(!edge.rose(0.0f));
  CHECK(edge.rose(10.0f));
}

}  // namespace

int main() {
  a_voice_that_comes_back_has_heard_nothing();
  a_level_rises_from_a_tenth_to_one_volt();
  return ens_test::result();
}
