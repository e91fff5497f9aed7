// Which of three voices sings which key, and how loudly: notes for an engine whose voices sing in
// harmony while nobody gives them keys of their own.
//
// Until the first key nothing is played. From then on the oldest key that is held is the root, and
// voices without a key of their own sing their intervals above it. A fourth key takes the voice of
// the oldest.
#pragma once

#include <cstdint>

namespace ens {

class PafKeys {
 public:
  static constexpr int kVoices = 3;

  struct Voice {
    std::uint8_t key = 0;
    bool has_key = false;  // of its own, until it is silent
    bool is_held = false;
    float velocity_gain = 0.0f;  // what velocity makes of its level
    std::uint32_t age = 0;
  };

  bool is_played() const { return is_played_; }
  // Whether a key is held, of whichever voice.
  bool is_held() const { return voices_[root_].is_held; }
  int root() const { return root_; }
  const Voice& voice(int index) const { return voices_[index]; }
  // The voice whose key a voice sings: itself, or the root.
  int leader_of(int index) const { return voices_[index].has_key ? index : root_; }
  // Which interval above that a voice sings: none, 0, with a key of its own; else its own, or where
  // the first voice is not the root, that of the voice which is.
  int interval_of(int index) const {
    if (voices_[index].has_key) return 0;
    return index == 0 ? root_ : index;
  }
  // What velocity makes of its level; 0 when no key is held that it sings.
  float velocity_gain_of(int index) const {
    const Voice& leader = voices_[leader_of(index)];
    return leader.is_held ? leader.velocity_gain : 0.0f;
  }

  void start(std::uint8_t key, float velocity) {
    is_played_ = true;
    Voice& voice = voices_[choose(key)];
    voice = {key, true, true, kSoftest + (1.0f - kSoftest) * velocity, ++clock_};
    find_root();
  }
  void end(std::uint8_t key) {
    for (Voice& voice : voices_) {
      if (voice.key == key) voice.is_held = false;
    }
    find_root();
  }
  // Its level is where it is to be: after the release of its own key it is free to sing the root's.
  void settled(int index) {
    if (index != root_ && !voices_[index].is_held) voices_[index].has_key = false;
  }

 private:
  static constexpr float kSoftest = 0.25f;

  int choose(std::uint8_t key) const {
    if (!is_held()) return 0;
    int chosen = -1, oldest = 0;
    for (int i = 0; i < kVoices; ++i) {
      const Voice& voice = voices_[i];
      if (voice.has_key && voice.key == key) return i;
      if (voice.age < voices_[oldest].age) oldest = i;
      const bool is_better = chosen < 0 || (voices_[chosen].has_key && !voice.has_key) ||
                             (voices_[chosen].has_key && voice.age < voices_[chosen].age);
      if (!voice.is_held && is_better) chosen = i;
    }
    return chosen < 0 ? oldest : chosen;
  }

  // The oldest key that is held; where none is, the last root rings on.
  void find_root() {
    for (int i = 0; i < kVoices; ++i) {
      const Voice& voice = voices_[i];
      if (!voice.is_held) continue;
      if (!voices_[root_].is_held || voice.age < voices_[root_].age) root_ = i;
    }
  }

  Voice voices_[kVoices];
  bool is_played_ = false;
  int root_ = 0;
  std::uint32_t clock_ = 0;
};

}  // namespace ens
