import { once } from 'node:events';
import { createServer, createConnection } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Opens a door, a socket at a path, at which the processes of a run of tests ask for something that all share: it is
 * made when the first asks, and each is told the same. Answers how to close it.
 */
export async function openDoor(path: string, make: () => Promise<string>): Promise<() => void> {
  let made: Promise<string> | undefined;
  const doorkeeper = createServer((asking) => {
    made ??= make();
    made.then(
      (told) => asking.end(told),
      (error: unknown) => asking.end(`failed: ${String(error)}`),
    );
  });
  doorkeeper.listen(path);
  await once(doorkeeper, 'listening');
  return () => void doorkeeper.close();
}

/** What is told at a door. Throws where it could not be made. */
export async function askAtDoor(path: string): Promise<string> {
  const answer = await text(createConnection(path));
  if (answer.startsWith('failed: ')) throw new Error(answer);
  return answer;
}
