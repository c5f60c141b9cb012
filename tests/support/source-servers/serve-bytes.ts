import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { md5Of, type Faults, type StoredFile } from './test-server.ts';

export const tagOf = ({ content }: StoredFile) => `"${md5Of(content)}"`;

/** Serves a file as web servers do: HEAD, Range, If-Range, ETag and Last-Modified; with the configured faults. */
export function serveBytes(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  faults: Faults,
): void {
  const { content } = file;
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', tagOf(file));
  response.setHeader('last-modified', file.modifiedAt.toUTCString());
  const start = rangeStart(request, file);
  if (start !== undefined && start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const body = content.subarray(start ?? 0);
  const range = `bytes ${start ?? 0}-${content.length - 1}/${content.length}`;
  response.writeHead(start === undefined ? 200 : 206, {
    'content-length': body.length,
    ...(start !== undefined && { 'content-range': range }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  faults.starts.push(start ?? 0);
  send(response, body, faults);
}

function rangeStart(request: IncomingMessage, file: StoredFile): number | undefined {
  const match = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  const condition = request.headers['if-range'];
  const isSame =
    condition === undefined ||
    condition === tagOf(file) ||
    condition === file.modifiedAt.toUTCString();
  return match && isSame ? Number(match[1]) : undefined;
}

function send(response: ServerResponse, body: Buffer, faults: Faults): void {
  const cut = faults.cuts.shift();
  if (faults.isSilent) response.write(body.subarray(0, 100));
  else if (cut === undefined) response.end(body);
  else response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 20));
}

/** Starts an HTTP server on a port that the system chooses. */
export async function startHttp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ host: string; stop: () => Promise<void> }> {
  let stopped: Promise<unknown> | undefined;
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      stopped ??= once(server, 'close');
      server.closeAllConnections();
      server.close();
      await stopped;
    },
  };
}
