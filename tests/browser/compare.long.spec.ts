import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { formatReais } from '../../shared/words/format.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { askServer, card, linkOf, panel, questions, type Question } from './search-screen.ts';
import { test } from './signed-in.ts';

type Asked = Readonly<Record<string, string>>;

const compareLink = (...selections: readonly Asked[]) =>
  `/compare?${new URLSearchParams(selections.map((asked) => ['s', new URLSearchParams(asked).toString()])).toString()}`;
const saoPaulo = { cbo: '521110', uf: 'SP' };
const rio = { cbo: '521110', uf: 'RJ' };
const selections = (page: Page) => panel(page, 'Seleções').getByRole('listitem');
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Salários de cada seleção, em R$ por mês' }).locator('tbody tr');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function medianOf(page: Page, question: Question): Promise<number> {
  return (await askServer(page, question)).statistics.median ?? 0;
}

test('questions come from the search screen, and the address keeps them', async ({
  page,
  context,
}) => {
  await page.goto(linkOf(saoPaulo));
  await button(page, 'Comparar').click();
  await expect(page).toHaveURL(/\/compare\?s=/);
  await expect(selections(page)).toHaveCount(1);
  await expect(page.getByText('Adicione outra seleção')).toBeVisible();
  await page.goto(linkOf(rio));
  await button(page, 'Comparar').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText('A SP');
  await expect(rows(page).nth(1)).toContainText('B RJ');
  const [first, other] = [await medianOf(page, saoPaulo), await medianOf(page, rio)];
  await expect(rows(page).nth(0)).toContainText(formatReais(first));
  const difference = Math.round((other - first) * 100) / 100;
  await expect(rows(page).nth(1)).toContainText(
    `${difference < 0 ? '−' : '+'}${formatReais(Math.abs(difference))}`,
  );
  const another = await context.newPage();
  await another.goto(page.url());
  await expect(rows(another)).toHaveCount(2);
  await expect(rows(another).nth(1)).toContainText(formatReais(other));
});

test('selections are named, moved, changed and removed', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  await expect(rows(page)).toHaveCount(2);
  await button(page, 'Renomear B').click();
  await page.getByLabel('Nome de B').fill('Fluminenses');
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(1)).toContainText('B Fluminenses');
  await button(page, 'Pôr B antes').click();
  await expect(rows(page).nth(0)).toContainText('A Fluminenses');
  await expect(button(page, 'Pôr A antes')).toBeDisabled();
  await button(page, 'Renomear A').click();
  await page.getByLabel('Nome de A').fill('');
  await button(page, 'Dar nome').click();
  await expect(rows(page).nth(0)).toContainText('A RJ');

  await button(page, 'Adicionar seleção').click();
  const sheet = page.getByRole('dialog', { name: 'Adicionar seleção' });
  await sheet.getByLabel('Estado', { exact: true }).selectOption('Minas Gerais');
  await sheet.getByRole('button', { name: 'Usar estes filtros' }).click();
  await expect(sheet).toBeHidden();
  await expect(rows(page).nth(2)).toContainText('C MG');
  await button(page, 'Remover A').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText('A SP');
  await page.goBack();
  await expect(rows(page)).toHaveCount(3);
});

test('two are asked at a time, and the old answers stay while one is changed', async ({ page }) => {
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
  await expect(rows(page)).toHaveCount(5);
  expect(most).toBe(2);
  await expect(button(page, 'Adicionar seleção')).toBeDisabled();

  const hold = Promise.withResolvers<void>();
  await page.unroute('**/api/search');
  await page.route('**/api/search', async (route) => {
    await hold.promise;
    await route.continue();
  });
  const before = await rows(page).nth(1).innerText();
  await button(page, 'Mudar os filtros de B').click();
  const sheet = page.getByRole('dialog', { name: 'Mudar os filtros' });
  await sheet.getByLabel('Gênero', { exact: true }).selectOption('Feminino');
  await sheet.getByRole('button', { name: 'Usar estes filtros' }).click();
  await expect(selections(page).nth(1)).toContainText('Buscando...');
  expect(await rows(page).nth(1).innerText()).toBe(before);
  hold.resolve();
  await expect(rows(page).nth(1)).toContainText('Feminino');
});

test('what should not be mixed, and what is too small, is said', async ({ page }) => {
  await page.goto(
    compareLink(
      saoPaulo,
      { ...saoPaulo, movimentacao: 'desligamento', metodo: 'bruto' },
      questions.physician,
      questions.director,
    ),
  );
  await expect(rows(page)).toHaveCount(4);
  const warning = page.getByRole('status').filter({ hasText: 'Antes de comparar' });
  await expect(warning).toContainText('Não misture admissões e desligamentos');
  await expect(warning).toContainText('Regra do MTE e Bruto');
  await expect(warning).toContainText('é uma amostra pequena');
  await expect(warning).toContainText('abaixo de 5 mostramos só a contagem');
  await expect(rows(page).nth(3)).toContainText('só com 5 registros ou mais em cada lado');
  await expect(rows(page).nth(3)).not.toContainText('R$');
});

test('one that fails says so, and the others stand', async ({ page }) => {
  await page.route('**/api/search', (route) =>
    route.request().postData()?.includes('"RJ"') === true
      ? route.fulfill({ status: 503, json: { code: 'x', message: 'Tente de novo já.' } })
      : route.continue(),
  );
  await page.goto(compareLink(saoPaulo, rio));
  await expect(selections(page).nth(1).getByRole('alert')).toContainText('Tente de novo já.');
  await expect(rows(page)).toHaveCount(1);
  await page.unroute('**/api/search');
  await selections(page).nth(1).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('each selection leads to its search and its receipt', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  await selections(page).nth(1).getByRole('link', { name: 'Recibo' }).click();
  await expect(page).toHaveURL(/\/receipt\//);
  await page.goBack();
  await selections(page).nth(0).getByRole('link', { name: 'Abrir na pesquisa' }).click();
  await expect(card(page, 'Salário Mediano')).toContainText(
    formatReais(await medianOf(page, saoPaulo)),
  );
});

test('a comparison is one report', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  await button(page, 'Gerar relatório').click();
  const dialog = page.getByRole('dialog', { name: 'Gerar relatório' });
  await expect(dialog.getByLabel('Nome')).toHaveValue(/ e mais 1$/);
  await dialog.getByRole('button', { name: 'Gerar relatório' }).click();
  await dialog.getByRole('link', { name: 'Ver relatórios' }).click();
  const row = page.getByRole('row').filter({ hasText: ' e mais 1' }).first();
  await expect(row).toContainText('Concluído', { timeout: 20_000 });
});

test('every chart has its table, is walked by the keyboard and is taken away', async ({ page }) => {
  await page.goto(compareLink(saoPaulo, rio));
  for (const name of ['Salários lado a lado', 'Distribuição dos salários', 'Mediana por mês']) {
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
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
});

test.describe('axe finds nothing', () => {
  test('on an empty comparison', async ({ page }) => {
    await page.goto('/compare');
    await expect(page.getByRole('heading', { name: 'Nada para comparar ainda' })).toBeVisible();
    await expectNoFindingsInAnyLook(page);
  });

  test('on five selections with long names', async ({ page }) => {
    const nome = 'Desligamentos e admissões de quem vende no comércio varejista';
    await page.goto(
      compareLink(saoPaulo, { ...rio, nome }, questions.physician, questions.director, {
        ...saoPaulo,
        movimentacao: 'desligamento',
      }),
    );
    await expect(rows(page)).toHaveCount(5);
    await expectNoFindingsInAnyLook(page);
  });
});
