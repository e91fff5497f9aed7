// Names of scales, and what a menu's choice does.
#include "host/scales.h"

#include <cctype>
#include <iterator>

namespace ens::host {
namespace {

constexpr std::uint32_t kNotes = 0xfff;
constexpr int kRootShift = 12;

}  // namespace

Names root_names() {
  return Names(std::begin(kScaleRoots), std::end(kScaleRoots));
}

Names scale_names() {
  Names names;
  for (const NamedScale& scale : kScales) names.emplace_back(scale.name);
  return names;
}

Names scale_choices() {
  return Names(std::begin(kScaleChoices), std::end(kScaleChoices));
}

std::uint32_t scale_on(std::uint32_t root, std::size_t place) {
  return root << kRootShift | kScales[place].notes;
}

std::size_t root_of(const std::string& name) {
  constexpr int kSemitones[] = {9, 11, 0, 2, 4, 5, 7};  // of the letters A to G
  if (name.empty() || name.size() > 2) return kNoName;
  const int letter = std::toupper(static_cast<unsigned char>(name[0])) - 'A';
  if (letter < 0 || letter >= static_cast<int>(std::size(kSemitones))) return kNoName;
  int semitone = kSemitones[letter];
  if (name.size() == 2) {
    if (name[1] != '#' && name[1] != 'b') return kNoName;
    semitone += name[1] == '#' ? 1 : -1;
  }
  return static_cast<std::size_t>((semitone + 12) % 12);
}

std::string scale_text(std::uint32_t scale) {
  if (scale == 0) return "off";
  const std::string root = kScaleRoots[scale >> kRootShift];
  for (const NamedScale& named : kScales) {
    if (named.notes == (scale & kNotes)) return root + " " + named.name;
  }
  std::string notes;
  for (int semitone = 0; semitone < 12; ++semitone) notes += (scale >> semitone & 1) ? '1' : '0';
  return root + " " + notes;
}

void apply(const ScaleChoice& choice, Player& player) {
  if (choice.choice == kScaleAsTaught) return;
  const std::uint32_t scale =
      choice.choice == kScaleOff ? 0 : scale_on(choice.root, choice.choice - kScaleOff - 1);
  if (ens_scale(player.instrument()) == scale) return;
  if (ens_set_scale(player.instrument(), scale) == ENS_OK) player.touch();
}

}  // namespace ens::host
