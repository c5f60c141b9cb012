import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../process/installation/log.ts';
import {
  emailChangedLetter,
  erasedLetter,
  passwordChangedLetter,
  resetLetter,
} from './mail-templates.ts';
import { openMailer } from './mailer.ts';
import { openPostOffice } from './mail-queue.ts';

const from = 'CAGED Analytics <caged@exemplo.com.br>';
const link = 'https://caged.example/reset-password#token=abc-DEF_123';
const when = new Date('2026-08-01T12:34:00Z');

describe('letters', () => {
  test('are Portuguese in text and in HTML, and escape every value', () => {
    const reader = { firstName: '<b>Ana</b> & "Lima"' };
    for (const letter of [
      resetLetter(reader, `${link}&x="><script>`),
      passwordChangedLetter(reader, when),
      emailChangedLetter(reader, { from: 'a<b>@x.com', to: "c'd@x.com", when }),
      erasedLetter(reader),
    ]) {
      expect(letter.text).toContain('Olá, <b>Ana</b> & "Lima"!');
      expect(letter.html).toContain('Olá, &lt;b&gt;Ana&lt;/b&gt; &amp; &quot;Lima&quot;!');
      expect(letter.html).toContain('<html lang="pt-BR">');
      expect(letter.html).not.toMatch(/<script|<b>/);
    }
  });

  test('tell the moment by Brasília’s clock', () => {
    expect(passwordChangedLetter({ firstName: 'Ana' }, when).text).toContain(
      '01/08/2026 às 09:34 (horário de Brasília)',
    );
  });
});

describe('by SMTP', () => {
  const received: { from: string; to: string[]; text: string }[] = [];
  let failures = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk) => (text += String(chunk)));
      stream.on('end', () => {
        if (failures > 0) {
          failures -= 1;
          done(new Error('try later'));
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

  const mailer = () => openMailer({ smtpUrl, from, outboxDir: '/nowhere', onWritten: () => {} });
  const quiet = { warn: () => undefined, error: () => undefined };

  test('a letter arrives with both forms, from the configured sender', async () => {
    const mail = mailer();
    await mail.check();
    await mail.send('ana@exemplo.com.br', resetLetter({ firstName: 'Ana' }, link));
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

  test('an address with a line break reaches nobody else', async () => {
    const mail = mailer();
    const crooked = 'ana@exemplo.com.br\r\nBcc: eva@exemplo.com.br';
    await mail.send(crooked, erasedLetter({ firstName: 'Ana' })).catch(() => undefined);
    mail.close();
    expect(received.flatMap(({ to }) => to)).not.toContain('eva@exemplo.com.br');
    expect(received.map(({ text }) => text).join('')).not.toMatch(/^Bcc:/im);
  });

  test('a letter that the server refuses is tried again, and given up in the end', async () => {
    const mail = mailer();
    const errors: unknown[] = [];
    const office = openPostOffice(
      mail,
      { ...quiet, error: (e: unknown) => errors.push(e) },
      [10, 10],
    );
    failures = 2;
    office.post('ana@exemplo.com.br', erasedLetter({ firstName: 'Ana' }));
    await office.idle();
    expect([received.length, errors.length]).toEqual([1, 0]);
    failures = 3;
    office.post('ana@exemplo.com.br', erasedLetter({ firstName: 'Ana' }));
    await office.idle();
    expect([received.length, errors.length]).toEqual([1, 1]);
    mail.close();
  });

  test('closing tries a waiting letter at once', async () => {
    const mail = mailer();
    const office = openPostOffice(mail, quiet, [60_000, 60_000]);
    failures = 1;
    office.post('ana@exemplo.com.br', erasedLetter({ firstName: 'Ana' }));
    await new Promise((resolve) => setTimeout(resolve, 200));
    await office.close();
    expect(received).toHaveLength(1);
    mail.close();
  });

  test('a server that is not there fails the check', async () => {
    const options = { smtpUrl: 'smtp://127.0.0.1:1', from, outboxDir: '/nowhere' };
    await expect(openMailer({ ...options, onWritten: () => {} }).check()).rejects.toThrow();
  });
});

describe('without a server', () => {
  const outboxDir = mkdtempSync(join(tmpdir(), 'caged-outbox-'));
  afterAll(() => rmSync(outboxDir, { recursive: true }));

  test('a letter is a file that only its owner reads, and the log tells where, not what', async () => {
    const lines: string[] = [];
    const logger = createLogger({ write: (line) => lines.push(line) });
    const mail = openMailer({
      smtpUrl: undefined,
      from,
      outboxDir,
      onWritten: (path) => logger.info({ path }, 'written'),
    });
    await mail.send('ana@exemplo.com.br', resetLetter({ firstName: 'Ana' }, link));
    const [name = ''] = readdirSync(outboxDir);
    expect(name).toMatch(/^\d{4}-.*\.eml$/);
    expect(statSync(join(outboxDir, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(outboxDir, name), 'utf8')).toContain('To: ana@exemplo.com.br');
    expect(lines.join('')).toContain(name);
    expect(lines.join('')).not.toContain('abc-DEF_123');
  });
});
