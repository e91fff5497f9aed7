// Simulates a player who looks for a hidden sound by ear; prints, for each way to look, how much of
// the distance is left after each press, as a mean over seeds:
//
//     <engine> <way> <sounds heard a press> <left after press 1> ... <left after press 10>
//
// Usage: explore <engine> <first seed> <last seed>. The player hears half a second of each sound
// and compares it with the hidden one by the level of 32 mel bands in three parts of it, in dB,
// with an error of a tenth. On a plane, 25 places are heard and the best is liked; where none is
// better than the middle, the plane is disliked.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/learning/random.h"
#include "firmware/instrument/player.h"

namespace {

using Sound = std::vector<std::uint16_t>;
using Heard = std::vector<double>;
using learning::Random;

constexpr int kPresses = 10;
constexpr int kAcross = 5;  // places of a sweep, in each direction
constexpr double kListenersError = 0.1;
constexpr std::uint32_t kOne = ENS_UNIT_ONE;

// Levels of mel bands in dB.
class Ear {
 public:
  static constexpr int kRate = 24000;

  Ear() : shares_(kBands, std::vector<double>(kWindow / 2)) {
    const double low = mel(50.0), step = (mel(11000.0) - low) / (kBands + 1);
    for (int band = 0; band < kBands; ++band) {
      const double from = hz(low + step * band), top = hz(low + step * (band + 1)),
                   to = hz(low + step * (band + 2));
      for (int bin = 0; bin < kWindow / 2; ++bin) {
        const double at = bin * static_cast<double>(kRate) / kWindow;
        const double share = at < top ? (at - from) / (top - from) : (to - at) / (to - top);
        shares_[index(band)][index(bin)] = std::max(0.0, share);
      }
    }
  }

  // Of a stereo sound, sample by sample.
  Heard hear(const std::vector<float>& sound) const {
    const int frames = (static_cast<int>(sound.size()) / 2 - kWindow) / kHop + 1;
    std::vector<double> powers(index(kParts * kBands), 1e-4);
    for (int frame = 0; frame < frames; ++frame) {
      std::vector<std::complex<double>> window(kWindow);
      for (int i = 0; i < kWindow; ++i) {
        const double gain = 0.5 - 0.5 * std::cos(2.0 * M_PI * i / kWindow);
        const std::size_t at = index(2 * (frame * kHop + i));
        window[index(i)] = gain * 0.5 * static_cast<double>(sound[at] + sound[at + 1]);
      }
      transform(&window);
      const int part = frame * kParts / frames;
      for (int band = 0; band < kBands; ++band) {
        double sum = 0.0;
        for (int bin = 0; bin < kWindow / 2; ++bin) {
          const double share = shares_[index(band)][index(bin)];
          if (share > 0.0) sum += share * std::norm(window[index(bin)]);
        }
        powers[index(part * kBands + band)] += sum * kParts / frames;
      }
    }
    for (double& power : powers) power = 10.0 * std::log10(power);
    return powers;
  }

 private:
  static constexpr int kWindow = 1024;
  static constexpr int kHop = 512;
  static constexpr int kBands = 32;
  static constexpr int kParts = 3;

  static std::size_t index(int value) { return static_cast<std::size_t>(value); }
  static double mel(double frequency) { return 2595.0 * std::log10(1.0 + frequency / 700.0); }
  static double hz(double mels) { return 700.0 * (std::pow(10.0, mels / 2595.0) - 1.0); }

  // Cooley and Tukey, 1965.
  static void transform(std::vector<std::complex<double>>* values) {
    static const std::vector<std::complex<double>> kTurns = [] {
      std::vector<std::complex<double>> turns(kWindow / 2);
      for (int i = 0; i < kWindow / 2; ++i) {
        turns[index(i)] = std::polar(1.0, -2.0 * M_PI * i / kWindow);
      }
      return turns;
    }();
    std::vector<std::complex<double>>& x = *values;
    for (std::size_t i = 1, j = 0; i < kWindow; ++i) {
      std::size_t bit = kWindow / 2;
      for (; (j & bit) != 0; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) std::swap(x[i], x[j]);
    }
    for (std::size_t size = 2; size <= kWindow; size *= 2) {
      for (std::size_t start = 0; start < kWindow; start += size) {
        for (std::size_t i = 0; i < size / 2; ++i) {
          const auto a = x[start + i];
          const auto b = x[start + i + size / 2] * kTurns[i * (kWindow / size)];
          x[start + i] = a + b;
          x[start + i + size / 2] = a - b;
        }
      }
    }
  }

