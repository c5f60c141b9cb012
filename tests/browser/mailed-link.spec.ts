import { expect, test } from '@playwright/test';
import { mailServer, productMailingBy } from './mailing-product.ts';
import { expectToast } from './people.ts';
import { administrator } from './served-product.ts';

const { email } = administrator;
const password = 'Lembrada-De-Novo_20h';

test('a link that came by SMTP opens in a browser and sets a password to sign in with', async ({
  page,
}) => {
  await using mail = await mailServer();
  await using product = await productMailingBy(mail.url);

  await page.goto(`${product.address}/forgot-password`);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Enviar instruções' }).click();
  await expect(page.getByRole('heading', { name: 'Email Enviado!' })).toBeVisible();
  await expect.poll(() => mail.received().length).toBe(1);
  const letter = mail.received().join('');
  expect(letter).toContain(`To: ${email}`);
  const links = letter.match(/https?:\/\/[^\s"<>]+\/reset-password[^\s"<>]*/g) ?? [];
  const [link = ''] = links;
  expect(new Set(links).size).toBe(1);
  expect(new URL(link).origin).toBe(product.address);

  await page.goto(link);
  await page.getByLabel('Nova senha', { exact: true }).fill(password);
  await page.getByLabel('Confirmar nova senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(page.getByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible();

  await page.getByRole('link', { name: 'Fazer login' }).click();
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expectToast(page, 'Erro no login', 'inválidos');
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('link', { name: 'Meus dados' })).toBeVisible();
  await expect.poll(() => mail.received().length).toBe(2);
  const [, token = ''] = link.split('#token=');
  expect(token).toHaveLength(43);
  expect(product.output()).not.toContain(token);
});
