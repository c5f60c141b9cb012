import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { formatReais } from '../../shared/words/format.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { comparedFigures } from '../../shared/statistics/selection-comparison.ts';
import { complete } from '../support/sample-completeness.ts';
import { comparisonVerdict } from '../../shared/sentences/comparison-verdict.ts';
import { searchServer, card, linkOf, panel, queries, type SalaryQuery } from './search-screen.ts';
import { test } from './signed-in.ts';
import { lineNotice, tellTwoPlaces, waits } from './queue-place.ts';

type Requested = Readonly<Record<string, string>>;

const compareLink = (...selections: readonly Requested[]) =>
  `/compare?${new URLSearchParams(selections.map((filters) => ['s', new URLSearchParams(filters).toString()])).toString()}`;
const saoPaulo = { cbo: '521110', uf: 'SP' };
const rio = { cbo: '521110', uf: 'RJ' };
const selections = (page: Page) => panel(page, 'Seleções').getByRole('listitem');
const table = (page: Page) =>
  page.getByRole('table', { name: 'Salários de cada seleção, em R$ por mês' });
/** The header of each selection's column. */
const columns = (page: Page) => table(page).locator('thead th ~ th');
/** A measure's figures, one per selection. */
const figures = (page: Page, measure: string) =>
  table(page)
    .locator('tbody tr')
    .filter({ has: page.getByRole('rowheader', { name: measure, exact: true }) })
    .getByRole('cell');
const act = async (page: Page, letter: string, name: string) => {
  await button(page, `Ações de ${letter}`).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function medianOf(page: Page, query: SalaryQuery): Promise<number> {
  return (await searchServer(page, query)).statistics.median ?? 0;
}

test('queries come from the search screen, and the address keeps them', async ({
  page,
  context,
}) => {
  await page.goto(linkOf(saoPaulo));
  await button(page, 'Comparar').click();
  await expect(page).toHaveURL(/\/compare\?s=/);
  await expect(selections(page)).toHaveCount(1);
  await expect(page.locator('#conteudo')).toBeFocused();
  await expect(page.getByText('Comparar com:')).toBeVisible();
  await page.goto(linkOf(rio));
  await button(page, 'Comparar').click();
  await expect(columns(page)).toHaveCount(2);
  await expect(columns(page).nth(0)).toContainText('A SP');
  await expect(columns(page).nth(1)).toContainText('B RJ');
  const [first, other] = [await medianOf(page, saoPaulo), await medianOf(page, rio)];
  await expect(figures(page, 'Mediana').nth(0)).toHaveText(formatReais(first));
  const difference = Math.round((other - first) * 100) / 100;
  await expect(figures(page, 'Diferença para A').nth(1)).toContainText(
    `${difference < 0 ? '−' : '+'}${formatReais(Math.abs(difference))}`,
  );
  const another = await context.newPage();
  await another.goto(page.url());
  await expect(columns(another)).toHaveCount(2);
  await expect(figures(another, 'Mediana').nth(1)).toHaveText(formatReais(other));
});

test(
  'three states stand side by side after three clicks, under one sentence on their medians',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto(linkOf(saoPaulo));
    await button(page, 'Comparar').click();
    await button(page, 'RJ: comparar com Rio de Janeiro').click();
    await button(page, 'MG: comparar com Minas Gerais').click();
    await expect(columns(page)).toHaveCount(3);
    const answers = await Promise.all(
      ['SP', 'RJ', 'MG'].map((uf) => searchServer(page, { cbo: '521110', uf })),
    );
    const results = comparedFigures(answers, null).map(
      ({ statistics, designEffect, difference }, place) => ({
        completeness: complete,
        name: ['SP', 'RJ', 'MG'][place] ?? '',
        count: statistics.count,
        designEffect,
        difference,
      }),
    );
    const { lead = '', rest = [] } = comparisonVerdict(results) ?? {};
    expect([lead, ...rest].join(' ')).toMatch(/RJ.*MG|MG.*RJ/);
    for (const text of [lead, rest.join(' ')].filter(Boolean))
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    expect(await page.title()).toBe(`${lead.slice(0, -1)} · Comparar · CAGED Analytics`);
    await page.getByRole('link', { name: 'Pesquisar' }).click();
    await page.getByRole('link', { name: 'Comparar', exact: true }).click();
    await expect(columns(page)).toHaveCount(3);
    await page.setViewportSize({ width: 360, height: 780 });
    const boxes = await Promise.all(
      [0, 1, 2].map((place) => figures(page, 'Mediana').nth(place).boundingBox()),
    );
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
    expect(Math.max(...boxes.map((box) => (box ? box.x + box.width : Infinity)))).toBeLessThan(360);
    // A wide window at 200 %: beside the menu there is no room for the names in the heads either.
    await page.setViewportSize({ width: 720, height: 450 });
    const name = columns(page).first().locator('span').last();
    expect((await name.boundingBox())?.width).toBe(1);
  },
);

