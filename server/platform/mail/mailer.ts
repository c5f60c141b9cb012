import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Letter } from './letters.ts';

/** Hands a letter over: to an SMTP server, or to a folder where there is none. */
export interface Mailer {
  send(to: string, letter: Letter): Promise<void>;
  /** Rejects when letters cannot be handed over now; answers what someone should look at, if anything. */
  check(): Promise<string | undefined>;
  close(): void;
}

export interface MailerOptions {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Where letters are written when there is no SMTP server. */
  readonly outboxDir: string;
  /** Told of the file of each letter that was written; never of what stands in it. */
  readonly onWritten: (path: string) => void;
}

/** The mailer that the configuration asks for. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined
    ? outboxMailer(options)
    : smtpMailer(options.smtpUrl, options.from);
}

const patienceMs = 15_000;

/** What hands letters over takes its time to be read: not by who writes none. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function smtpMailer(smtpUrl: string, from: string): Mailer {
  const opened = openTransport(smtpUrl);
  // Whoever sends a letter is told.
  opened.catch(() => undefined);
  return {
    send: async (to, letter) => {
      await (await opened).sendMail({ ...headersOf(from, to), ...letter });
    },
    check: async () => {
      await (await opened).verify();
      return undefined;
    },
    close: () => void opened.then((transport) => transport.close()).catch(() => undefined),
  };
}

/** Each letter is an `.eml` file, readable by its owner only, since it may carry a link that opens an account. */
function outboxMailer({ from, outboxDir, onWritten }: MailerOptions): Mailer {
  return {
    send: async (to, letter) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail({ ...headersOf(from, to), ...letter });
      if (!Buffer.isBuffer(message)) throw new TypeError('The letter was not buffered.');
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}`;
      const path = join(outboxDir, `${name}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      onWritten(path);
    },
    check: async () => {
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      return 'As mensagens ficam na pasta outbox de DATA_DIR e não chegam a ninguém: configure SMTP_URL.';
    },
    close: () => {},
  };
}

// Without the marks that make other servers answer with "out of office".
const headersOf = (from: string, to: string) => ({
  from,
  to: { name: '', address: to },
  headers: { 'auto-submitted': 'auto-generated', 'content-language': 'pt-BR' },
});
