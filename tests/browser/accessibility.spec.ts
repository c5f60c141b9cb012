import { expect, type Page } from '@playwright/test';
import { expectNoFindings } from './findings.ts';
import { test } from './signed-in.ts';

const looks = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 360 },
  { colorScheme: 'light', width: 360 },
] as const;

const ofSignedOut = [
  '/login',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=abc',
  '/test-login',
  '/working-login',
  '/privacy',
  '/terms',
  '/nada-aqui',
];
const ofSignedIn = [
  '/admin/dashboard',
  '/admin/dashboard?aba=usuarios',
  '/admin/dashboard?aba=envios',
  '/admin/dashboard?aba=configuracoes',
  '/admin/users?novo=1',
  '/admin/companies?novo=1',
  '/admin/settings',
  '/admin/audit',
  '/my-data',
  '/change-password',
];

/** A screen in every look; the page is loaded once and then only dressed anew. */
async function expectNoFindingsInAnyLook(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('output', { hasText: 'Carregando...' })).toHaveCount(0);
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await test.step(`${path} ${colorScheme} ${width}`, async () => {
      await expectNoFindings(page);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(excess).toBeLessThanOrEqual(0);
    });
  }
}

for (const path of ofSignedIn) {
  test(`axe finds nothing on ${path}`, ({ page }) => expectNoFindingsInAnyLook(page, path));
}

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const path of ofSignedOut) {
    test(`axe finds nothing on ${path}`, ({ page }) => expectNoFindingsInAnyLook(page, path));
  }
});

test('axe finds nothing on what opens: role menu, dialogs, refused fields', async ({ page }) => {
  await page.goto('/admin/users?novo=1');
  await page.getByRole('button', { name: 'Criar usuário' }).click();
  await expect(page.getByLabel('Nome', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectNoFindings(page);
  await page
    .getByRole('button', { name: /^Editar: / })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page);
});
