import { pino, type DestinationStream, type Logger } from 'pino';

const secrets = ['password', 'currentPassword', 'newPassword', 'confirmPassword'];
const headers = ['cookie', 'authorization', 'set-cookie'];

/** The log: JSON lines without secrets, on the error stream so that the output stays for people. */
export function createLogger(destination: DestinationStream = process.stderr): Logger {
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
    },
    destination,
  );
}

/** Without the query, which may carry a token of an e-mailed link. */
const requestLine = ({ method = '', url = '' }: { method?: string; url?: string }) => ({
  method,
  path: url.split('?', 1)[0],
});
