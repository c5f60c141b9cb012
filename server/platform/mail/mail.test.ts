import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../process/installation/log.ts';
import {
  emailChangedMail,
  accountDeletedMail,
  newFilesMail,
  passwordChangedMail,
  resetMail,
} from './mail-templates.ts';
import { openMailer } from './mailer.ts';
import { openMailQueue, retryAfterMs } from './mail-queue.ts';

const from = 'CAGED Analytics <caged@exemplo.com.br>';
const link = 'https://caged.example/reset-password#token=abc-DEF_123';
const when = new Date('2026-08-01T12:34:00Z');

const reasonAt = (address: string) =>
  openMailer({ smtpUrl: address, from, spoolDir: '/nowhere', onWritten: () => {} })
    .check()
    .catch(String);

describe('mails', () => {
  test('are Portuguese in text and in HTML, and escape every value', () => {
    const reader = { firstName: '<b>Ana</b> & "Lima"' };
    for (const mail of [
      resetMail(reader, `${link}&x="><script>`),
      passwordChangedMail(reader, when),
      emailChangedMail(reader, { from: 'a<b>@x.com', to: "c'd@x.com", when }),
      accountDeletedMail(reader),
    ]) {
      expect(mail.text).toContain('Olá, <b>Ana</b> & "Lima"!');
      expect(mail.html).toContain('Olá, &lt;b&gt;Ana&lt;/b&gt; &amp; &quot;Lima&quot;!');
      expect(mail.html).toContain('<html lang="pt-BR">');
      expect(mail.html).not.toMatch(/<script|<b>/);
    }
  });

  test('of an act of an administrator do not ask whether it was the reader', () => {
    const change = { from: 'a@x.com', to: 'b@x.com', when };
    for (const mail of [
      emailChangedMail({ firstName: 'Ana' }, change),
      passwordChangedMail({ firstName: 'Ana' }, when),
    ])
      expect(mail.text).toContain('Se você não fez nem pediu isso, avise um administrador');
  });

  test('count what a long list leaves out', () => {
    const file = { kind: 'MOV', month: '202307', state: 'nova', handling: 'queued' } as const;
    const files = Array.from({ length: 31 }, () => file);
    expect(newFilesMail({ firstName: 'Ana' }, { files, siteAddress: link }).text).toContain(
      '… e mais 1\u00a0arquivo.',
    );
  });

  test('state the moment in Brasília’s time', () => {
    expect(passwordChangedMail({ firstName: 'Ana' }, when).text).toContain(
      '01/08/2026 às 09:34 (horário de Brasília)',
    );
  });
});

