import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { accountDeletedMail } from './mail-templates.ts';
import { openMailer } from './mailer.ts';

test('a mail server that answers after 16 s, as one that scans the mail, accepted the mail', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      stream.resume();
      stream.on('end', () => setTimeout(done, 16_000));
    },
  });
  // The client may give up.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    from: 'CAGED Analytics <caged@exemplo.com.br>',
    spoolDir: '/nowhere',
    onWritten: () => undefined,
  });
  const sent = mailer.send('ana@exemplo.com.br', accountDeletedMail({ firstName: 'Ana' }));
  await expect(sent).resolves.toBeUndefined();
  mailer.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}, 60_000);