  std::vector<std::vector<double>> shares_;
};

double distance(const Heard& a, const Heard& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

ens_test::Mode mode_of(const char* engine_id) {
  ens_test::Mode mode{engine_id, {"pad_x", "pad_y"}, ens_test::all_slots(engine_id)};
  mode.sample_rate_hz = Ear::kRate;
  return mode;
}

// An instrument, and somebody who listens to it for a sound that only they know.
class Listener {
 public:
  Listener(const char* engine_id, std::uint32_t seed)
      : mode_(mode_of(engine_id)),
        player_(mode_),
        plays_notes_(ens_engine_plays_notes(ens_test::engine_index(engine_id)) != 0 &&
                     ens_engine_drones(ens_test::engine_index(engine_id)) == 0),
        errors_(seed * 31 + 9) {
    Random task(seed * 7919 + 1);
    wanted_ = hear(any(&task));
    start_ = any(&task);
    far_ = distance(hear(start_), wanted_);
  }

  EnsInstrument* instrument() const { return *player_; }
  const Sound& start() const { return start_; }

  // Any params; those that set the level at three quarters.
  Sound any(Random* random) const {
    Sound sound;
    const std::uint32_t engine = ens_test::engine_index(mode_.engine_id);
    for (std::uint32_t slot = 0; slot < mode_.params.size(); ++slot) {
      const auto drawn = static_cast<std::uint16_t>(random->uniform() * kOne);
      const bool sets_level = ens_engine_slot_role(engine, slot) == ENS_ROLE_LEVEL;
      sound.push_back(sets_level ? std::uint16_t{kOne / 4 * 3} : drawn);
    }
    return sound;
  }

  // Share of the distance between the start and the wanted sound that is left, and as it seems.
  struct Left {
    double real;
    double seems;
  };
  Left judge(const Sound& sound) {
    const double real = distance(hear(sound), wanted_) / far_;
    return {real, real * (1.0 + kListenersError * errors_.normal())};
  }

 private:
  Heard hear(const Sound& sound) {
    EnsInstrument* const own = *judge_;
    ens_reset(own);
    for (std::uint32_t i = 0; i < sound.size(); ++i) ens_set_param(own, i, sound[i]);
    if (plays_notes_) ens_note_on(own, 57, 22000);
    const Heard heard = ear_.hear(judge_.play(64 * 188));
    if (plays_notes_) ens_note_off(own, 57);
    return heard;
  }

  ens_test::Mode mode_;
  ens_test::Player player_;
  ens_test::Player judge_{mode_};  // to hear a sound without touching the instrument
  bool plays_notes_;
  Ear ear_;
  Random errors_;
  Heard wanted_;
  Sound start_;
  double far_ = 1.0;
};

using Course = std::vector<double>;  // left after each press

// As often as a plane has places, or once, a press.
Course by_random_sounds(const char* engine_id, std::uint32_t seed, int heard) {
  Listener listener(engine_id, seed);
  Random random(seed * 104729 + 5);
  Course course;
  Listener::Left best = {1.0, 1.0};
  for (int press = 0; press < kPresses; ++press) {
    for (int i = 0; i < heard; ++i) {
      const Listener::Left left = listener.judge(listener.any(&random));
      if (left.seems < best.seems) best = left;
    }
    course.push_back(best.real);
  }
  return course;
}

Course by_planes(const char* engine_id, std::uint32_t seed) {
  Listener listener(engine_id, seed);
  EnsInstrument* const instrument = listener.instrument();
  Sound sound = listener.start();
  for (std::uint32_t i = 0; i < sound.size(); ++i) ens_set_param(instrument, i, sound[i]);
  ens_explore_begin(instrument, seed);
  Course course;
  double left = 1.0;
  for (int press = 0; press < kPresses; ++press) {
    Listener::Left best = {left, 1e9};
    std::uint32_t best_x = kOne / 2, best_y = kOne / 2;
    for (std::uint32_t place = 0; place < kAcross * kAcross; ++place) {
      const std::uint32_t x = place % kAcross * kOne / (kAcross - 1);
      const std::uint32_t y = place / kAcross * kOne / (kAcross - 1);
      ens_explore_move(instrument, x, y);
      ens_explore_params(instrument, sound.data());
      const Listener::Left here = listener.judge(sound);
      if (here.seems >= best.seems) continue;
      best = here;
      best_x = x;
      best_y = y;
    }
    ens_explore_move(instrument, best_x, best_y);
    if (best_x == kOne / 2 && best_y == kOne / 2) {
      ens_explore_dislike(instrument);
    } else {
      ens_explore_like(instrument);
      left = best.real;
    }
    course.push_back(left);
  }
  return course;
}

template <class Look>
void print(const char* engine_id, const char* way, int heard, std::uint32_t first,
           std::uint32_t last, Look&& look) {
  Course mean(kPresses, 0.0);
  for (std::uint32_t seed = first; seed <= last; ++seed) {
    const Course course = look(seed);
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += course[i] / (last - first + 1);
  }
  std::printf("%s %s %d", engine_id, way, heard);
  for (const double left : mean) std::printf(" %.3f", left);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  if (count != 4) return 2;
  const char* const engine_id = words[1];
  const auto first = static_cast<std::uint32_t>(std::atoi(words[2]));
  const auto last = static_cast<std::uint32_t>(std::atoi(words[3]));
  constexpr int kPlaces = kAcross * kAcross;
  print(engine_id, "planes", kPlaces, first, last,
        [=](std::uint32_t seed) { return by_planes(engine_id, seed); });
  for (const int heard : {1, kPlaces}) {
    print(engine_id, "random", heard, first, last,
          [=](std::uint32_t seed) { return by_random_sounds(engine_id, seed, heard); });
  }
  return 0;
}