describe('by SMTP', () => {
  const received: { from: string; to: string[]; text: string }[] = [];
  let failures = 0;
  let refusesSender = false;
  let mails = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => {
      mails += 1;
      done(refusesSender ? Object.assign(new Error('Not yours'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => (text += String(chunk)));
      stream.on('end', () => {
        if (failures > 0) {
          failures -= 1;
          done(new Error('try afterResponse'));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const sender = mailFrom === false ? '' : mailFrom.address;
        received.push({ from: sender, to: rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  let smtpUrl = '';

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const address = server.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('not listening');
    smtpUrl = `smtp://127.0.0.1:${address.port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  beforeEach(() => {
    received.length = 0;
    failures = 0;
  });

  const mailer = () => openMailer({ smtpUrl, from, spoolDir: '/nowhere', onWritten: () => {} });
  const quiet = { warn: () => undefined, error: () => undefined };

  test('a mail arrives with both forms, from the configured sender', async () => {
    const mail = mailer();
    await mail.check();
    await mail.send('ana@exemplo.com.br', resetMail({ firstName: 'Ana' }, link));
    mail.close();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      from: 'caged@exemplo.com.br',
      to: ['ana@exemplo.com.br'],
    });
    const text = received[0]?.text ?? '';
    expect(text).toContain('From: CAGED Analytics <caged@exemplo.com.br>');
    expect(text).toMatch(/Auto-Submitted: auto-generated/i);
    expect(text).toContain('multipart/alternative');
  });

  test('a mail of a kind that ends by a click has the headers of RFC 8058 for it', async () => {
    const mail = mailer();
    const body = accountDeletedMail({ firstName: 'Ana' });
    for (const site of ['https://caged.example', 'http://localhost:3000'])
      await mail.send('ana@exemplo.com.br', {
        ...body,
        unsubscribeAddress: `${site}/fim?token=x.y`,
      });
    await mail.send('ana@exemplo.com.br', body);
    mail.close();
    const headers = received.map(({ text }) => text.match(/^list-unsubscribe.*$/gim));
    expect(headers).toEqual([
      [
        'List-Unsubscribe: <https://caged.example/fim?token=x.y>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ],
      ['List-Unsubscribe: <http://localhost:3000/fim?token=x.y>'],
      null,
    ]);
  });

  test('an address with a line break reaches no other recipient', async () => {
    const mail = mailer();
    const crooked = 'ana@exemplo.com.br\r\nBcc: eva@exemplo.com.br';
    await mail.send(crooked, accountDeletedMail({ firstName: 'Ana' })).catch(() => undefined);
    mail.close();
    expect(received.flatMap(({ to }) => to)).not.toContain('eva@exemplo.com.br');
    expect(received.map(({ text }) => text).join('')).not.toMatch(/^Bcc:/im);
  });

  test('a mail that the server refuses for now is retried twice, then dropped and logged', async () => {
    const mail = mailer();
    const errors: unknown[] = [];
    const queue = openMailQueue(
      mail,
      { ...quiet, error: (e: unknown) => errors.push(e) },
      [10, 10],
    );
    failures = 2;
    queue.add('ana@exemplo.com.br', accountDeletedMail({ firstName: 'Ana' }));
    await queue.idle();
    expect([received.length, errors.length]).toEqual([1, 0]);
    failures = 3;
    queue.add('ana@exemplo.com.br', accountDeletedMail({ firstName: 'Ana' }));
    await queue.idle();
    expect([received.length, errors.length]).toEqual([1, 1]);
    mail.close();
  });

  test('the retries outlast Postgrey’s refusal of five minutes', () => {
    expect(Math.max(...retryAfterMs)).toBeGreaterThan(5 * 60_000);
  });

  test('closing the queue sends a waiting mail at once', async () => {
    const mail = mailer();
    const queue = openMailQueue(mail, quiet, [60_000, 60_000]);
    failures = 1;
    queue.add('ana@exemplo.com.br', accountDeletedMail({ firstName: 'Ana' }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await queue.close();
    expect(received).toHaveLength(1);
    mail.close();
  });

  test('closing the queue does not wait for a mail server that never answers, and logs the mail', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void mute.close());
    await once(mute, 'listening');
    const { port } = z.object({ port: z.number() }).parse(mute.address());
    const mail = openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from,
      spoolDir: '/nowhere',
      onWritten: () => {},
    });
    const errors: unknown[] = [];
    const queue = openMailQueue(mail, { error: (e: unknown) => errors.push(e) });
    queue.add('ana@exemplo.com.br', accountDeletedMail({ firstName: 'Ana' }));
    await queue.close();
    expect(errors).toEqual([{ tasks: 1 }]);
  });

  test('a server that cannot be used fails the check with the reason', async () => {
    const strict = new SMTPServer({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('535 wrong')),
    });
    strict.on('error', () => undefined);
    strict.listen(0, '127.0.0.1');
    await once(strict.server, 'listening');
    onTestFinished(() => new Promise<void>((resolve) => strict.close(() => resolve())));
    const { port } = z.object({ port: z.number() }).parse(strict.server.address());
    expect(await reasonAt('smtp://127.0.0.1:1')).toContain('não responde');
    expect(await reasonAt(`smtp://127.0.0.1:${port}`)).toMatch(/certificado.*NODE_EXTRA_CA_CERTS/);
    const notTls = 'não aceita TLS como SMTP_URL pede';
    expect(await reasonAt(`smtps://127.0.0.1:${port}`)).toContain(notTls);
    expect(await reasonAt(`${smtpUrl}?requireTLS=true`)).toContain(notTls);
    const wrong = await reasonAt(`smtp://ti:segredo@127.0.0.1:${port}/?ignoreTLS=true`);
    expect(wrong).toContain('recusou o usuário ou a senha');
    expect(wrong).not.toContain('segredo');
  });

  test('a password goes to another machine by TLS alone, unless the address chooses otherwise', async () => {
    const passwords: unknown[] = [];
    const clear = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username: user, password }, _session, done) => {
        passwords.push(password);
        done(null, { user });
      },
    });
    clear.listen(0, '127.0.0.1');
    await once(clear.server, 'listening');
    onTestFinished(() => new Promise<void>((resolve) => clear.close(() => resolve())));
    const { port } = z.object({ port: z.number() }).parse(clear.server.address());
    // The system connects this address to itself, but it does not name this machine.
    const another = `smtp://ti:segredo@0.0.0.0:${port}`;
    expect(await reasonAt(another)).toMatch(/não aceita TLS.*\?requireTLS=false/);
    expect(passwords).toEqual([]);
    expect(await reasonAt(`${another}?requireTLS=false`)).toBeUndefined();
    expect(await reasonAt(`smtp://ti:segredo@127.0.0.1:${port}`)).toBeUndefined();
    expect(passwords).toEqual(['segredo', 'segredo']);
  });

  test('a mail that the server refuses for good is not sent again, and the log names the command', async () => {
    const errors: object[] = [];
    const queue = openMailQueue(mailer(), { error: (e: object) => errors.push(e) }, [10, 10]);
    refusesSender = true;
    mails = 0;
    queue.add('ana@exemplo.com.br', accountDeletedMail({ firstName: 'Ana' }));
    await queue.idle();
    refusesSender = false;
    expect(mails).toBe(1);
    expect(errors).toEqual([
      { name: 'Error', code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 },
    ]);
  });
});

describe('without a server', () => {
  const spoolDir = mkdtempSync(join(tmpdir(), 'caged-outbox-'));
  afterAll(() => rmSync(spoolDir, { recursive: true }));

  test('a mail is a file that only its owner can read; the log has its path and not its content', async () => {
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) });
    const mail = openMailer({
      smtpUrl: undefined,
      from,
      spoolDir,
      onWritten: (path) => logger.info({ path }, 'written'),
    });
    await mail.send('ana@exemplo.com.br', resetMail({ firstName: 'Ana' }, link));
    const [name = ''] = readdirSync(spoolDir);
    expect(name).toMatch(/^\d{4}-.*\.eml$/);
    expect(statSync(join(spoolDir, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(spoolDir, name), 'utf8')).toContain('To: ana@exemplo.com.br');
    expect(lines.join('')).toContain(name);
    expect(lines.join('')).not.toContain('abc-DEF_123');
  });
});
