/**
 * Stands in front of the audio thread's script and times each block of it in microseconds. An audio thread has
 * no `performance`; Temporal's clock steps by 5 µs in a page that may share memory. The gesture is not timed.
 * Last in `taken` is what it took to make the instrument.
 */
const register = registerProcessor;
const clock = () => Number(Temporal.Now.instant().epochNanoseconds % 1_000_000_000_000n) / 1000;

globalThis.registerProcessor = (name, Processor) =>
  register(
    name,
    class extends Processor {
      #taken;
      #gesture;
      #block = 0;

      constructor(options) {
        const start = clock();
        super(options);
        const made = clock() - start;
        ({ taken: this.#taken, gesture: this.#gesture } = options.processorOptions);
        if (this.#taken !== undefined) this.#taken[this.#taken.length - 1] = made;
      }

      process(inputs, outputs, parameters) {
        if (this.#taken === undefined) return super.process(inputs, outputs, parameters);
        const { hand, keys, voiceSpace } = this.#gesture;
        const orders = hand.map((index) => {
          const unit = (this.#block * (3 + 2 * index) * 88) % 32768;
          return { do: 'input', index, unit };
        });
        if (this.#block === 0) orders.push({ do: 'voice-space', ordinal: voiceSpace });
        if (keys && this.#block % 112 === 0) {
          const key = 48 + ((this.#block / 16) % 24);
          orders.push({ do: 'midi', message: [0x90, key, 100] });
        }
        this.port.onmessage({ data: orders });
        const start = clock();
        const running = super.process(inputs, outputs, parameters);
        const spent = clock() - start;
        if (this.#block < this.#taken.length - 1) this.#taken[this.#block] = spent;
        this.#block += 1;
        return running;
      }
    },
  );
