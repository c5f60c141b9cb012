import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A proxy to a server on loopback that records every byte sent to it: addresses, headers and bodies of all requests.
 */
export async function recordingProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sent: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('data', (bytes: Buffer) => sent.push(bytes));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** All bytes so far, as UTF-8. */
    sent: () => Buffer.concat(sent).toString('utf8'),
    [Symbol.asyncDispose]: async () => {
      server.close();
      await Promise.resolve();
    },
  };
}
