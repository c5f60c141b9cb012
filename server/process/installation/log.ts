import { pino, type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { currentRequestId } from '../../platform/observability/request-id.ts';

const secrets = ['password', 'currentPassword', 'newPassword', 'confirmPassword'];
const headers = ['cookie', 'authorization', 'set-cookie'];

/**
 * The log, without secrets, on the error stream so that the output stays for people: JSON lines for programs, readable
 * ones where a person watches.
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

/** Where the log goes by itself. */
export function logOutput(): DestinationStream {
  if (!process.stderr.isTTY) return process.stderr;
  return pretty({ destination: 2, sync: true, singleLine: true, ignore: 'pid,hostname' });
}

/** The name of the request, also in lines of parts that know of none; a request's own log has it anyway. */
function requestOf(logger: Logger): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === undefined || 'requestId' in logger.bindings() ? {} : { requestId };
}

/** Without the query, which may carry a token of an e-mailed link. */
const requestLine = ({ method = '', url = '' }: { method?: string; url?: string }) => ({
  method,
  path: url.split('?', 1)[0],
});
