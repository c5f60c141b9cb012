import { expect } from '@playwright/test';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { settledAccount, signIn } from './people.ts';
import { test } from './signed-in.ts';

test(
  'an administrator sees that sending works, and leaves nothing behind',
  { tag: '@axe' },
  async ({ page }) => {
    await page.goto('/upload-test');
    const person = page.getByRole('region', { name: 'Usuário' });
    await expect(person).toContainText('Administrador');
    await expect(person).toContainText('Autenticado');
    await page.getByRole('button', { name: 'Testar upload' }).click();
    await expect(page.getByText('Upload funcionando')).toBeVisible();
    const left = await (await page.request.get('/api/resumable')).json();
    expect(left).toEqual({ uploads: [] });

    await page.getByRole('button', { name: 'Verificar banco de dados' }).click();
    await expect(
      page.getByText(/^O banco de dados responde\. Envios encontrados: \d+\.$/),
    ).toBeVisible();
    const { uploads } = await (await page.request.get('/api/uploads-check')).json();
    const row = page.getByRole('row').filter({ hasText: uploads[0].id });
    expect(uploads[0].status).toBe('COMPLETED');
    await expect(row).toContainText('Concluído');
    await expect(row).toContainText(String(uploads[0].fileCount));
    await expectNoFindingsInAnyLook(page);
  },
);

test('failures are reported', { tag: '@axe' }, async ({ page }) => {
  await page.route('**/api/resumable', (route) => route.abort('connectionrefused'));
  await page.route('**/api/uploads-check', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/upload-test');
  await page.getByRole('button', { name: 'Testar upload' }).click();
  await expect(page.getByText(/^❌ Erro: Sem conexão com o servidor/)).toBeVisible();
  await page.getByRole('button', { name: 'Verificar banco de dados' }).click();
  await expect(
    page.getByText('❌ Erro: Não foi possível verificar o banco de dados.'),
  ).toBeVisible();
  await expectNoFindingsInAnyLook(page);
});

test.describe('a user who is not an administrator', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const [role, label] of [
    ['CLIENT', 'Cliente'],
    ['VIEWER', 'Visualizador'],
  ] as const) {
    test(`sees that it is a matter of permission, as ${role}`, async ({ page }) => {
      const email = `diagnostico.${role.toLowerCase()}@exemplo.com.br`;
      await signIn(page, await settledAccount(email, role));
      await page.goto('/upload-test');
      await expect(page.getByRole('region', { name: 'Usuário' })).toContainText(label);
      await page.getByRole('button', { name: 'Testar upload' }).click();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('Problema de permissão (403)');
      await expect(alert).toContainText(`o papel ${label} não tem essa permissão`);
      await page.getByRole('button', { name: 'Verificar banco de dados' }).click();
      await expect(page.getByText(/^O banco de dados responde/)).toBeVisible();
      await page.goto('/admin/upload-advanced');
      await expect(page.getByRole('heading', { name: 'Acesso negado' })).toBeVisible();
    });
  }

  test('must sign in first if signed out', async ({ page }) => {
    await page.goto('/upload-test');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  });
});