test('a text typed for a selection is read as its occupation and its filters', async ({ page }) => {
  await page.goto(compareLink(saoPaulo));
  await expect(columns(page)).toHaveCount(1);
  await button(page, 'Adicionar seleção').click();
  const sheet = page.getByRole('dialog', { name: 'Adicionar seleção' });
  await sheet
    .getByRole('combobox', { name: 'Cargo ou Código CBO' })
    .fill('vendedor em Campinas, mulher');
  await sheet.getByRole('button', { name: 'Usar estes filtros' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL((url) => {
    const search = new URLSearchParams(url.searchParams.getAll('s')[1]);
    return search.get('searchQuery') === 'vendedor' && search.get('genero') === 'F';
  });
});

test('selections are moved, changed and removed', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  await expect(columns(page)).toHaveCount(2);
  await act(page, 'B', 'Mover para antes');
  await expect(columns(page).nth(0)).toContainText('A RJ');
  await button(page, 'Ações de A').click();
  await expect(page.getByRole('menuitem', { name: 'Mover para antes' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await button(page, 'Adicionar seleção').click();
  const sheet = page.getByRole('dialog', { name: 'Adicionar seleção' });
  const least = sheet.getByLabel('Salário a partir de');
  await least.fill('muito');
  await sheet.getByRole('button', { name: 'Usar estes filtros' }).click();
  await expect(least).toBeFocused();
  await least.fill('');
  await sheet.getByLabel('Estado', { exact: true }).selectOption('Minas Gerais');
  await sheet.getByRole('button', { name: 'Usar estes filtros' }).click();
  await expect(sheet).toBeHidden();
  await expect(columns(page).nth(2)).toContainText('C MG');
  await act(page, 'A', 'Remover');
  await expect(columns(page)).toHaveCount(2);
  await expect(columns(page).nth(0)).toContainText('A SP');
  await page.goBack();
  await expect(columns(page)).toHaveCount(3);
  await act(page, 'C', 'Remover');
  await expect(columns(page)).toHaveCount(2);
  await expect(page.locator('#conteudo')).toBeFocused();
});

test('back and forward close what is open over the comparison', async ({ page }) => {
  await page.goto(compareLink(saoPaulo));
  await button(page, 'RJ: comparar com Rio de Janeiro').click();
  await expect(columns(page)).toHaveCount(2);
  await page.goBack();
  await expect(columns(page)).toHaveCount(1);
  const names = [
    'Adicionar seleção',
    'Baixar',
    'Baixar: Salários lado a lado',
    'Atalhos do teclado',
  ];
  for (const name of names) {
    await button(page, name).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.goForward();
    await expect(columns(page)).toHaveCount(2);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goBack();
    await expect(columns(page)).toHaveCount(1);
  }
});

test('two selections are queried at a time, and the old answers stay while one is changed', async ({
  page,
}) => {
  let [underWay, most] = [0, 0];
  await page.route('**/api/search', async (route) => {
    underWay += 1;
    most = Math.max(most, underWay);
    const answer = await route.fetch();
    underWay -= 1;
    await route.fulfill({ response: answer });
  });
  const others = ['MG', 'PR', 'BA'].map((uf) => ({ cbo: '521110', uf }));
  await page.goto(compareLink(saoPaulo, rio, ...others));
  await expect(columns(page)).toHaveCount(5);
  expect(most).toBe(2);
  await expect(button(page, 'Adicionar seleção')).toBeDisabled();

  const hold = Promise.withResolvers<void>();
  await page.unroute('**/api/search');
  await page.route('**/api/search', async (route) => {
    await hold.promise;
    await route.continue();
  });
  const before = await figures(page, 'Média').nth(1).innerText();
  await act(page, 'B', 'Mudar os filtros');
  const sheet = page.getByRole('dialog', { name: 'Mudar os filtros' });
  await sheet.getByLabel('Gênero', { exact: true }).selectOption('Feminino');
  await sheet.getByRole('button', { name: 'Usar estes filtros' }).click();
  await expect(selections(page).nth(1)).toContainText('Buscando...');
  expect(await figures(page, 'Média').nth(1).innerText()).toBe(before);
  hold.resolve();
  await expect(columns(page).nth(1)).toContainText('Feminino');
});

test('warns of selections that should not be compared, and of those with too few records', async ({
  page,
}) => {
  await page.goto(
    compareLink(
      saoPaulo,
      { ...saoPaulo, movimentacao: 'desligamento', metodo: 'bruto' },
      queries.physician,
      queries.director,
    ),
  );
  await expect(columns(page)).toHaveCount(4);
  const warning = page.getByRole('status').filter({ hasText: 'Antes de comparar' });
  await expect(warning).toContainText('Não misture admissões e desligamentos');
  await expect(warning).toContainText('Regra do MTE e Bruto');
  await expect(warning).toContainText(
    /Médico clínico.* tem só \d+.registros.*\. Amostra pequena: use com cautela\./,
  );
  await expect(warning).toContainText('Com menos de 5 registros, mostramos só a contagem');
  await expect(figures(page, 'Diferença para A').nth(3)).toHaveText(
    'Sem comparação. Com menos de 5 registros, mostramos só a contagem.',
  );
  await expect(figures(page, 'Mediana').nth(3)).toHaveText('—');
});

test('a selection that fails shows its error, and the others stay', async ({ page }) => {
  await page.route('**/api/search', (route) =>
    route.request().postData()?.includes('"RJ"') === true
      ? route.fulfill({ status: 503, json: { code: 'x', message: 'Tente de novo já.' } })
      : route.continue(),
  );
  await page.goto(compareLink(saoPaulo, rio));
  await expect(selections(page).nth(1).getByRole('alert')).toContainText('Tente de novo já.');
  await expect(columns(page)).toHaveCount(1);
  await page.unroute('**/api/search');
  await selections(page).nth(1).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(columns(page)).toHaveCount(2);
});

test('each selection leads to its search and its receipt', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  await act(page, 'B', 'Recibo');
  await expect(page).toHaveURL(/\/receipt\//);
  await page.goBack();
  await act(page, 'A', 'Abrir na pesquisa');
  await expect(card(page, 'Salário Mediano')).toContainText(
    formatReais(await medianOf(page, saoPaulo)),
  );
});

test('a comparison is one report', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  await button(page, 'Baixar').click();
  const dialog = page.getByRole('dialog', { name: 'Baixar' });
  await expect(dialog.getByLabel('Nome')).toHaveValue(/ e mais 1$/);
  await dialog.getByRole('button', { name: /^PDF/ }).click();
  await dialog.getByRole('link', { name: 'Ver relatórios' }).click();
  const row = page.getByRole('row').filter({ hasText: ' e mais 1' }).first();
  await expect(row).toContainText('Concluído');
});

test('every chart has a table, keyboard navigation and downloads', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  for (const name of ['Salários lado a lado', 'Mediana por mês']) {
    const chart = panel(page, name);
    const cursor = chart.getByRole('slider');
    await cursor.focus();
    await page.keyboard.press('Home');
    await expect(cursor).toHaveAttribute('aria-valuetext', /R\$/);
    await chart.getByRole('button', { name: 'Tabela' }).click();
    await expect(chart.getByRole('table')).toBeVisible();
  }
  const strips = panel(page, 'Salários lado a lado');
  await strips.getByRole('button', { name: /^Baixar/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Dados (CSV)' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.split('\r\n')[0]).toContain(
    'Diferença da mediana para A (R$);Diferença relativa (%)',
  );
  expect(text.split('\r\n').indexOf('')).toBe(3);
  expect(text).toContain('Dados sintéticos de demonstração');
});

test.describe('axe finds nothing', () => {
  test('on an empty comparison', { tag: '@axe' }, async ({ page }) => {
    await page.goto('/compare');
    await expect(page.getByRole('heading', { name: 'Nada para comparar ainda' })).toBeVisible();
    await expectNoFindingsInAnyLook(page);
  });

  test('on five selections', { tag: '@axe' }, async ({ page }) => {
    await page.goto(
      compareLink(saoPaulo, rio, queries.physician, queries.director, {
        ...saoPaulo,
        movimentacao: 'desligamento',
      }),
    );
    await expect(columns(page)).toHaveCount(5);
    await expectNoFindingsInAnyLook(page);
  });
});

test('a selection that waits for its turn shows its position, and comes by itself', async ({
  page,
}) => {
  const { bothSaid } = await tellTwoPlaces(page, '**/api/search');
  await page.goto(compareLink(saoPaulo));
  await bothSaid;
  await expect(selections(page)).toContainText('registros');
  await expect(lineNotice(page)).toHaveCount(0);
});

test('a reader who stops waiting for a selection is informed, and can retry', async ({ page }) => {
  await page.route('**/api/search', (route) => route.fulfill(waits(13)));
  await page.goto(compareLink(saoPaulo));
  await page.getByRole('button', { name: /^Parar de esperar: ./ }).click();
  await expect(selections(page)).toContainText('Você parou de esperar pela resposta.');
  await page.unroute('**/api/search');
  await selections(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(selections(page)).toContainText('registros');
});

test('another state is added by its button, and not by an arrow key on the way to it', async ({
  page,
}) => {
  await page.goto(linkOf(saoPaulo));
  await button(page, 'Comparar').click();
  const states = page.getByLabel('Comparar com outro estado');
  await states.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const name = await states.locator('option:checked').innerText();
  await button(page, `Comparar com ${name}`).press('Enter');
  await expect(columns(page)).toHaveCount(2);
  // The button has left the page, and the panel around it has the focus.
  await expect(page.getByRole('region', { name: 'Seleções' })).toBeFocused();
  await expect(states).toHaveValue('');
});
