// Collects frames, and hands out those that were rendered.
#include "host/frames.h"

#include <algorithm>

namespace ens::host {

void Frames::restart(bool listens) {
  *this = Frames();
  listens_ = listens;
  rendered_ = listens ? kListened - 1 : 0;
}

void Frames::render(Voices& voices) {
  if (left_in_tick_ == 0) left_in_tick_ = voices.first().frames_to_tick();
  rendered_ = listens_ ? kListened : left_in_tick_;
  for (std::uint32_t voice = 0; voice < voices.count(); ++voice) {
    voices[voice].process(listens_ ? in_[0][voice] : nullptr, listens_ ? in_[1][voice] : nullptr,
                          out_[0][voice], out_[1][voice], rendered_);
  }
  left_in_tick_ -= rendered_;
  given_ = 0;
  // A voice that joins later has heard nothing.
  for (auto& side : in_) {
    for (std::uint32_t voice = 0; voice < hearing_; ++voice) {
      std::fill_n(side[voice], kListened, 0.0f);
    }
  }
  hearing_ = 0;
}

}  // namespace ens::host
