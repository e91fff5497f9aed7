// The three values of a training, as sliders and files of hosts have them: in one row, each on a
// scale where a hand can find it.
#pragma once

#include <cstddef>
#include <string>

#include "abi/abi.h"

namespace ens::host {

enum TrainValue : std::size_t { kLearningRate, kMaxIterations, kMinError, kTrainValues };

inline constexpr const char* kTrainValueNames[] = {"Learning rate", "Max iterations", "Min error"};

float train_default(TrainValue which);

// Place 0…1 of a slider, and the value there, rounded to two digits so that it can be read and
// told. Learning rate and iterations are on a logarithmic scale.
float train_place(TrainValue which, float value);
float train_value(TrainValue which, float place);

// Any numbers as a configuration, which the ABI may still refuse.
EnsTrainConfig train_config(const float (&values)[kTrainValues]);

// `40 (default 1000)`.
std::string train_text(TrainValue which, float value);

}  // namespace ens::host
