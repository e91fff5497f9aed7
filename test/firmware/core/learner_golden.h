// The golden run of the learner: what it answers after lessons and after training, as text that
// every target must match. test/support/reference-golden.ts writes the same by another road.
#pragma once

#include <algorithm>

#include "core/learner.h"
#include "firmware/core/golden.h"

namespace ens_golden {

struct LearnerCase {
  const int* sizes;
  int count;
  std::uint32_t seed;
  std::uint16_t spread;
  int lessons;
  int fineness;  // inputs are multiples of this: large ones make places meet
  int passes;    // of a training afterwards
  ens::Untaught untaught = {};
  int apart = 0;  // above 0: places in a row so far apart, of sounds at one end and the other
};

inline constexpr int kPad[] = {2, 8, 8, 12};
inline constexpr int kMany[] = {64, 12, 128};
inline constexpr int kKeys[] = {5, 6, 7};

inline constexpr LearnerCase kLearnerCases[] = {
    {kTiny, 3, 1, 16384, 0, 1, 0},
    {kTiny, 3, 2, 16384, 5, 1, 20},
    {kPad, 4, 3, 16384, 1, 1, 0},
    {kPad, 4, 4, 16384, 2, 1, 1},
    {kPad, 4, 5, 16384, 64, 1, 20},
    {kPad, 4, 6, 16384, 20, 16384, 0},
    {kPad, 4, 7, 16384, 20, 8192, 5},
    {kVoice, 5, 8, 16384, 10, 1, 5},
    {kVoice, 5, 9, 16384, 70, 64, 0},
    {kDeep, 10, 10, 16384, 7, 1, 2},
    {kMany, 3, 11, 16384, 12, 1, 0},
    {kPad, 4, 12, 32768, 0, 1, 0},
    {kVoice, 5, 13, 32768, 0, 1, 0},
    {kVoice, 5, 14, 0, 0, 1, 0},
    {kDeep, 10, 15, 32768, 0, 1, 0},
    {kMany, 3, 16, 32768, 0, 1, 0},
    {kVoice, 5, 17, 16384, 0, 1, 0, {0b1011, {0x1'0000'8001}}},
    {kMany, 3, 18, 32768, 0, 1, 0, {0xc000'0000'0000'0001, {0, 0xf000'0000'0000'0002}}},
    {kKeys, 3, 19, 16384, 25, 1, 0, {}, 258},
    {kKeys, 3, 20, 16384, 70, 1, 3, {}, 164},
};

inline constexpr int kLessons = 70;
inline constexpr int kFreePlaces = 5;

inline void write_answers(ens::Learner* learner, ens::Rng* random, Text* text) {
  const int lessons = learner->example_count();
  for (int place = 0; place < lessons + kFreePlaces; ++place) {
    std::uint16_t inputs[ens::kMaxInputs];
    std::uint16_t outputs[ens::kMaxOutputs];
    for (int i = 0; i < learner->inputs(); ++i) {
      inputs[i] = place < lessons ? learner->examples().inputs(place)[i] : example_value(random);
    }
    learner->infer(inputs, outputs);
    text->add("outputs");
    for (int i = 0; i < learner->outputs(); ++i) text->add(std::int64_t{outputs[i]});
    text->add("\n");
  }
}

// The steepest sounds: the other end of every parameter at each next place.
inline void put_in_row(const LearnerCase& which, int lesson, std::uint16_t* inputs,
                       std::uint16_t* outputs) {
  std::fill_n(inputs, which.sizes[0], std::uint16_t{0});
  inputs[0] = static_cast<std::uint16_t>(lesson * which.apart);
  std::fill_n(outputs, which.sizes[which.count - 1], lesson % 2 == 0 ? 0 : ens::kUnitOne);
}

inline void write_learner_case(ens::Learner* learner, const LearnerCase& which, Text* text) {
  text->add("learner");
  for (int i = 0; i < which.count; ++i) text->add(std::int64_t{which.sizes[i]});
  text->add(" seed");
  text->add(std::int64_t{which.seed});
  text->add("\n");
  learner->start({which.seed, which.spread, {1.0f, 1000, 0.0f}, which.untaught});
  ens::Rng random(which.seed + 2000);
  for (int lesson = 0; lesson < which.lessons; ++lesson) {
    std::uint16_t inputs[ens::kMaxInputs];
    std::uint16_t outputs[ens::kMaxOutputs];
    for (int i = 0; i < learner->inputs(); ++i) {
      const int value = example_value(&random);
      inputs[i] = static_cast<std::uint16_t>(value / which.fineness * which.fineness);
    }
    for (int i = 0; i < learner->outputs(); ++i) outputs[i] = example_value(&random);
    if (which.apart > 0) put_in_row(which, lesson, inputs, outputs);
    learner->add_example(inputs, outputs);
    // A fit that is cut off leaves nothing behind.
    learner->train_step(static_cast<std::uint32_t>(lesson));
  }
  learner->settle();
  write_answers(learner, &random, text);
  if (which.passes == 0) return;
  learner->train(1.0f, static_cast<std::uint32_t>(which.passes), 0.0f);
  write_answers(learner, &random, text);
}

// All cases, in `memory` (aligned to 16 bytes); with the kernels of kVoice for its shape.
inline bool write_learner_golden(unsigned char* memory, Text* text) {
  for (const LearnerCase& which : kLearnerCases) {
    ens::Learner learner;
    const ens::Shape shape = ens::Shape::of(which.sizes, which.count);
    if (learner.open(shape, kLessons, memory, kMemorySize) != ens::Status::kOk) return false;
    if (which.sizes == kVoice) learner.use(&ens::kernel::Compiled<kVoice>::kKernels);
    write_learner_case(&learner, which, text);
  }
  return true;
}

}  // namespace ens_golden
