/** The part of `fs-native-extensions` that is used here; the package brings no types. */
declare module 'fs-native-extensions' {
  /**
   * Locks an open file for this open of it alone, until it is closed or the process ends. False if another open of it
   * has the lock, of this process or another.
   */
  export function tryLock(fd: number): boolean;
}
