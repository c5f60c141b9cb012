import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the system's ephemeral port range, so that no process gets one of these by chance. */
const lowest = 10_000;
const highest = 30_000;

/** A port without a listener at this moment, at any address of this machine. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '0.0.0.0');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Whether a program's output reports that its port is taken. */
export const isPortTaken = (said: string): boolean =>
  /EADDRINUSE|Address already in use|já está em uso/.test(said);

const maxTries = 5;

/** Starts a program that must know its ports in advance; retries with other ports if one was taken meanwhile. */
export async function onFreePorts<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === maxTries || !isPortTaken(String(error))) throw error;
    }
  }
}
