import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { renderEnvironment } from '../render-environment.ts';

const entry = fileURLToPath(new URL('./try-entry.ts', import.meta.url));
const patienceMs = 20_000;
const heapMegabytes = 256;

/** Whether documents can draw an image: it is drawn once, in a process that ends with it. */
export async function canBeDrawn(image: Buffer): Promise<boolean> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, entry], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: renderEnvironment,
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  // One that ends before it has read all is told by its code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(image);
  const [code] = await once(child, 'close');
  return code === 0;
}
