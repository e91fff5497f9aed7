/* What the USB library of the Pico SDK is built with: one serial port and one MIDI port. Hosts wait
 * while a buffer for what they send is full. */
#ifndef ENSEMBLE_TUSB_CONFIG_H_
#define ENSEMBLE_TUSB_CONFIG_H_

#define CFG_TUSB_RHPORT0_MODE OPT_MODE_DEVICE
#define CFG_TUD_ENDPOINT0_SIZE 64

#define CFG_TUD_CDC 1
#define CFG_TUD_CDC_RX_BUFSIZE 256
#define CFG_TUD_CDC_TX_BUFSIZE 256
#define CFG_TUD_MIDI 1
#define CFG_TUD_MIDI_RX_BUFSIZE 128
#define CFG_TUD_MIDI_TX_BUFSIZE 128

#endif /* ENSEMBLE_TUSB_CONFIG_H_ */
