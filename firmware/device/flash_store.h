// Stores named blobs (taught networks) in NOR flash. A power cut at any moment leaves either the
// old or the new blob, and writes wear all sectors evenly.
//
// A blob is split into sectors. Each sector has a header with its key, write number and part
// number, under a CRC; a write counts once all its parts are there. The sectors of the previous
// version are not touched until the new one is complete. New sectors are chosen round robin from
// the free ones, which spreads the erases. RAM: 20 bytes a sector.
//
// Limits: a blob that never changes is not moved (dynamic wear levelling). With 64 sectors, three
// to a blob and 100,000 erases a sector, that is over a million saves.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crc32.h"
#include "core/little_endian.h"

namespace ens {

enum class FlashStatus : std::uint8_t {
  kOk,
  kNotFound,  // there is no complete blob under this key
  kNoRoom,    // not enough free sectors beside the old version
  kTooLarge,  // longer than the buffer given, or than kMaxParts sectors
  kFailed,    // the flash failed, or read back something else; the old version is intact
};

// Flash: kSectorSize (bytes erased at once, to 0xff), kSectorCount,
//   bool erase(sector), bool program(sector, offset, bytes, size) with page-aligned offset and
//   size, const std::uint8_t* read(sector): kSectorSize bytes, memory mapped.
// Key: 32 bits, never 0xffffffff (a hash of the mode id). Not thread safe: one core owns it.
template <typename Flash>
class FlashStore {
 public:
  static constexpr std::size_t kPage = 256;
  static constexpr std::size_t kHeader = 32;
  static constexpr std::size_t kPayload = Flash::kSectorSize - kHeader;
  static constexpr std::size_t kMaxParts = 64;

  explicit FlashStore(Flash& flash) : flash_(flash) { mount(); }

  // Reads the newest complete blob of `key` into `to` (`capacity` bytes); `size` is its length.
  FlashStatus load(std::uint32_t key, std::uint8_t* to, std::size_t capacity,
                   std::size_t& size) const {
    const Version version = newest(key);
    if (version.sequence == 0) return FlashStatus::kNotFound;
    if (version.size > capacity) return FlashStatus::kTooLarge;
    size = version.size;
    for (std::size_t sector = 0; sector < Flash::kSectorCount; ++sector) {
      const Header& header = headers_[sector];
      if (header.key != key || header.sequence != version.sequence) continue;
      const std::uint8_t* bytes = flash_.read(sector) + kHeader;
      for (std::size_t i = 0; i < header.part_size(); ++i)
        to[header.part * kPayload + i] = bytes[i];
    }
    return FlashStatus::kOk;
  }

  // Writes `size` bytes under `key`. On any status but kOk, load() still gives the previous
  // version.
  FlashStatus save(std::uint32_t key, const std::uint8_t* bytes, std::size_t size) {
    const std::size_t parts = size == 0 ? 1 : (size + kPayload - 1) / kPayload;
    if (parts > kMaxParts) return FlashStatus::kTooLarge;
    if (parts > free_sectors()) return FlashStatus::kNoRoom;
    Header header{key, next_sequence_, static_cast<std::uint32_t>(size), 0,
                  static_cast<std::uint32_t>(parts)};
    ++next_sequence_;
    for (; header.part < parts; ++header.part) {
      if (!write_part(take_free(header.sequence), header, bytes + header.part * kPayload)) {
        return FlashStatus::kFailed;
      }
    }
    return FlashStatus::kOk;
  }

  // Deletes `key`: load() then returns kNotFound, even if the power fails half-way and `forget` is
  // called again. Versions are deleted oldest first, so that an old one never reappears.
  FlashStatus forget(std::uint32_t key) {
    for (;;) {
      std::size_t oldest = Flash::kSectorCount;
      std::uint32_t sequence = 0xffffffffu;
      for (std::size_t sector = 0; sector < Flash::kSectorCount; ++sector) {
        const Header& header = headers_[sector];
        if (header.sequence == 0 || header.key != key || header.sequence > sequence) continue;
        oldest = sector;
        sequence = header.sequence;
      }
      if (oldest == Flash::kSectorCount) return FlashStatus::kOk;
      headers_[oldest] = {};
      if (!flash_.erase(oldest)) return FlashStatus::kFailed;
    }
  }

 private:
  static constexpr std::uint32_t kMagic = 0x31534645u;  // "EFS1"

