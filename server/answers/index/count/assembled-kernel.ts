import wabt from 'wabt';
import { kernelText } from './kernel-text.ts';

/** The kernel's text as the bytes of a WebAssembly module. */
export async function assembledKernel(): Promise<Uint8Array> {
  const assembler = await wabt();
  const module = assembler.parseWat('kernel-text.ts', kernelText());
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}
