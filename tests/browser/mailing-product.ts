import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { unfolded } from './letters.ts';
import { ownProduct } from './own-product.ts';

/** A separate server that sends its mail to `smtpUrl`. */
export const productMailingBy = (smtpUrl: string) => ownProduct({ SMTP_URL: smtpUrl });

/** A mail server on loopback that stores the mail that it receives. */
export async function mailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => {
        received.push(unfolded(text));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received: (): readonly string[] => received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
