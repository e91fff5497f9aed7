// Never linked: arrays as large as what each mode of the image takes, for memory.cmake to print.
#include "device/image.h"

namespace ens::image {

template <class Mode>
struct Bytes {
  static inline char network[Memory<Mode>::kNetwork];
  static inline char engine[Memory<Mode>::kEngine + Memory<Mode>::kAnalyser];
  static inline char instrument[Memory<Mode>::kInstrument];
};

template <class... Modes>
struct Emitted {
  static constexpr const char* kAll[] = {Bytes<Modes>::network..., Bytes<Modes>::engine...,
                                         Bytes<Modes>::instrument...};
};

#ifdef ENS_MODES
extern const char* const* const kEmitted = Emitted<ENS_MODES>::kAll;
#else
extern const char* const* const kEmitted = mode::AllModes<Emitted>::kAll;
#endif

}  // namespace ens::image
