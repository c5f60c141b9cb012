import { writeFile } from 'node:fs/promises';
import { assembledKernel } from './assembled-kernel.ts';

/** `npm run kernel`, after a change of kernel-text.ts or of the codes of lines. */
await writeFile(new URL('line-kernel.wasm', import.meta.url), await assembledKernel());
