/** Which process owns a site. One that has the store to itself owns all of them. */
import type { Handshake } from '../http/exchange.ts';

/** Lets a visitor in here; `left` is called once when their connection has ended. */
export type Admit = (handshake: Handshake, left: () => void) => void;

export interface Ownership {
  /** Calls `admit` once this process owns the site, or passes the visitor on to the process that does. */
  connect(handshake: Handshake, admit: Admit): void;
  /** Runs `task` while this process owns what is called `name`. Undefined if another one does. */
  holding<Result>(name: string, task: () => Promise<Result>): Promise<Result | undefined>;
  /** The same, and waits for another process to give it up. Throws `StoreError` if it does not. */
  alone<Result>(name: string, task: () => Promise<Result>): Promise<Result>;
  /** The site was closed here. */
  closed(name: string): void;
  /** No more visitors come; what they wrote may still be stored. */
  drain(): void;
}

export const OWNS_ALL: Ownership = {
  connect: (handshake, admit) => admit(handshake, () => {}),
  holding: (_name, task) => task(),
  alone: (_name, task) => task(),
  closed: () => {},
  drain: () => {},
};
