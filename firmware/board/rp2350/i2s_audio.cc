#include "board/rp2350/i2s_audio.h"

#include <initializer_list>

#include "board/rp2350/pins.h"
#include "device/words.h"
#include "hardware/clocks.h"
#include "hardware/dma.h"
#include "hardware/irq.h"
#include "hardware/pio.h"
#include "hardware/timer.h"
#include "i2s.pio.h"

namespace ens {
namespace {

static_assert(pins::kI2sBitClock == pins::kI2sDataIn + i2s_slave_I2S_BIT_CLOCK, "see i2s.pio");
static_assert(pins::kI2sFrame == pins::kI2sDataIn + i2s_slave_I2S_FRAME, "see i2s.pio");

I2sAudio* running = nullptr;

void init_program(PIO pio, uint machine) {
  const uint offset = static_cast<uint>(pio_add_program(pio, &i2s_slave_program));
  pio_sm_config config = i2s_slave_program_get_default_config(offset);
  sm_config_set_in_pins(&config, pins::kI2sDataIn);
  sm_config_set_out_pins(&config, pins::kI2sDataOut, 1);
  sm_config_set_in_shift(&config, false, true, 32);
  sm_config_set_out_shift(&config, false, true, 32);
  for (const uint pin :
       {pins::kI2sDataIn, pins::kI2sDataOut, pins::kI2sBitClock, pins::kI2sFrame}) {
    pio_gpio_init(pio, pin);
  }
  pio_sm_set_consecutive_pindirs(pio, machine, pins::kI2sDataOut, 1, true);
  pio_sm_init(pio, machine, offset, &config);
}

// A half as a ring of 2^9 bytes.
constexpr uint kRingBits = 9;
static_assert(sizeof(std::int32_t) * 2 * I2sAudio::kFrames == 1u << kRingBits);

// Moves one tick of words and then starts its twin. The address wraps around to where it began in
// hardware: with the interrupt stopped, the channels repeat the last sound and reach no other
// memory.
void init_channel(uint channel, uint twin, PIO pio, uint machine, std::int32_t* words, bool in) {
  dma_channel_config config = dma_channel_get_default_config(channel);
  channel_config_set_transfer_data_size(&config, DMA_SIZE_32);
  channel_config_set_read_increment(&config, !in);
  channel_config_set_write_increment(&config, in);
  channel_config_set_dreq(&config, pio_get_dreq(pio, machine, !in));
  channel_config_set_chain_to(&config, twin);
  channel_config_set_ring(&config, in, kRingBits);
  constexpr uint kWords = 2 * I2sAudio::kFrames;
  if (in) {
    dma_channel_configure(channel, &config, words, &pio->rxf[machine], kWords, false);
  } else {
    dma_channel_configure(channel, &config, &pio->txf[machine], words, kWords, false);
  }
}

}  // namespace

void I2sAudio::start(Process process, void* context) {
  process_ = process;
  context_ = context;
  running = this;
  const PIO pio = pio0;
  const uint machine = static_cast<uint>(pio_claim_unused_sm(pio, true));
  init_program(pio, machine);
  for (std::size_t half = 0; half < 2; ++half) {
    in_channel_[half] = static_cast<std::uint32_t>(dma_claim_unused_channel(true));
    out_channel_[half] = static_cast<std::uint32_t>(dma_claim_unused_channel(true));
  }
  for (std::size_t half = 0; half < 2; ++half) {
    init_channel(in_channel_[half], in_channel_[1 - half], pio, machine, in_[half], true);
    init_channel(out_channel_[half], out_channel_[1 - half], pio, machine, out_[half], false);
    dma_channel_set_irq0_enabled(in_channel_[half], true);
  }
  irq_set_exclusive_handler(DMA_IRQ_0, on_dma);
  irq_set_priority(DMA_IRQ_0, PICO_HIGHEST_IRQ_PRIORITY);
  irq_set_enabled(DMA_IRQ_0, true);
  dma_start_channel_mask(1u << in_channel_[0] | 1u << out_channel_[0]);
  pio_sm_set_enabled(pio, machine, true);
}

void I2sAudio::on_dma() {
  for (std::size_t half = 0; half < 2; ++half) {
    if (dma_channel_get_irq0_status(running->in_channel_[half])) {
      dma_channel_acknowledge_irq0(running->in_channel_[half]);
      running->finish(half);
    }
  }
}

// Half `half` has been received, and played to within the depth of the FIFO; its twin is under way.
// Fills it anew, for when the twins chain to its channels.
void I2sAudio::finish(std::size_t half) {
  const std::uint32_t began = time_us_32();
  float in[2][kFrames];
  float out[2][kFrames];
  from_words(in_[half], kFrames, in[0], in[1]);
  process_(context_, in, out);
  to_words(out[0], out[1], kFrames, out_[half]);
  if (dma_channel_is_busy(in_channel_[half])) late_ = late_ + 1;
  const std::uint32_t took = time_us_32() - began;
  if (took > longest_us_) longest_us_ = took;
}

}  // namespace ens