  // The first kHeader bytes of a sector, little-endian: magic, key, sequence, blob size,
  // part, parts, CRC-32 of the payload, CRC-32 of the 28 bytes before.
  struct Header {
    std::uint32_t key = 0;
    std::uint32_t sequence = 0;  // 0: this sector holds nothing
    std::uint32_t size = 0;
    std::uint32_t part = 0;
    std::uint32_t parts = 0;

    std::size_t part_size() const {
      return part + 1 < parts ? kPayload : size - (parts - 1) * kPayload;
    }
  };

  struct Version {
    std::uint32_t sequence = 0;
    std::uint32_t size = 0;
  };

  // The header of `sector`; sequence 0 when it is blank, incomplete or foreign.
  Header scan(std::size_t sector) const {
    const std::uint8_t* at = flash_.read(sector);
    if (get_u32(at) != kMagic || get_u32(at + 28) != crc32(at, 28)) return {};
    const Header header{get_u32(at + 4), get_u32(at + 8), get_u32(at + 12), get_u32(at + 16),
                        get_u32(at + 20)};
    const bool sane = header.sequence != 0 && header.parts >= 1 && header.parts <= kMaxParts &&
                      header.part < header.parts && header.size <= header.parts * kPayload &&
                      header.size >= (header.parts - 1) * kPayload;
    if (!sane || crc32(at + kHeader, header.part_size()) != get_u32(at + 24)) return {};
    return header;
  }

  bool whole(const Header& of) const {
    std::uint64_t seen = 0;
    for (std::size_t sector = 0; sector < Flash::kSectorCount; ++sector) {
      const Header& header = headers_[sector];
      if (header.key == of.key && header.sequence == of.sequence) seen |= 1ull << header.part;
    }
    return seen == (of.parts == 64 ? ~0ull : (1ull << of.parts) - 1);
  }

  Version newest(std::uint32_t key) const {
    Version best;
    for (std::size_t sector = 0; sector < Flash::kSectorCount; ++sector) {
      const Header& header = headers_[sector];
      if (header.sequence <= best.sequence || header.key != key || !whole(header)) continue;
      best = {header.sequence, header.size};
    }
    return best;
  }

  // Reads every sector once, to learn which are in use and where the last write ended.
  void mount() {
    std::uint32_t last = 0;
    for (std::size_t sector = 0; sector < Flash::kSectorCount; ++sector) {
      const Header header = headers_[sector] = scan(sector);
      if (header.sequence <= last) continue;
      last = header.sequence;
      cursor_ = (sector + 1) % Flash::kSectorCount;
    }
    next_sequence_ = last + 1;
  }

  // A sector is free unless it is part of the newest complete version of its key, or of the version
  // being written.
  bool is_free(std::size_t sector, std::uint32_t writing) const {
    const Header& header = headers_[sector];
    if (header.sequence == 0) return true;
    return header.sequence != writing && header.sequence != newest(header.key).sequence;
  }

  std::size_t free_sectors() const {
    std::size_t count = 0;
    for (std::size_t sector = 0; sector < Flash::kSectorCount; ++sector)
      count += is_free(sector, 0);
    return count;
  }

  std::size_t take_free(std::uint32_t writing) {
    while (!is_free(cursor_, writing)) cursor_ = (cursor_ + 1) % Flash::kSectorCount;
    const std::size_t taken = cursor_;
    cursor_ = (cursor_ + 1) % Flash::kSectorCount;
    return taken;
  }

  bool write_part(std::size_t sector, const Header& header, const std::uint8_t* bytes) {
    headers_[sector] = {};
    if (!flash_.erase(sector)) return false;
    const std::size_t size = header.part_size();
    std::uint8_t page[kPage];
    put_u32(page, kMagic);
    put_u32(page + 4, header.key);
    put_u32(page + 8, header.sequence);
    put_u32(page + 12, header.size);
    put_u32(page + 16, header.part);
    put_u32(page + 20, header.parts);
    put_u32(page + 24, crc32(bytes, size));
    put_u32(page + 28, crc32(page, 28));
    std::size_t done = 0;
    for (std::size_t offset = 0; offset < kHeader + size; offset += kPage) {
      for (std::size_t i = offset == 0 ? kHeader : 0; i < kPage; ++i) {
        page[i] = done < size ? bytes[done++] : std::uint8_t{0xff};
      }
      if (!flash_.program(sector, offset, page, kPage)) return false;
    }
    headers_[sector] = scan(sector);
    return headers_[sector].sequence == header.sequence;
  }

  Flash& flash_;
  Header headers_[Flash::kSectorCount];  // of each sector, as scan() read it
  std::size_t cursor_ = 0;
  std::uint32_t next_sequence_ = 1;
};

}  // namespace ens
