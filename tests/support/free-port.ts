import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system gives to whoever asks for any: of these, nobody has one by chance. */
const lowest = 10_000;
const highest = 30_000;

/** A port that nothing listens on at this moment, at any address of this machine. */
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

/** Whether a program says that somebody else listens where it would. */
export const isPortTaken = (said: string): boolean =>
  /EADDRINUSE|Address already in use|já está em uso/.test(said);

const mostTries = 5;

/** Starts what must know its ports before it listens; with others where somebody has taken them in between. */
export async function onFreePorts<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start();
    } catch (error) {
      if (tries === mostTries || !isPortTaken(String(error))) throw error;
    }
  }
}
