/** Runs C++ test programs in WebAssembly: exports without arguments that give the address of a text. */
import { compileWasm, type WasmBuild } from '../../scripts/compile-wasm.ts';

/** Compiles and instantiates a module that imports nothing; returns a call of its exports by name. */
export async function textModule(build: WasmBuild): Promise<(name: string) => string> {
  const { instance } = await WebAssembly.instantiate(await compileWasm(build), {});
  const { memory } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new TypeError('the module exports no memory');
  return (name) => {
    const call = instance.exports[name];
    if (typeof call !== 'function') throw new TypeError(`the module exports no ${name}`);
    const address: unknown = call();
    if (typeof address !== 'number') throw new TypeError(`${name} gives no address`);
    const bytes = new Uint8Array(memory.buffer, address);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
}
