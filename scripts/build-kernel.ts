import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { kernelConstants } from '../server/answers/index/count/kernel-tables.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'server/answers/index/count/kernel/line-loops.ts');
const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
const options =
  '--optimizeLevel 3 --runtime stub --enable simd --importMemory --noExportMemory --outFile kernel.wasm';

/** The kernel's source and, as another module, the constants of this version's codes and tables; texts by file name. */
export async function kernelSources(): Promise<Readonly<Record<string, string>>> {
  const constants = Object.entries(kernelConstants).map(
    ([name, value]) => `export const ${name}: u32 = ${value};\n`,
  );
  return { 'line-loops.ts': await readFile(source, 'utf8'), 'constants.ts': constants.join('') };
}

/** Writes the sources to a folder and compiles them there to `kernel.wasm`. Rejects with the compiler's messages. */
export async function buildKernel(output: string): Promise<void> {
  const sources = await kernelSources();
  await mkdir(output, { recursive: true });
  for (const [name, text] of Object.entries(sources)) await writeFile(join(output, name), text);
  // The constants are exported too: the server compares them with its own.
  const files = Object.keys(sources);
  await promisify(execFile)(process.execPath, [compiler, ...files, ...options.split(' ')], {
    cwd: output,
  });
}
