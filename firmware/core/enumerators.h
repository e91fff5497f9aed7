// What the compiler knows of an enumeration: how many enumerators it has and what they are called.
#pragma once

#include <cstddef>

namespace ens {

struct EnumeratorName {
  const char* text;
  std::size_t length;  // 0: no enumerator has this value
};

// kPitch for <PafSynth::kPitch>. GCC writes "[with auto kValue = ens::PafSynth::kPitch]", clang
// "[kValue = ens::PafSynth::kPitch]", both "(ens::PafSynth::Index)99" for a value without a name.
template <auto kValue>
consteval EnumeratorName enumerator_name() {
  const char* const signature = __PRETTY_FUNCTION__;
  std::size_t end = sizeof(__PRETTY_FUNCTION__) - 2;  // before ']'
  std::size_t start = end;
  while (signature[start - 1] != ':' && signature[start - 1] != ' ' && signature[start - 1] != ')')
    --start;
  const bool is_number = signature[start] >= '0' && signature[start] <= '9';
  return {signature + start, is_number ? 0 : end - start};
}

// How many enumerators an enumeration has whose values count up from 0.
template <class Enum, std::size_t kFrom = 0>
consteval std::size_t enumerator_count() {
  if constexpr (enumerator_name<static_cast<Enum>(kFrom)>().length == 0) {
    return kFrom;
  } else {
    return enumerator_count<Enum, kFrom + 1>();
  }
}

// True if `enumerator` is k and the first `length` letters of `name` in camel case: kFormant1 for
// formant_1.
constexpr bool is_camel_case_of(EnumeratorName enumerator, const char* name, std::size_t length) {
  if (enumerator.length == 0 || enumerator.text[0] != 'k') return false;
  std::size_t at = 1;
  bool starts_word = true;
  for (std::size_t i = 0; i < length; ++i) {
    if (name[i] == '_') {
      starts_word = true;
      continue;
    }
    const bool is_small = name[i] >= 'a' && name[i] <= 'z';
    const char letter = starts_word && is_small ? static_cast<char>(name[i] - 'a' + 'A') : name[i];
    if (at == enumerator.length || enumerator.text[at] != letter) return false;
    starts_word = false;
    ++at;
  }
  return at == enumerator.length;
}

}  // namespace ens
