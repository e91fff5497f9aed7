// As much of the Pico SDK as board/rp2350/i2s_audio.cc uses, on a simulated DMA controller: its
// channels count, chain, wrap addresses around and interrupt as the RP2350 data sheet (12.6) says.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

using uint = unsigned int;

// --- The controller

enum dma_channel_transfer_size { DMA_SIZE_8, DMA_SIZE_16, DMA_SIZE_32 };

struct dma_channel_config {
  dma_channel_transfer_size size = DMA_SIZE_32;
  bool read_increment = true;
  bool write_increment = false;
  uint dreq = 0;
  uint chain_to = 0;
  bool ring_write = false;
  uint ring_bits = 0;
};

struct SimulatedDma {
  struct Channel {
    dma_channel_config config;
    std::uintptr_t read = 0;
    std::uintptr_t write = 0;
    uint count = 0;  // of one run
    uint left = 0;
    bool interrupts = false;
    bool is_pending = false;
  };
  static constexpr uint kReceive =
      1;  // requests: the FIFO of the state machine holds, or wants, a word
  static constexpr uint kSend = 2;

  Channel channels[16];
  uint claimed = 0;
  std::uint32_t receive_fifo[4] = {};
  std::uint32_t send_fifo[4] = {};
  bool runs = false;  // the state machine
  void (*handler)() = nullptr;
  std::uint32_t now_us = 0;
  // What memory the controller touched.
  std::vector<std::uintptr_t> read;
  std::vector<std::uintptr_t> written;

  void trigger(uint which) { channels[which].left = channels[which].count; }

  // One word each way, as the codec clocks it; the word that was played.
  std::uint32_t clock(std::uint32_t word) {
    if (!runs) return 0;
    receive_fifo[0] = word;
    serve(kReceive);
    serve(kSend);
    return send_fifo[0];
  }

  bool is_interrupting() const {
    for (const Channel& channel : channels) {
      if (channel.is_pending && channel.interrupts) return true;
    }
    return false;
  }

 private:
  static std::uintptr_t next(std::uintptr_t address, bool increments, uint ring_bits) {
    if (!increments) return address;
    if (ring_bits == 0) return address + 4;
    const std::uintptr_t mask = (std::uintptr_t{1} << ring_bits) - 1;
    return (address & ~mask) | ((address + 4) & mask);
  }

  void serve(uint dreq) {
    for (uint i = 0; i < 16; ++i) {
      Channel& channel = channels[i];
      if (channel.left == 0 || channel.config.dreq != dreq) continue;
      const dma_channel_config& config = channel.config;
      std::uint32_t word = 0;
      // What lies outside the buffers is noted and not touched.
      (dreq == kReceive ? written : read)
          .push_back(dreq == kReceive ? channel.write : channel.read);
      if (is_allowed(channel.read)) std::memcpy(&word, reinterpret_cast<void*>(channel.read), 4);
      if (is_allowed(channel.write)) std::memcpy(reinterpret_cast<void*>(channel.write), &word, 4);
      channel.read =
          next(channel.read, config.read_increment, config.ring_write ? 0 : config.ring_bits);
      channel.write =
          next(channel.write, config.write_increment, config.ring_write ? config.ring_bits : 0);
      if (--channel.left > 0) return;
      channel.is_pending = true;
      if (config.chain_to != i) trigger(config.chain_to);
      return;
    }
  }

  bool is_allowed(std::uintptr_t address) const {
    const auto within = [address](const void* from, std::size_t size) {
      const auto begin = reinterpret_cast<std::uintptr_t>(from);
      return address >= begin && address + 4 <= begin + size;
    };
    return within(this, sizeof *this) || within(buffers, buffers_size);
  }

 public:
  const void* buffers = nullptr;
  std::size_t buffers_size = 0;
};

inline SimulatedDma& simulated_dma() {
  static SimulatedDma dma;
  return dma;
}

