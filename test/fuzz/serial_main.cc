// Reads inputs from stdin, each with its length before it (u32, little-endian), gives each and a
// zero to a new receiver of frames, and prints a line for each: frames dropped by cause, then
// type/sequence/size/CRC of the others.
#include <cstdio>
#include <vector>

#include "core/crc32.h"
#include "core/little_endian.h"
#include "device/frame.h"

int main() {
  std::uint8_t head[4];
  while (std::fread(head, 1, sizeof head, stdin) == sizeof head) {
    std::vector<std::uint8_t> input(ens::get_u32(head));
    if (!input.empty() && std::fread(input.data(), 1, input.size(), stdin) != input.size())
      return 1;
    input.push_back(0);
    ens::FrameReceiver receiver;
    ens::Frame frame;
    std::vector<std::uint32_t> found;
    for (const std::uint8_t byte : input) {
      if (!receiver.take(byte, frame)) continue;
      found.insert(found.end(), {frame.type, frame.sequence, static_cast<std::uint32_t>(frame.size),
                                 ens::crc32(frame.body, frame.size)});
    }
    const ens::LinkCounters& counted = receiver.counters();
    std::printf("%u %u %u %u", counted.broken, counted.too_long, counted.bad_crc,
                counted.bad_version);
    for (std::size_t i = 0; i < found.size(); i += 4) {
      std::printf(" %u/%u/%u/%u", found[i], found[i + 1], found[i + 2], found[i + 3]);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  return 0;
}
