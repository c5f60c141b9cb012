import { appendFileSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pino, type DestinationStream, type Logger } from 'pino';
import { currentRequestId } from '../../platform/observability/request-id.ts';

const passwords = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'temporaryPassword',
];
const otherSecrets = ['token', 'secret', 'uri', 'recoveryCodes', 'key'];
const headers = ['cookie', 'authorization', 'set-cookie'];

/** The log as JSON lines, without secrets. */
export function createLogger(destination: DestinationStream): Logger {
  return pino(
    {
      level: 'info',
      redact: {
        paths: [...passwords, ...otherSecrets, ...headers].flatMap((name) => [
          `["${name}"]`,
          `*["${name}"]`,
          `*.*["${name}"]`,
        ]),
        censor: '[oculto]',
      },
      serializers: { req: requestLine },
      mixin: (_line, _level, logger) => requestOf(logger),
    },
    destination,
  );
}

/**
 * The destination of the log. If standard error is not a terminal, the log goes there. On a terminal, it goes to
 * `DATA_DIR/server.log`, and each error prints a line in Portuguese that names the file. Creates the folder. On a full
 * disk, a terminal shows the lines; otherwise they are lost.
 */
export function logOutput(
  dataDir: string,
  terminal: Writable & { readonly isTTY?: boolean } = process.stderr,
): DestinationStream {
  // Without a listener, a failed write would end the process. Several loggers of a process share one.
  if (terminal.isTTY !== true) return terminal.off('error', ignore).on('error', ignore);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'server.log');
  const isLong = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes;
  const file = openSync(path, isLong ? 'w' : 'a');
  return {
    write(line) {
      try {
        appendFileSync(file, line);
      } catch {
        terminal.write(line);
        return;
      }
      if (/^\{"level":(50|60),/.test(line)) terminal.write(`Um erro foi registrado em ${path}.\n`);
    },
  };
}

const ignore = () => undefined;

/** A longer file begins again at the next start. */
const maxBytes = 10 * 2 ** 20;

/** Adds the request's ID to lines of parts that do not know the request; a request's own logger already has it. */
function requestOf(logger: Logger): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined || 'requestId' in logger.bindings() ? {} : { requestId };
}

/** Omits the query string, which may contain the token of an e-mailed link. */
const requestLine = ({ method = '', url = '' }: { method?: string; url?: string }) => ({
  method,
  path: url.split('?', 1)[0],
});
