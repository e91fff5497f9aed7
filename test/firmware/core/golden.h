// The golden run: what the core computes for fixed cases, as text that every target must match.
//
// test/support/reference-mlp.ts writes the same text by independent code; test/golden/core.txt
// keeps it. Big networks are given as CRC-32 of their weights and their first 16.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crc32.h"
#include "core/mlp.h"

namespace ens_golden {

// Text in a buffer; what does not fit is cut, which a comparison then shows.
class Text {
 public:
  Text(char* buffer, std::size_t size) : buffer_(buffer), size_(size) { buffer_[0] = 0; }

  void add(const char* text) {
    while (*text != 0) put(*text++);
  }
  void add(std::int64_t number) {
    char digits[24];
    int count = 0;
    std::uint64_t rest =
        number < 0 ? ~static_cast<std::uint64_t>(number) + 1 : static_cast<std::uint64_t>(number);
    do {
      digits[count++] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    put(' ');
    if (number < 0) put('-');
    while (count > 0) put(digits[--count]);
  }

 private:
  void put(char letter) {
    if (used_ + 1 >= size_) return;
    buffer_[used_++] = letter;
    buffer_[used_] = 0;
  }
  char* buffer_;
  std::size_t size_;
  std::size_t used_ = 0;
};

inline constexpr std::size_t kTextSize = 512 * 1024;

inline constexpr int kTiny[] = {1, 1, 1};
inline constexpr int kSmall[] = {3, 6, 5, 4};
inline constexpr int kVoice[] = {4, 10, 10, 14, 33};
inline constexpr int kDeep[] = {5, 7, 3, 9, 2, 6, 4, 8, 5, 3};
inline constexpr int kWide[] = {64, 256, 128};

struct Case {
  const int* sizes;
  int count;
  std::uint32_t seed;
  std::uint16_t spread;
  float learning_rate;
  int examples;
  int most_passes;
};

inline constexpr Case kCases[] = {
    {kTiny, 3, 1, 0, 1.0f, 1, 1000},        {kTiny, 3, 2, 32768, 3.0f, 2, 1000},
    {kSmall, 4, 3, 16384, 1.0f, 3, 1000},   {kSmall, 4, 4, 0, 0.1f, 9, 1000},
    {kSmall, 4, 5, 32768, 100.0f, 4, 1000}, {kVoice, 5, 6, 16384, 1.0f, 4, 1000},
    {kVoice, 5, 7, 9830, 1.0f, 10, 1000},   {kVoice, 5, 8, 32768, 0.03f, 3, 10},
    {kDeep, 10, 9, 16384, 1.0f, 5, 1000},   {kDeep, 10, 10, 3, 10.0f, 17, 10},
    {kWide, 3, 11, 0, 1.0f, 2, 10},         {kWide, 3, 12, 32768, 3.0f, 33, 1},
};

inline constexpr int kCapacity = 33;
inline constexpr int kFullWeights = 1000;

// A unit value; one in eight is 0 and one in eight is 1.
inline std::uint16_t example_value(ens::Rng* random) {
  const std::uint32_t bits = random->next();
  if ((bits & 7) == 0) return 0;
  if ((bits & 7) == 1) return 32768;
  return static_cast<std::uint16_t>(bits >> 17);
}

template <class Net>
void write_weights(Net* net, const char* label, Text* text) {
  text->add(label);
  const int count = net->weight_count();
  if (count > kFullWeights) {
    std::uint32_t crc = 0;
    for (int i = 0; i < count; ++i) {
      const auto bits = static_cast<std::uint32_t>(net->weights()[i]);
      const std::uint8_t bytes[4] = {
          static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
          static_cast<std::uint8_t>(bits >> 16), static_cast<std::uint8_t>(bits >> 24)};
      crc = ens::crc32(bytes, 4, crc);
    }
    text->add(std::int64_t{crc});
  }
  for (int i = 0; i < (count > kFullWeights ? 16 : count); ++i) {
    text->add(std::int64_t{net->weights()[i]});
  }
  text->add("\n");
}

// Outputs for every example's inputs, then for inputs at both ends and in the middle.
template <class Net>
void write_outputs(Net* net, Text* text) {
  std::uint16_t inputs[ens::kMaxInputs];
  std::uint16_t outputs[ens::kMaxOutputs];
  const int examples = net->example_count();
  for (int e = 0; e < examples + 3; ++e) {
    for (int i = 0; i < net->inputs(); ++i) {
      inputs[i] = e < examples ? net->examples().inputs(e)[i]
                               : static_cast<std::uint16_t>(16384 * (e - examples));
    }
    net->infer(inputs, outputs);
    text->add("outputs");
    for (int i = 0; i < net->outputs(); ++i) text->add(std::int64_t{outputs[i]});
    text->add("\n");
  }
}

template <class Net>
void write_case(Net* net, const Case& which, Text* text) {
  text->add("case");
  for (int i = 0; i < which.count; ++i) text->add(std::int64_t{which.sizes[i]});
  text->add(" seed");
  text->add(std::int64_t{which.seed});
  text->add("\n");
  net->start({which.seed, which.spread, {which.learning_rate, 1000, 0.0f}});
  ens::Rng random(which.seed + 1000);
  for (int e = 0; e < which.examples; ++e) {
    std::uint16_t inputs[ens::kMaxInputs];
    std::uint16_t outputs[ens::kMaxOutputs];
    for (int i = 0; i < net->inputs(); ++i) inputs[i] = example_value(&random);
    for (int i = 0; i < net->outputs(); ++i) outputs[i] = example_value(&random);
    net->add_example(inputs, outputs);
  }
  write_weights(net, "drawn", text);
  write_outputs(net, text);
  for (int passes = 1; passes <= which.most_passes; passes = passes == 1 ? 10 : passes * 100) {
    if (passes > 1) net->undo();  // each training starts from the drawn weights
    net->train(which.learning_rate, static_cast<std::uint32_t>(passes), 0.0f);
    text->add("passes");
    text->add(std::int64_t{passes});
    text->add(std::int64_t{net->progress().loss});
    text->add("\n");
    write_weights(net, "weights", text);
  }
  write_outputs(net, text);
  net->jitter(4096);
  write_weights(net, "jittered", text);
}

// All cases with shapes given at run time, in `memory` (aligned to 16 bytes).
inline constexpr std::size_t kMemorySize = 1024 * 1024;
inline bool write_golden(unsigned char* memory, Text* text) {
  for (const Case& which : kCases) {
    ens::ArenaMlp net;
    const ens::Shape shape = ens::Shape::of(which.sizes, which.count);
    if (net.store().open(shape, kCapacity, memory, kMemorySize) != ens::Status::kOk) return false;
    write_case(&net, which, text);
  }
  return true;
}

// The cases of one shape with the shape a constant: the same lines again.
template <const auto& kSizes>
void write_fixed(Text* text) {
  static ens::FixedMlp<kSizes, kCapacity> net;
  for (const Case& which : kCases) {
    if (which.sizes == kSizes) write_case(&net, which, text);
  }
}

// What write_golden writes, but with every shape a constant.
inline void write_golden_fixed(Text* text) {
  write_fixed<kTiny>(text);
  write_fixed<kSmall>(text);
  write_fixed<kVoice>(text);
  write_fixed<kDeep>(text);
  write_fixed<kWide>(text);
}

}  // namespace ens_golden
