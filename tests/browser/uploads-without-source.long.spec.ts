import { expect } from '@playwright/test';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { settledAccount, signIn } from './people.ts';
import { test } from './signed-in.ts';

test(
  'without a source the screen offers files, and its tab says how to set a source',
  { tag: '@axe' },
  async ({ page }) => {
    await page.goto('/admin/upload');
    await expect(page.getByLabel('Arquivos do CAGED', { exact: true })).toBeAttached();
    await expect(page.getByRole('link', { name: /^Envio avançado/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Processar arquivos' })).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Todos os envios' })).toContainText(
      'demonstração',
    );
    await expect(page.getByText('CAGED_SOURCE')).toHaveCount(0);
    await expectNoFindingsInAnyLook(page);
    await page.getByRole('link', { name: 'Fonte e limites' }).click();
    await expect(page.getByRole('region', { name: 'Fonte dos arquivos' })).toContainText(
      'Defina CAGED_SOURCE',
    );
  },
);

test.describe('a user who is not an administrator', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const role of ['VIEWER', 'CLIENT'] as const) {
    test(`sees no upload as ${role}`, async ({ page }) => {
      await signIn(page, await settledAccount(`envios.${role}@exemplo.com.br`.toLowerCase(), role));
      for (const path of ['/admin/upload', '/admin/uploads/qualquer']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'Acesso negado' })).toBeVisible();
      }
    });
  }
});
