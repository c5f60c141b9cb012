import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../server/people/identity/users.ts';
import { productApp, type ProductApp } from '../support/product-app.ts';

/** The whole flow: a user who forgot the password, a real SMTP server, the link, a new password. */

const received: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = '';
    stream.on('data', (chunk) => (text += String(chunk)));
    stream.on('end', () => {
      received.push(text);
      done();
    });
  },
});
let product: ProductApp;
let site: string;

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  product = await productApp(
    { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'CAGED <caged@exemplo.com.br>' },
    { siteAddress: () => site },
  );
  site = await product.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await product.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const post = (path: string, body: object) =>
  fetch(`${site}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Decodes quoted-printable: soft line breaks, and characters written as bytes. */
const readable = (mail: string) =>
  Buffer.from(
    mail
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

async function mailWith(text: string): Promise<string> {
  const found = () => received.map(readable).find((mail) => mail.includes(text));
  await expect.poll(found).toBeDefined();
  return found() ?? '';
}

test('a forgotten password is replaced by the link of a mail', async () => {
  const { db } = product.store;
  const person = {
    firstName: 'Anália',
    lastName: 'Lima',
    role: 'CLIENT',
    companyId: null,
  } as const;
  const email = 'analia@exemplo.com.br';
  await createUser(db, { ...person, email, password: 'Esquecida-De-Vez-19' }, new Date());

  expect((await post('/api/auth/request-password-reset', { email })).status).toBe(200);
  const mail = await mailWith('Redefinição de senha');
  expect(mail).toContain('Olá, Anália!');
  const link = /http:\/\/127\.0\.0\.1:\d+\/reset-password#token=[\w-]+/.exec(mail)?.[0] ?? '';
  expect(mail.split(link)).toHaveLength(4);

  const token = link.split('#token=')[1] ?? '';
  const newPassword = 'Lembrada-De-Novo-20';
  const body = { token, newPassword, confirmPassword: newPassword };
  expect((await post('/api/auth/reset-password', body)).status).toBe(200);
  expect((await post('/api/login', { email, password: newPassword })).status).toBe(200);
  expect(await mailWith('Sua senha foi alterada')).toContain(`To: ${email}`);
  expect(product.lines.join('')).not.toContain(token);
});
