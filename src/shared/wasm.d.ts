/** WebAssembly as far as it is used here: every runtime has it, TypeScript's ECMAScript library does not declare it. */
declare namespace WebAssembly {
  type Exports = Readonly<Record<string, unknown>>;
  interface InstantiatedSource {
    readonly module: Module;
    readonly instance: Instance;
  }
  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer);
  }
  class Instance {
    constructor(module: Module, imports?: object);
    readonly exports: Exports;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  function instantiate(
    bytes: ArrayBufferView | ArrayBuffer,
    imports?: object,
  ): Promise<InstantiatedSource>;
}
