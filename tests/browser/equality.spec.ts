import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { formatCount, formatReais, formatShare } from '../../shared/words/format.ts';
import { EqualityAnswer } from '../../shared/contracts/equality.ts';
import { readPdf } from '../support/read-pdf.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { settledAccount, signIn } from './people.ts';
import { test } from './signed-in.ts';
import { lineNotice, tellTwoPlaces, waits } from './queue-place.ts';

const chart = (page: Page, title: string) => page.getByRole('group', { name: `Gráfico: ${title}` });
const equalityOf = async (page: Page, data: object) =>
  EqualityAnswer.parse(await (await page.request.post('/api/equality', { data })).json());

test(
  'the market in the layout of the report, opened down to an occupation by the keyboard',
  { tag: ['@main', '@axe'] },
  async ({ page }) => {
    await page.goto('/');
    await page.getByText('Mais', { exact: true }).click();
    await page.getByRole('link', { name: 'Igualdade' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Igualdade' })).toBeVisible();
    const { whole, rows } = await equalityOf(page, {});
    await expect(page.getByRole('region', { name: 'Resultado' })).toContainText(
      formatShare(whole.medianRatio ?? 0),
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'Minha folha' })).toHaveAttribute(
      'href',
      '/payroll',
    );
    await expect(
      page.getByText(/Não é o relatório do MTE nem prova de discriminação/),
    ).toBeVisible();
    const groups = chart(page, 'Por grande grupo').getByRole('button');
    await expect(groups).toHaveCount(rows.length);
    await page.getByRole('button', { name: 'Baixar: Por grande grupo' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Dados (CSV)' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const women = file.split('\r\n').slice(1, rows.length + 1);
    expect(women.map((line) => Number(/^(?:"[^"]*"|[^;]*);(\d+)/.exec(line)?.[1]))).toEqual(
      rows.map(({ women: { count } }) => count),
    );
    expect(file).toContain('Ñopo (2008) compara cada mulher');
    await expectNoFindingsInAnyLook(page);

    for (const [title, grupo] of [
      ['Por grande grupo', '5'],
      ['Por subgrupo', '521'],
      ['Por família', '5211'],
      ['Por ocupação', '521110'],
    ] as const) {
      const mark = chart(page, title).getByRole('button', {
        name: new RegExp(`^${grupo} · `),
      });
      await mark.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`grupo=${grupo}\\b`));
      // The row leaves the page, and what was around it has the focus.
      await expect(page.locator(':focus')).toHaveAttribute('tabindex', '-1');
    }
    const seller = await equalityOf(page, { grupo: '521110' });
    const result = page.getByRole('region', { name: 'Resultado' });
    await expect(result).toContainText(formatReais(seller.whole.women.median ?? 0));
    await expect(result).toContainText(formatCount(seller.whole.men.count));
    await page.goBack();
    await expect(chart(page, 'Por ocupação')).toBeVisible();

    await page.getByRole('button', { name: 'Mostrar por raça/cor' }).click();
    await expect(page.locator(':focus')).toContainText('Não mostrar raça/cor');
    await page.getByText('Alterar filtros').click();
    await page.getByLabel('Tamanho do estabelecimento').selectOption('Até 99 empregados');
    const small = await equalityOf(page, { grupo: '5211', empregados: 'ate-99' });
    await expect(result).toContainText(formatCount(small.whole.women.count));
    await expectNoFindingsInAnyLook(page);
  },
);

test('a request by race that is refused says why, and can be closed', async ({ page }) => {
  await page.route('**/api/equality/races', (route) =>
    route.fulfill({ status: 422, json: { code: 'too_few_records', message: 'Poucos registros.' } }),
  );
  await page.goto('/equality?grupo=5');
  const show = page.getByRole('button', { name: 'Mostrar por raça/cor' });
  await show.click();
  await expect(page.getByText('Poucos registros.')).toBeVisible();
  await page.getByRole('button', { name: 'Não mostrar raça/cor' }).click();
  await expect(show).toBeVisible();
});

test(
  'the table of the groups fits a wide and a narrow screen',
  { tag: '@axe' },
  async ({ page }) => {
    await page.goto('/equality?grupo=5');
    await page.getByRole('group', { name: 'Ver como: Por subgrupo' }).getByText('Tabela').click();
    const table = page.getByRole('region', { name: 'Tabela: Por subgrupo' });
    await expect(table.getByRole('row', { name: /^521 · / })).toContainText('R$');
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => table.evaluate((region) => region.scrollWidth - region.clientWidth))
        .toBe(0);
    }
    await expectNoFindingsInAnyLook(page);
  },
);

test('an end of the period before its start moves the start', async ({ page }) => {
  await page.goto('/equality');
  await page.getByText('Alterar filtros').click();
  const [from, to] = [page.getByLabel('Período: de'), page.getByLabel('Período: até')];
  const months = await from.getByRole('option').allInnerTexts();
  await from.selectOption({ index: 0 });
  await expect(from.locator(':checked')).toHaveText(months[0] ?? '');
  await to.selectOption({ index: months.length - 1 });
  await expect(page.getByRole('region', { name: 'Resultado' })).toContainText(`${months.at(-1)}`);
  await expect(from.locator(':checked')).toHaveText(months.at(-1) ?? '');
});

