import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { isCertificateCode } from '../certificate-code.ts';
import { AppError, codeOf } from '../errors.ts';
import { isThisMachine } from '../this-machine.ts';
import type { Mail } from './mail-templates.ts';

/** Sends a mail to an SMTP server, or writes it to the mail spool folder if none is configured. */
export interface Mailer {
  send(to: string, mail: Mail): Promise<void>;
  /** Rejects if mails cannot be sent now. Returns a warning for the administrator, if any. */
  check(): Promise<string | undefined>;
  close(): void;
}

export interface MailerOptions {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** The mail spool folder, used without an SMTP server. */
  readonly spoolDir: string;
  /** Called with the path of each mail file, never with its content. */
  readonly onWritten: (path: string) => void;
}

export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined
    ? spoolMailer(options)
    : smtpMailer(options.smtpUrl, options.from);
}

const timeoutMs = 15_000;
/** A mail server may deliver a mail that takes long to scan before it answers (RFC 5321, 4.5.3.2.6): a retry doubles it. */
const answerTimeoutMs = 600_000;

/** Imports `nodemailer` on demand, since loading it takes time and some processes send no mail. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: withTls(smtpUrl),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * The address with `requireTLS` if it has a password for another machine and does not choose itself: without it,
 * `nodemailer` sends the password in clear to a server without STARTTLS.
 */
function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const chooses = url.searchParams.has('requireTLS') || url.searchParams.has('ignoreTLS');
  if (url.password !== '' && !isThisMachine(url.hostname) && !chooses) {
    url.searchParams.set('requireTLS', 'true');
  }
  return url.href;
}

function smtpMailer(smtpUrl: string, from: string): Mailer {
  const opened = openTransport(smtpUrl);
  // `send` and `check` report the error.
  opened.catch(() => undefined);
  return {
    send: async (to, mail) => {
      await (await opened).sendMail(messageOf(from, to, mail));
    },
    check: async () => {
      try {
        await (await opened).verify();
      } catch (cause) {
        throw new AppError('unhealthy', 503, unusableServer(cause), { cause });
      }
      return undefined;
    },
    close: () => void opened.then((transport) => transport.close()).catch(() => undefined),
  };
}

/** Why the SMTP server cannot be used, for the administrator. `nodemailer` moves the system's code to `originalCode`. */
function unusableServer(error: unknown): string {
  if (codeOf(error) === 'EAUTH') {
    return 'O servidor de e-mail recusou o usuário ou a senha de SMTP_URL.';
  }
  const code =
    error instanceof Error && 'originalCode' in error ? String(error.originalCode) : undefined;
  if (isCertificateCode(code)) {
    return 'O certificado do servidor de e-mail não é de uma autoridade conhecida, venceu ou é de outro servidor: confira o nome em SMTP_URL e ponha o arquivo da autoridade em NODE_EXTRA_CA_CERTS.';
  }
  if (codeOf(error) === 'ETLS' || code?.startsWith('ERR_SSL') === true) {
    return 'O servidor de e-mail não aceita TLS como SMTP_URL pede: use smtps:// com a porta 465 e smtp:// com a 587. Sem TLS, a senha iria aberta: se a rede for só sua, acrescente ?requireTLS=false.';
  }
  return 'O servidor de e-mail não responde: confira o nome e a porta em SMTP_URL, e a rede.';
}

/** Each mail is an `.eml` file. Only its owner can read it, since it may contain a link that opens an account. */
function spoolMailer({ from, spoolDir, onWritten }: MailerOptions): Mailer {
  return {
    send: async (to, mail) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail(messageOf(from, to, mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('The mail was not buffered.');
      await mkdir(spoolDir, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}`;
      const path = join(spoolDir, `${name}.eml`);
      await writeFile(`${path}.part`, message, { mode: 0o600 });
      await rename(`${path}.part`, path);
      onWritten(path);
    },
    check: async () => {
      await mkdir(spoolDir, { recursive: true, mode: 0o700 });
      return 'As mensagens ficam na pasta outbox de DATA_DIR e não são entregues: configure SMTP_URL.';
    },
    close: () => {},
  };
}

// `auto-submitted` stops other servers from replying with "out of office".
const messageOf = (from: string, to: string, { unsubscribeAddress, ...body }: Mail) => ({
  ...body,
  from,
  to: { name: '', address: to },
  headers: {
    'auto-submitted': 'auto-generated',
    'content-language': 'pt-BR',
    ...(unsubscribeAddress !== undefined && listHeaders(unsubscribeAddress)),
  },
});

/** The button "unsubscribe" of mail programs: RFC 2369, and RFC 8058, which requires HTTPS. */
const listHeaders = (address: string) => ({
  'list-unsubscribe': `<${address}>`,
  ...(address.startsWith('https:') && { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
});

/**
 * The codes of a failed mail, and the SMTP command that failed, for the log: a 550 to `MAIL FROM` refuses the sender. A
 * mail server's message may name the recipient; these do not.
 */
export function mailFailureCodes(error: unknown): object {
  if (!(error instanceof Error)) return {};
  return {
    name: error.name,
    ...('code' in error && { code: error.code }),
    ...('originalCode' in error && { originalCode: error.originalCode }),
    ...('command' in error && { command: error.command }),
    ...('responseCode' in error && { responseCode: error.responseCode }),
  };
}

/** Whether the mail server answered that repeating is useless (5xx, RFC 5321). */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;

/** The commands of SMTP whose refusal concerns one mail and not all mails of the sender. */
const commandsOfOneMail: readonly unknown[] = ['RCPT TO', 'DATA'];

/**
 * Whether the mail server refused this mail, because of its recipient or its content: `for good` if repeating it is
 * useless, `for now` otherwise. Null if no mail can be sent.
 */
export function refusalOf(error: unknown): 'for good' | 'for now' | null {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return null;
  if (!commandsOfOneMail.includes(error.command)) return null;
  return isRefusedForGood(error) ? 'for good' : 'for now';
}
