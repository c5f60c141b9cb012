import { expect, type Page } from '@playwright/test';
import { test } from './signed-in.ts';

/** Users who set their browser's text to twice the usual size (WCAG 1.4.4). */
test.use({
  launchOptions: ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
    }),
});

const answer = '/?cbo=411010&uf=SP';

async function expectFits(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBe(0);
}

test('screens with large text fit the window', async ({ page }) => {
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [answer, '/saved', '/integrity', '/admin/users']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectFits(page);
    }
  }
});

test('large text leaves the median in one line', async ({ page }) => {
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(answer);
    const median = page.getByRole('region', { name: 'Resposta', exact: true }).locator('strong');
    await expect(median.first()).toBeVisible();
    const lines = await median
      .first()
      .evaluate((own) => Math.round(own.clientHeight / parseFloat(getComputedStyle(own).fontSize)));
    expect(lines).toBe(1);
  }
});

test('large text gets a menu and filters that are as much wider', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(answer);
  await page.getByRole('button', { name: 'Filtros (1)' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtros de Pesquisa' });
  await expect(filters).toHaveCSS('width', '800px');
  await page.setViewportSize({ width: 960, height: 800 });
  await page.goto('/saved');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCSS('width', '560px');
});
