import { expect, test } from '@playwright/test';
import { administrator } from './served-product.ts';

test('signing in leads to the salary search', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail', { exact: false }).fill(administrator.email);
  await page.getByLabel('Senha', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});