test('while another cut is counted the old figures stand under their own', async ({ page }) => {
  await page.goto('/equality?uf=SP');
  const result = page.getByRole('region', { name: 'Resultado' });
  await expect(result).toContainText(/empregados · SP ·/);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/equality', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByText('Alterar filtros').click();
  await page.getByLabel('Estado').selectOption({ label: 'Rio de Janeiro' });
  await expect(page).toHaveURL(/uf=RJ/);
  await expect(result).toContainText(/empregados · SP ·/);
  held.resolve();
  await expect(result).toContainText(/empregados · RJ ·/);
});

test(
  'an answer has a receipt, which states its figures and computes them again',
  { tag: '@axe' },
  async ({ page }) => {
    await page.goto('/equality?grupo=5');
    const { whole, receipt } = await equalityOf(page, { grupo: '5' });
    const link = page.getByRole('main').getByRole('link', { name: 'Recibo', exact: true });
    await expect(link).toHaveAttribute('href', receipt?.path ?? '');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Método e detalhes')).toBeHidden();
    await expect(page.getByText('Mulheres e homens por raça/cor')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Recibo da resposta' })).toBeVisible();
    await expect(page.getByText(/^Igualdade: 5 · /)).toBeVisible();
    const figures = page.getByRole('region', { name: 'Tabela: Números do recibo' });
    await expect(figures.getByRole('row', { name: /^5 · / })).toContainText(
      formatReais(whole.women.median ?? 0),
    );
    await page.getByRole('button', { name: 'Recalcular' }).click();
    await expect(page.getByText('Confere', { exact: true })).toBeVisible();
    await page.getByText('Todos os números', { exact: true }).click();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ media: 'print' });
    const printed = page.getByRole('table', { name: /^5 · / });
    await expect(printed.getByRole('row', { name: /^Mediana das mulheres R/ })).toContainText(
      formatReais(whole.women.median ?? 0),
    );
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: 'Abrir em Igualdade' }).click();
    await expect(page).toHaveURL(/\/equality\?.*grupo=5\b.*release=\d+/);
    await expect(link).toHaveAttribute('href', receipt?.path ?? '');
  },
);

test(
  'a receipt of an earlier version of the data says what the current one says otherwise',
  { tag: '@axe' },
  async ({ page }) => {
    const { whole, receipt } = await equalityOf(page, { grupo: '5' });
    await page.route('**/api/receipts/*', async (route) => {
      const stored = await (await route.fetch()).json();
      stored.release.isCurrent = false;
      stored.figures.whole.women.count += 1;
      await route.fulfill({ json: stored });
    });
    await page.goto(receipt?.path ?? '');
    await expect(page.getByText('Nos dados atuais, 1 número destes meses é outro.')).toBeVisible();
    await page.getByText('Mostrar número por número').click();
    await expect(page.getByRole('row', { name: /^5 · .*: Mulheres / })).toContainText(
      `${formatCount(whole.women.count + 1)}${formatCount(whole.women.count)}`,
    );
    await expectNoFindingsInAnyLook(page);
  },
);

test('a viewer sees no races, and a link that means nothing says so', async ({ page }) => {
  const viewer = await settledAccount('leitora-igualdade@exemplo.com.br', 'VIEWER');
  // Signing in ends the session of the context's cookie, which all stories here share.
  await page.context().clearCookies();
  await signIn(page, viewer);
  await page.goto('/equality?grupo=52&raca=sim');
  await expect(page.getByText('Não entendemos: grupo=52.')).toBeVisible();
  await expect(chart(page, 'Por grande grupo')).toBeVisible();
  await expect(page.getByText('raça/cor', { exact: false })).toHaveCount(0);
  await expect(page.getByText('abra a planilha em')).toHaveCount(0);
  await page.goto('/equality?grupo=599');
  await expect(page.getByRole('alert')).toContainText('Não há grupo com o código 599 na CBO.');
});

test('a comparison that waits for its turn shows its position, and comes by itself', async ({
  page,
}) => {
  const { bothSaid } = await tellTwoPlaces(page, '**/api/equality');
  await page.goto('/equality');
  await bothSaid;
  await expect(page.getByRole('region', { name: 'Resultado' })).toBeVisible();
  await expect(lineNotice(page)).toHaveCount(0);
});

test('a reader who stops waiting is informed, and can retry', async ({ page }) => {
  await page.route('**/api/equality', (route) => route.fulfill(waits(13)));
  await page.goto('/equality');
  await page.getByRole('button', { name: 'Parar de esperar' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Pesquisa interrompida');
  await expect(main).toContainText('Você parou de esperar pela resposta.');
  await expect(lineNotice(page)).toHaveCount(0);
  await page.unroute('**/api/equality');
  await main.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('region', { name: 'Resultado' })).toBeVisible();
});

test('a phone and a wide window print the same chart, with readable text', async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/equality');
    await expect(chart(page, 'Por grande grupo')).toBeVisible();
    const paper = await readPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(paper.overlapping, `${width} pixels wide`).toEqual([]);
    expect(paper.pages.length, `${width} pixels wide`).toBeLessThanOrEqual(2);
    const base = paper.words.flat().find(({ text }) => text === 'iguais');
    // Six letters of 12 pixels, 9 points, each about half as wide as high.
    const points = (base?.right ?? 0) - (base?.left ?? 0);
    expect(points, `${width} pixels wide`).toBeGreaterThan(20);
    expect(points, `${width} pixels wide`).toBeLessThan(34);
  }
});
