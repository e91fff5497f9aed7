/**
 * Exploring by ear once more, slow and obvious: every number a BigInt, every plane computed from all presses before it.
 * What firmware/core/explore.h computes is right when it equals this to the last bit.
 */
import { ReferenceRng } from './reference-mlp.ts';

const ONE = 32768n;
const WORD = 0xffffffffn;
const WIDE_PLANES = 4;
const MAX_PRESSES = 32;

interface Choice {
  readonly x: bigint;
  readonly y: bigint;
  readonly liked: boolean;
}

interface Plane {
  readonly centre: readonly bigint[];
  readonly reach: bigint;
  readonly draws: number;
}

const middle: Pick<Choice, 'x' | 'y'> = { x: ONE / 2n, y: ONE / 2n };
const clamp = (value: bigint): bigint => (value < 0n ? 0n : value > ONE ? ONE : value);

export class ReferenceExplorer {
  readonly #seed: bigint;
  readonly #free: readonly number[];
  #first: Plane;
  #presses: Choice[] = [];
  #at: Pick<Choice, 'x' | 'y'> = middle;

  constructor(sound: readonly bigint[], fixed: readonly boolean[], seed: bigint) {
    this.#seed = seed;
    this.#free = sound.flatMap((_, index) => (fixed[index] === true ? [] : [index]));
    this.#first = { centre: sound, reach: 22938n, draws: 0 };
  }

  move(x: bigint, y: bigint): void {
    this.#at = { x, y };
  }

  press(liked: boolean): void {
    if (this.#presses.length === MAX_PRESSES) {
      const [oldest, ...later] = this.#presses;
      if (oldest !== undefined) this.#first = this.#after(this.#first, oldest);
      this.#presses = later;
    }
    this.#presses.push({ ...this.#at, liked });
    this.#at = middle;
  }

  undo(): void {
    this.#presses.pop();
    this.#at = middle;
  }

  get reach(): bigint {
    return this.#plane().reach;
  }

  sound(): bigint[] {
    return this.#soundOf(this.#plane(), this.#at);
  }

  #plane(): Plane {
    return this.#presses.reduce((plane, press) => this.#after(plane, press), this.#first);
  }

  #after(plane: Plane, press: Choice): Plane {
    const less = (plane.reach * 27853n) >> 15n;
    const draws = plane.draws + 1;
    const liked = press.liked ? (less < ONE / 16n ? ONE / 16n : less) : plane.reach;
    return {
      centre: press.liked ? this.#soundOf(plane, press) : plane.centre,
      reach: draws === WIDE_PLANES ? 26214n : liked,
      draws,
    };
  }

  #soundOf(plane: Plane, at: Pick<Choice, 'x' | 'y'>): bigint[] {
    const { u, v } = this.#directions(plane);
    const [a, b] = [2n * at.x - ONE, 2n * at.y - ONE];
    return plane.centre.map((value, index) =>
      clamp(value + ((a * (u.get(index) ?? 0n) + b * (v.get(index) ?? 0n) + ONE / 2n) >> 15n)),
    );
  }

  #directions({ draws, reach }: Plane): { u: Map<number, bigint>; v: Map<number, bigint> } {
    const [u, v] = [new Map<number, bigint>(), new Map<number, bigint>()];
    if (draws < WIDE_PLANES) {
      const random = new ReferenceRng(this.#stream(BigInt(draws)));
      for (const index of this.#free) {
        u.set(index, (random.signed() * reach) >> 31n);
        v.set(index, (random.signed() * reach) >> 31n);
      }
      return { u, v };
    }
    const plane = draws - WIDE_PLANES;
    const shuffled = this.#shuffled(Math.floor(plane / 2));
    const size = Math.ceil(this.#free.length / 5);
    const amounts = new ReferenceRng(this.#stream(~BigInt(plane) & WORD));
    for (let k = 0; k < 2 * size; k += 1) {
      const index = shuffled[((plane % 2) * 2 * size + k) % shuffled.length];
      if (index === undefined) break;
      const random = amounts.signed();
      const amount = (reach + ((random & 0x7fffn) * reach) / ONE) / 2n;
      (k < size ? u : v).set(index, random < 0n ? -amount : amount);
    }
    return { u, v };
  }

  /** Inside-out shuffle: each new param takes the place of one before it, which moves to the end. */
  #shuffled(round: number): number[] {
    const random = new ReferenceRng(this.#stream(BigInt(WIDE_PLANES + round)));
    const shuffled: number[] = [];
    for (const index of this.#free) {
      const at = Number((random.next() * BigInt(shuffled.length + 1)) >> 32n);
      shuffled.push(shuffled[at] ?? index);
      shuffled[at] = index;
    }
    return shuffled;
  }

  #stream(draw: bigint): bigint {
    let x = this.#seed ^ ((draw * 0x9e3779b9n) & WORD);
    x = ((x ^ (x >> 16n)) * 0x85ebca6bn) & WORD;
    x = ((x ^ (x >> 13n)) * 0xc2b2ae35n) & WORD;
    return x ^ (x >> 16n);
  }
}
