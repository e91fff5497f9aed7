// Finds names, and measures how far a typed one is from those there are.
#include "host/names.h"

#include <algorithm>

#include "registry.h"

namespace ens::host {
namespace {

constexpr std::size_t kShown = 60;
constexpr std::size_t kListed = 8;

std::string lower(std::string text) {
  if (text.size() > kShown) text.resize(kShown);
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

std::string quoted(const std::string& name) {
  return "\"" + name + "\"";
}

// Optimal string alignment: insertions, deletions, changes and swaps of neighbours.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> last(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::move(last);
    last = std::move(row);
  }
  return last[b.size()];
}

// One begins or ends with the other, as `pitch` and `hz` do `pitch_hz`.
bool is_cut(const std::string& a, const std::string& b) {
  const std::string& brief = a.size() < b.size() ? a : b;
  const std::string& whole = a.size() < b.size() ? b : a;
  return brief.size() >= 3 && (whole.starts_with(brief) || whole.ends_with(brief));
}

}  // namespace

Names mode_names() {
  Names names;
  for (std::size_t i = 0; i < mode::kModeCount; ++i) names.emplace_back(mode::kModes[i].mode_id);
  return names;
}

Names channel_names(const mode::Mode& mode) {
  return Names(mode.channel_names, mode.channel_names + mode.channel_count);
}

Names param_names(const mode::Mode& mode) {
  return Names(mode.param_names, mode.param_names + mode.param_count);
}

Names voice_space_names(const mode::Mode& mode) {
  Names names;
  for (std::size_t i = 0; i < mode.voice_space_count; ++i) {
    names.emplace_back(mode.voice_spaces[i].data, mode.voice_spaces[i].size);
  }
  return names;
}

Names preset_names(const mode::Mode& mode) {
  Names names;
  for (std::size_t i = 0; i < mode.preset_count; ++i) {
    names.emplace_back(mode.presets[i].name.data, mode.presets[i].name.size);
  }
  return names;
}

const mode::Mode* find_mode(const char* mode_id) {
  const std::size_t at = find_name(mode_names(), mode_id);
  return at == kNoName ? nullptr : &mode::kModes[at];
}

std::size_t find_name(const Names& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? kNoName : static_cast<std::size_t>(found - names.begin());
}

std::string instead(const std::string& typed, const Names& names) {
  const std::string name = lower(typed);
  const std::size_t most = std::max<std::size_t>(1, typed.size() / 3);
  std::size_t best = kNoName;
  std::size_t far = most + 1;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t here = distance(name, lower(names[i]));
    if (here < far) {
      best = i;
      far = here;
    }
  }
  for (std::size_t i = 0; i < names.size() && best == kNoName; ++i) {
    if (is_cut(name, lower(names[i]))) best = i;
  }
  if (best != kNoName) return "; did you mean " + quoted(names[best]) + "?";
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < kListed; ++i) {
    list += (i == 0 ? "" : ", ") + quoted(names[i]);
  }
  return "; there are " + list + (names.size() > kListed ? " and more" : "");
}

}  // namespace ens::host
