import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** A web server on loopback that publishes months as MTE does, and can hold a file back half-way. */
export async function monthSource() {
  const files = new Map<string, Buffer>();
  const held = new Set<() => void>();
  let isHolding = false;
  const finish = (response: ServerResponse, rest: Buffer) => {
    if (isHolding) held.add(() => response.end(rest));
    else response.end(rest);
  };
  const server = createServer(({ url = '/', method }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const file = files.get(name);
    if (name === '') {
      const links = [...files.keys()].map((found) => `<a href="${found}">${found}</a>`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(links.join('\n'));
    } else if (file === undefined) {
      response.writeHead(404).end();
    } else {
      response.writeHead(200, {
        'content-length': file.length,
        'last-modified': 'Wed, 30 Aug 2023 12:00:00 GMT',
      });
      if (method === 'HEAD') response.end();
      else {
        const half = Math.floor(file.length / 2);
        response.write(file.subarray(0, half));
        finish(response, file.subarray(half));
      }
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const letGo = () => {
    isHolding = false;
    for (const end of held) end();
    held.clear();
  };
  return {
    address: `http://127.0.0.1:${port}/`,
    put: (name: string, text: string) => void files.set(name, Buffer.from(text)),
    /** From now on every file transfer stops half-way. */
    hold: () => void (isHolding = true),
    letGo,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