inline dma_channel_config dma_channel_get_default_config(uint channel) {
  dma_channel_config config;
  config.chain_to = channel;
  return config;
}
inline void channel_config_set_transfer_data_size(dma_channel_config* to,
                                                  dma_channel_transfer_size size) {
  to->size = size;
}
inline void channel_config_set_read_increment(dma_channel_config* to, bool on) {
  to->read_increment = on;
}
inline void channel_config_set_write_increment(dma_channel_config* to, bool on) {
  to->write_increment = on;
}
inline void channel_config_set_dreq(dma_channel_config* to, uint dreq) {
  to->dreq = dreq;
}
inline void channel_config_set_chain_to(dma_channel_config* to, uint channel) {
  to->chain_to = channel;
}
inline void channel_config_set_ring(dma_channel_config* to, bool write, uint bits) {
  to->ring_write = write;
  to->ring_bits = bits;
}
inline int dma_claim_unused_channel(bool) {
  return static_cast<int>(simulated_dma().claimed++);
}
inline void dma_channel_configure(uint channel, const dma_channel_config* config,
                                  volatile void* write, const volatile void* read, uint count,
                                  bool trigger) {
  SimulatedDma::Channel& to = simulated_dma().channels[channel];
  to.config = *config;
  to.write = reinterpret_cast<std::uintptr_t>(write);
  to.read = reinterpret_cast<std::uintptr_t>(read);
  to.count = count;
  if (trigger) simulated_dma().trigger(channel);
}
inline void dma_channel_set_irq0_enabled(uint channel, bool on) {
  simulated_dma().channels[channel].interrupts = on;
}
inline bool dma_channel_get_irq0_status(uint channel) {
  return simulated_dma().channels[channel].is_pending;
}
inline void dma_channel_acknowledge_irq0(uint channel) {
  simulated_dma().channels[channel].is_pending = false;
}
inline bool dma_channel_is_busy(uint channel) {
  return simulated_dma().channels[channel].left > 0;
}
inline void dma_start_channel_mask(std::uint32_t mask) {
  for (uint i = 0; i < 16; ++i) {
    if ((mask >> i & 1) != 0) simulated_dma().trigger(i);
  }
}

// --- Interrupts and time

inline constexpr uint DMA_IRQ_0 = 10;
inline constexpr std::uint8_t PICO_HIGHEST_IRQ_PRIORITY = 0;
inline void irq_set_exclusive_handler(uint, void (*handler)()) {
  simulated_dma().handler = handler;
}
inline void irq_set_priority(uint, std::uint8_t) {}
inline void irq_set_enabled(uint, bool) {}
inline std::uint32_t time_us_32() {
  return simulated_dma().now_us;
}

// --- The state machine, which hands words on

struct pio_hw_t {
  std::uint32_t* txf;
  std::uint32_t* rxf;
};
using PIO = pio_hw_t*;
inline pio_hw_t simulated_pio = {simulated_dma().send_fifo, simulated_dma().receive_fifo};
inline const PIO pio0 = &simulated_pio;
struct pio_sm_config {};
struct pio_program {};
inline constexpr pio_program i2s_slave_program;
inline constexpr uint i2s_slave_I2S_BIT_CLOCK = 2;
inline constexpr uint i2s_slave_I2S_FRAME = 3;

inline int pio_claim_unused_sm(PIO, bool) {
  return 0;
}
inline int pio_add_program(PIO, const pio_program*) {
  return 0;
}
inline pio_sm_config i2s_slave_program_get_default_config(uint) {
  return {};
}
inline void sm_config_set_in_pins(pio_sm_config*, uint) {}
inline void sm_config_set_out_pins(pio_sm_config*, uint, uint) {}
inline void sm_config_set_in_shift(pio_sm_config*, bool, bool, uint) {}
inline void sm_config_set_out_shift(pio_sm_config*, bool, bool, uint) {}
inline void pio_gpio_init(PIO, uint) {}
inline void pio_sm_set_consecutive_pindirs(PIO, uint, uint, uint, bool) {}
inline void pio_sm_init(PIO, uint, uint, const pio_sm_config*) {}
inline uint pio_get_dreq(PIO, uint, bool sends) {
  return sends ? SimulatedDma::kSend : SimulatedDma::kReceive;
}
inline void pio_sm_set_enabled(PIO, uint, bool on) {
  simulated_dma().runs = on;
}
