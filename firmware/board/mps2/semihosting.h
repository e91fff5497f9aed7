// Arm semihosting: how a program in an emulator prints, writes files and exits with a code.
// Source: Arm "Semihosting for AArch32 and AArch64", operations SYS_WRITE0 and SYS_EXIT_EXTENDED.
#pragma once

#include <cstdint>

namespace ens::semihosting {

inline std::int32_t call(std::int32_t operation, const void* argument) {
  register std::int32_t r0 asm("r0") = operation;
  register const void* r1 asm("r1") = argument;
  asm volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

// Prints text that ends with NUL.
inline void write(const char* text) {
  call(0x04, text);
}

// Prints a number in decimal, with a space before it.
inline void write_number(std::uint32_t value) {
  char text[12] = {};
  int at = 10;
  do {
    text[at--] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  text[at] = ' ';
  write(text + at);
}

// A file on the emulator's host. Calls return whether they succeeded.
class File {
 public:
  // Opens for reading and writing and empties the file. False when the host refuses.
  bool open(const char* path) {
    struct Block {
      const char* path;
      std::uint32_t mode;
      std::uint32_t length;
    };
    std::uint32_t length = 0;
    while (path[length] != '\0') ++length;
    const Block block{path, 7, length};  // "w+b"
    handle_ = call(0x01, &block);
    return handle_ >= 0;
  }
  bool write(const void* bytes, std::uint32_t size) const {
    struct Block {
      std::int32_t handle;
      const void* bytes;
      std::uint32_t size;
    };
    const Block block{handle_, bytes, size};
    return call(0x05, &block) == 0;
  }
  bool seek(std::uint32_t at) const {
    struct Block {
      std::int32_t handle;
      std::uint32_t at;
    };
    const Block block{handle_, at};
    return call(0x0a, &block) == 0;
  }

 private:
  std::int32_t handle_ = -1;
};

// The emulator's arguments, separated by spaces.
inline bool command_line(char* to, std::uint32_t size) {
  struct Block {
    char* to;
    std::uint32_t size;
  };
  const Block block{to, size};
  return call(0x15, &block) == 0;
}

// Ends the program; the emulator exits with `code`.
[[noreturn]] inline void exit(std::int32_t code) {
  struct Block {
    std::uint32_t reason;
    std::int32_t code;
  };
  const Block block{0x20026, code};  // ADP_Stopped_ApplicationExit
  call(0x20, &block);
  while (true) {
  }
}

}  // namespace ens::semihosting
