// The same of Plaits, from a checkout of github.com/pichenettes/eurorack: its models that play what
// ours play.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "firmware/effects/measure.h"
#include "firmware/engines/note.h"
#include "plaits/dsp/engine/string_engine.h"
#include "plaits/dsp/engine/wavetable_engine.h"

namespace {

constexpr std::size_t kFrame = 65536;
constexpr double kRate = 48000.0;
constexpr float kKey = 96.0f;
// It is tuned to the rate that its converter has.
const double kHz = static_cast<double>(plaits::NoteToFrequency(kKey)) * kRate;

struct Setting {
  float harmonics, timbre, morph;
};

template <class Model>
void play(const char* name, const Setting& setting, bool is_tuned) {
  static char memory[65536];
  stmlib::BufferAllocator allocator(memory, sizeof memory);
  const auto model = std::make_unique<Model>();
  model->Init(&allocator);
  model->LoadUserData(nullptr);
  model->Reset();
  std::vector<float> sound;
  plaits::EngineParameters how{};
  how.note = kKey;
  how.harmonics = setting.harmonics, how.timbre = setting.timbre, how.morph = setting.morph;
  how.accent = 0.8f;
  // The pitch is there before the trigger: it is read with a delay.
  for (std::size_t block = 0; sound.size() < 72000 + kFrame; ++block) {
    how.trigger = block == 2000 ? plaits::TRIGGER_RISING_EDGE : plaits::TRIGGER_LOW;
    float out[plaits::kBlockSize], aux[plaits::kBlockSize];
    bool already_enveloped = false;
    model->Render(how, out, aux, plaits::kBlockSize, &already_enveloped);
    sound.insert(sound.end(), out, out + plaits::kBlockSize);
  }
  sound = {sound.end() - kFrame, sound.end()};
  // Its strings are up to 16 cents flat.
  const double hz = kHz * std::exp2(ens_test::cents_off(sound, kHz) / 1200.0);
  std::printf("%s %.2f\n", name, ens_test::alias_db(sound, is_tuned ? kHz : hz));
}

}  // namespace

int main() {
  constexpr int kPlaces = 8;
  for (int bank = 0; bank < 3; ++bank) {
    for (int row = 0; row < kPlaces; ++row) {
      for (int column = 0; column < kPlaces; ++column) {
        const Setting wave{static_cast<float>(bank) / 7.0f, static_cast<float>(row) / 7.0f,
                           static_cast<float>(column) / 7.0f};
        play<plaits::WavetableEngine>("wavetable", wave, true);
      }
    }
  }
  for (const float bright : {0.5f, 0.75f, 1.0f}) {
    // With a structure of a quarter its partials are harmonic.
    for (const float ringing : {0.8f, 0.9f, 1.0f}) {
      play<plaits::StringEngine>("plucked", {0.25f, bright, ringing}, false);
    }
  }
  return 0;
}
