import { expect, test, type Page } from '@playwright/test';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { resetLinkFor } from './letters.ts';
import { newAccount, settledAccount, signIn } from './people.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const good = 'Trem-das-Onze_19h';

/** Types a password that breaks a rule and could be stronger, and expects the meter to state both. */
async function typeWeakPassword(page: Page): Promise<void> {
  await field(page, 'Nova senha').fill('abc');
  await expect(page.getByRole('list', { name: 'O que falta' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Como melhorar' })).toBeVisible();
}

test('axe finds nothing where the first password is chosen', async ({ page }) => {
  await signIn(page, await newAccount('primeira.acessivel@exemplo.com.br'));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Escolha a sua senha' })).toBeVisible();
  await expectNoFindingsInAnyLook(page);
  await typeWeakPassword(page);
  await page.getByRole('button', { name: 'Salvar a senha' }).click();
  await expect(page.getByText('Confirmação de senha não confere')).toBeVisible();
  await expectNoFindingsInAnyLook(page);
});

test('axe finds nothing where a password is changed and refused', async ({ page }) => {
  await signIn(page, await settledAccount('troca.acessivel@exemplo.com.br'));
  await page.goto('/change-password');
  await typeWeakPassword(page);
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(page.getByText('Senha atual é obrigatória')).toBeVisible();
  // The field with the focus scrolled the page, and axe would measure the part of a link below the header.
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoFindingsInAnyLook(page);
});

test('axe finds nothing on the way of a forgotten password', async ({ page }) => {
  const { email } = await settledAccount('esqueci.acessivel@exemplo.com.br');
  await page.goto('/forgot-password');
  await field(page, 'E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar instruções' }).click();
  await expect(page.getByRole('heading', { name: 'Email Enviado!' })).toBeVisible();
  await expectNoFindingsInAnyLook(page);

  await page.goto(await resetLinkFor(email));
  await typeWeakPassword(page);
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(field(page, 'Nova senha')).toHaveAttribute('aria-invalid', 'true');
  await expectNoFindingsInAnyLook(page);

  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(page.getByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible();
  await expectNoFindingsInAnyLook(page);
});

test('axe finds nothing on a link that is no longer good', async ({ page }) => {
  await page.goto('/reset-password?token=qualquer');
  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(page.getByRole('alert')).toContainText(/Token inválido ou expirado/);
  await expectNoFindingsInAnyLook(page);
});

const strengths = { 'Muito Fraca': 29, Fraca: 49, Média: 69, Forte: 89, 'Muito Forte': 90 };

test('axe finds nothing at any level of strength, by day and by night', async ({ page }) => {
  await page.goto('/reset-password?token=qualquer');
  for (const [level, strength] of Object.entries(strengths)) {
    await page.route('**/api/auth/check-password-strength', (route) =>
      route.fulfill({ json: { strength, level, feedback: [], errors: [], isValid: true } }),
    );
    await field(page, 'Nova senha').fill(`${level} ${strength}`);
    await expect(page.locator('output', { hasText: new RegExp(`^${level}$`) })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await test.step(`${level}, ${colorScheme}`, () => expectNoFindings(page));
    }
    await page.unroute('**/api/auth/check-password-strength');
  }
});
