import { pino, type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { currentRequestId } from '../../platform/observability/request-id.ts';

const secrets = ['password', 'currentPassword', 'newPassword', 'confirmPassword'];
const headers = ['cookie', 'authorization', 'set-cookie'];

/**
 * The log, without secrets. It goes to the error stream, so that the output stream stays for people: JSON lines for
 * programs, readable lines on a terminal.
 */
export function createLogger(destination: DestinationStream = logOutput()): Logger {
  return pino(
    {
      level: 'info',
      redact: {
        paths: [...secrets, 'token', ...headers].flatMap((name) => [
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

/** Where the log goes by default. */
export function logOutput(): DestinationStream {
  if (!process.stderr.isTTY) return process.stderr;
  return pretty({ destination: 2, sync: true, singleLine: true, ignore: 'pid,hostname' });
}

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
