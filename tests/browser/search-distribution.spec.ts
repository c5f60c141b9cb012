import { expect, type Page } from '@playwright/test';
import { formatCentavos, formatShare, maybeReais } from '../../shared/words/format.ts';
import {
  countAtOrBelow,
  percentile,
  withRanks,
  type RankedDistribution,
} from '../../shared/statistics/percentile.ts';
import { searchServer, linkOf, panel, queries } from './search-screen.ts';
import { test } from './signed-in.ts';

const distributionPanel = (page: Page) => panel(page, 'Distribuição dos salários');
const handle = (page: Page) => page.getByRole('slider', { name: 'Percentil do salário' });
const salary = (page: Page) => page.getByLabel('Seu salário');
/** The sentence about the handle's position, which begins or ends with its salary. */
const reading = (page: Page) => distributionPanel(page).locator('[data-reading]');
const rank = (page: Page) => page.getByLabel('Ver um percentil');

async function openSeller(page: Page): Promise<RankedDistribution> {
  await page.goto(linkOf(queries.seller));
  await expect(handle(page)).toBeVisible();
  return withRanks((await searchServer(page, queries.seller)).distribution);
}

/** The share at or below an amount, as the panel must state it. */
function shareText(distribution: RankedDistribution, centavos: number): string {
  const share = countAtOrBelow(distribution, centavos) / distribution.count;
  return `${formatShare(share)} dos registros têm salário até esse valor`;
}

test('begins at the median', async ({ page }) => {
  const distribution = await openSeller(page);
  const median = percentile(distribution, 5000) ?? 0;
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '50');
  await expect(reading(page)).toContainText(formatCentavos(median));
  await expect(distributionPanel(page)).toContainText(shareText(distribution, median));
  await expect(distributionPanel(page).locator('figure svg')).toContainText(
    `mediana ${formatCentavos(median)}`,
  );
});

test(
  'shows the position of each salary to which the handle is dragged',
  { tag: '@main' },
  async ({ page }) => {
    const distribution = await openSeller(page);
    await handle(page).scrollIntoViewIfNeeded();
    const box = await handle(page).boundingBox();
    if (!box) throw new Error('The handle is nowhere.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const read: number[] = [];
    for (const distance of [40, 120, 260, -30]) {
      await page.mouse.move(x + distance, y - 20, { steps: 4 });
      let centavos = 0;
      // The sentence may be read before the last movement is drawn.
      await expect(async () => {
        const [, amount = ''] = /R\$\s([\d.,]+)/.exec(await reading(page).innerText()) ?? [];
        centavos = Math.round((maybeReais(amount) ?? 0) * 100);
        const result = { timeout: 5_000 };
        await expect(distributionPanel(page)).toContainText(
          shareText(distribution, centavos),
          result,
        );
        const upTo = countAtOrBelow(distribution, centavos) / distribution.count;
        await expect(handle(page)).toHaveText(`P${Math.round(upTo * 100)}`, result);
      }).toPass();
      read.push(centavos);
    }
    await page.mouse.up();
    const [near = 0, middle = 0, far = 0, left = 0] = read;
    expect([left, near, middle, far]).toEqual(read.toSorted((low, high) => low - high));
    await page.mouse.move(x, y);
    await expect(reading(page)).toContainText(formatCentavos(left));
  },
);

test('moves by percentiles with the keyboard', async ({ page }) => {
  const distribution = await openSeller(page);
  await handle(page).focus();
  for (const [key, tenThousandths] of [
    ['ArrowRight', 5100],
    ['ArrowUp', 5200],
    ['PageUp', 6200],
    ['ArrowLeft', 6100],
    ['PageDown', 5100],
    ['End', 10_000],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    const centavos = percentile(distribution, tenThousandths) ?? 0;
    await expect(reading(page)).toContainText(formatCentavos(centavos));
    await expect(handle(page)).toHaveAttribute('aria-valuenow', String(tenThousandths / 100));
    await expect(handle(page)).toHaveAttribute(
      'aria-valuetext',
      `Percentil ${tenThousandths / 100}: ${formatCentavos(centavos)}`,
    );
  }
});

test('shows a typed percentile and a typed salary', async ({ page }) => {
  const distribution = await openSeller(page);
  await rank(page).fill('99,5');
  await expect(reading(page)).toContainText(formatCentavos(percentile(distribution, 9950) ?? 0));
  await expect(distributionPanel(page)).toContainText('Percentil 99,5: ');
  await rank(page).fill('101');
  await expect(reading(page)).toContainText(formatCentavos(percentile(distribution, 9950) ?? 0));
  const refusal = distributionPanel(page).getByText('Informe um percentil de 0 a 100');
  await expect(refusal).toBeVisible();
  await expect(rank(page)).toHaveAttribute('aria-invalid', 'true');
  await rank(page).blur();
  await expect(rank(page)).toHaveValue('99,5');
  await expect(refusal).toHaveCount(0);

  await salary(page).fill('1.850,37');
  await expect(distributionPanel(page)).toContainText(shareText(distribution, 185_037));
  await salary(page).fill('100');
  await expect(distributionPanel(page)).toContainText('está abaixo de todos os registros');
  await salary(page).fill('900000');
  await expect(distributionPanel(page)).toContainText('está acima de todos os registros');
});

test('says that a salary of many people spans percentiles', async ({ page }) => {
  const distribution = await openSeller(page);
  const minimumWage = 162_100;
  const below = countAtOrBelow(distribution, minimumWage - 1) / distribution.count;
  const upTo = countAtOrBelow(distribution, minimumWage) / distribution.count;
  expect(upTo - below).toBeGreaterThan(0.1);
  await salary(page).fill('1621');
  await expect(distributionPanel(page)).toContainText(
    `R$ 1.621,00 vai do percentil ${Math.round(below * 100)} ao ${Math.round(upTo * 100)}`,
  );
  await expect(distributionPanel(page)).toContainText(
    `${formatShare(upTo - below)} têm exatamente este salário.`,
  );
});

test('has a table with the same bars, in which every record is counted', async ({ page }) => {
  const distribution = await openSeller(page);
  await distributionPanel(page).getByRole('button', { name: 'Tabela' }).click();
  const rows = page.getByRole('table', { name: /Distribuição dos salários/ }).locator('tbody tr');
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent ?? '')),
  );
  const counts = cells.map(([, count = '']) => Number(count.replaceAll('.', '')));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(distribution.count);
  let upTo = 0;
  for (const [index, [range = '', , share, total]] of cells.entries()) {
    const count = counts[index] ?? 0;
    upTo += count;
    const bound = /(?: a |^Abaixo de )R\$\s([\d.,]+)$/.exec(range)?.[1];
    if (bound !== undefined) {
      const isOpen = range.startsWith('Abaixo');
      const centavos = Math.round((maybeReais(bound) ?? 0) * 100) - (isOpen ? 1 : 0);
      expect(countAtOrBelow(distribution, centavos)).toBe(upTo);
    }
    expect(share).toBe(formatShare(count / distribution.count));
    expect(total).toBe(formatShare(upTo / distribution.count));
  }
  await distributionPanel(page).getByRole('button', { name: 'Gráfico' }).click();
  await expect(handle(page)).toBeVisible();
});
