import { expect } from '@playwright/test';
import { test } from './signed-in.ts';
import { linkOf, panel } from './search-screen.ts';

/** `npm run picture` sets the path of the README's picture. */
const place = process.env['PICTURE'];

test('the picture of the README is an answer as it is seen', async ({ page }, info) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(linkOf({ cbo: '521110', uf: 'SP' }));
  await expect(page.getByText('metade ganha até este valor')).toBeVisible();
  await expect(page.getByRole('button', { name: 'como foi calculado', exact: true })).toBeVisible();
  await expect(panel(page, 'Distribuição dos salários')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: place ?? info.outputPath('answer.png'), animations: 'disabled' });
});
