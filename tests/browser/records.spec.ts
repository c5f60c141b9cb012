import { expect, type Page } from '@playwright/test';
import { formatCount, formatReais } from '../../shared/words/format.ts';
import { RecordsPage, type RecordsRequest } from '../../shared/contracts/records.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { searchServer, lastTwelveMonths, linkOf, panel, queries } from './search-screen.ts';
import { test } from './signed-in.ts';

const records = (page: Page) => panel(page, 'Registros');
const rows = (page: Page) => records(page).locator('tbody tr');
const head = (page: Page, name: string) =>
  records(page).getByRole('columnheader', { name, exact: true });

/** A page of the records, requested outside the screen. */
async function recordsPage(page: Page, rest: Partial<RecordsRequest>) {
  const data = { filters: { ...queries.seller, ...(await lastTwelveMonths(page)) }, ...rest };
  const answer = await page.request.post('/api/search/records', { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return RecordsPage.parse(await answer.json()).records;
}

const salariesOf = async (page: Page, rest: Partial<RecordsRequest>) =>
  (await recordsPage(page, rest)).map(({ salario }) => formatReais(Number(salario)));

async function shownSalaries(page: Page, count: number): Promise<string[]> {
  return (await rows(page).locator('td:nth-child(2)').allInnerTexts()).slice(0, count);
}

async function open(page: Page) {
  await page.goto(linkOf({ ...queries.seller, ver: 'registros' }));
  await expect(rows(page).first()).toBeVisible();
}

test('all records can be read page by page, without another search', async ({ page }) => {
  let searches = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/search') searches += 1;
  });
  await open(page);
  const { totalCount } = await searchServer(page, queries.seller);
  // All are admissions: the column would repeat one value.
  await expect(head(page, 'Competência')).toHaveCount(1);
  await expect(head(page, 'Movimentação')).toHaveCount(0);
  expect(await shownSalaries(page, 5)).toEqual(await salariesOf(page, { pageSize: 5 }));
  await expect(records(page).getByText(`1 a 50 de ${formatCount(totalCount)}`)).toBeVisible();

  await records(page).getByRole('button', { name: 'Próxima' }).click();
  await expect(records(page).getByText(`51 a 100 de ${formatCount(totalCount)}`)).toBeVisible();
  const second = await salariesOf(page, { page: 2, pageSize: 50 });
  await expect.poll(() => shownSalaries(page, 5)).toEqual(second.slice(0, 5));
  await records(page).getByRole('button', { name: 'Anterior' }).click();
  await expect(records(page).getByText(`1 a 50 de ${formatCount(totalCount)}`)).toBeVisible();

  const place = records(page).getByLabel('Ir para o registro');
  await place.fill(formatCount(totalCount));
  await place.press('Enter');
  const [last = ''] = await salariesOf(page, { page: totalCount, pageSize: 1 });
  await expect(rows(page).last().locator('td').first()).toHaveText(last);
  await expect(records(page).getByText(/^[\d.]+ a (.+) de \1$/)).toBeVisible();
  await place.fill('51');
  await records(page).getByRole('button', { name: 'Ir', exact: true }).click();
  await expect(records(page).getByText(`51 a 100 de ${formatCount(totalCount)}`)).toBeVisible();
  for (const wrong of ['0', 'último', formatCount(totalCount + 1)]) {
    await place.fill(wrong);
    await place.press('Enter');
    await expect(place).toHaveAccessibleDescription(
      `Informe um número de 1 a ${formatCount(totalCount)}.`,
    );
    await expect(place).toBeFocused();
  }
  await expect(records(page).getByText(`51 a 100 de ${formatCount(totalCount)}`)).toBeVisible();
  expect(searches).toBe(1);
});

test('a head orders by the keyboard, turns around, and old rows stay until the new are there', async ({
  page,
}) => {
  await open(page);
  await expect(head(page, 'Competência')).toHaveAttribute('aria-sort', 'descending');
  const before = await shownSalaries(page, 3);
  const hold = Promise.withResolvers<void>();
  await page.route('**/api/search/records', async (route) => {
    await hold.promise;
    await route.continue();
  });
  await head(page, 'Salário').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(head(page, 'Salário')).toHaveAttribute('aria-sort', 'descending');
  await expect(records(page).locator('[aria-busy=true]')).toBeVisible();
  expect(await shownSalaries(page, 3)).toEqual(before);
  hold.resolve();
  const highest = await salariesOf(page, { sort: 'salario', direction: 'desc', pageSize: 3 });
  await expect.poll(() => shownSalaries(page, 3)).toEqual(highest);
  await page.keyboard.press('Enter');
  await expect(head(page, 'Salário')).toHaveAttribute('aria-sort', 'ascending');
  const lowest = await salariesOf(page, { sort: 'salario', direction: 'asc', pageSize: 3 });
  await expect.poll(() => shownSalaries(page, 3)).toEqual(lowest);
});

test('columns are chosen and stored, sensitive ones behind their note and for this visit alone', async ({
  page,
}) => {
  await open(page);
  await expect(head(page, 'Porte')).toHaveCount(0);
  await page.getByRole('button', { name: 'Colunas' }).click();
  const choice = page.getByRole('dialog', { name: 'Colunas dos registros' });
  await choice.getByText('Porte', { exact: true }).click();
  await choice.getByText('Horas por semana').click();
  await expect(choice.getByText('Raça ou cor', { exact: true })).toBeHidden();
  await choice.getByText('Dados sensíveis', { exact: true }).click();
  await expect(choice.getByText(/LGPD/)).toBeVisible();
  await choice.getByText('Raça ou cor', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(head(page, 'Porte')).toHaveCount(1);
  await expect(head(page, 'Raça ou cor')).toHaveCount(1);
  await expect(head(page, 'Horas por semana')).toHaveCount(0);
  const link = records(page).getByRole('link', { name: 'CSV de todos os registros' });
  await expect(link).toHaveAttribute('href', /sensiveis=sim/);
  await page.reload();
  await expect(head(page, 'Porte')).toHaveCount(1);
  await expect(head(page, 'Raça ou cor')).toHaveCount(0);
  await expect(link).not.toHaveAttribute('href', /sensiveis/);
});

test('sensitive columns wait for rows that have them', async ({ page }) => {
  await open(page);
  await page.route('**/api/search/records', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'Tente de novo já.' } }),
  );
  await page.getByRole('button', { name: 'Colunas' }).click();
  const choice = page.getByRole('dialog', { name: 'Colunas dos registros' });
  await choice.getByText('Dados sensíveis', { exact: true }).click();
  await choice.getByText('Raça ou cor', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(records(page).getByRole('alert')).toContainText('Tente de novo já.');
  await expect(head(page, 'Raça ou cor')).toHaveCount(0);
  await page.unroute('**/api/search/records');
  await records(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(head(page, 'Raça ou cor')).toHaveCount(1);
  await expect(rows(page).first()).toContainText(/Branca|Preta|Parda|Amarela|Indígena|Não/);
});

test('records of both movements say which each is', async ({ page }) => {
  await page.goto(linkOf({ ...queries.seller, movimentacao: 'todas', ver: 'registros' }));
  await expect(rows(page).first()).toContainText(/Admissão|Desligamento/);
  await expect(head(page, 'Movimentação')).toHaveCount(1);
});

test('the CSV has a line for every record', async ({ page }) => {
  await open(page);
  const { totalCount } = await searchServer(page, queries.seller);
  const link = records(page).getByRole('link', { name: 'CSV de todos os registros' });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-disposition']).toMatch(
    /^attachment; filename="registros-521110-.*-versao-\d+-dados-sinteticos\.csv"$/,
  );
  expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(totalCount + 1);
});

test('what fails says so, keeps the old rows and can be tried again', async ({ page }) => {
  await open(page);
  await page.route('**/api/search/records', (route) =>
    route.fulfill({ status: 503, json: { code: 'x', message: 'Tente de novo já.' } }),
  );
  const before = await shownSalaries(page, 3);
  await head(page, 'Idade').getByRole('button').click();
  await expect(records(page).getByRole('alert')).toContainText('Tente de novo já.');
  expect(await shownSalaries(page, 3)).toEqual(before);
  await page.unroute('**/api/search/records');
  await records(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(records(page).getByRole('alert')).toHaveCount(0);
});

test('on a phone each record is a card, and the order has fields of its own', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(linkOf({ ...queries.seller, ver: 'registros' }));
  await expect(rows(page).first()).toContainText('521110');
  // The drawer's scroll region has a separate name.
  await expect(records(page)).toHaveCount(1);
  await records(page).getByLabel('Ordenar por').selectOption('Salário');
  const [highest = ''] = await salariesOf(page, {
    sort: 'salario',
    direction: 'desc',
    pageSize: 1,
  });
  await expect(rows(page).first()).toContainText(highest);
});

test('a phone that is turned keeps its place in the records', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 360 });
  await page.goto(linkOf({ ...queries.seller, ver: 'registros' }));
  await records(page).getByRole('button', { name: 'Próxima' }).click();
  await expect(records(page).getByText('51 a 100 de')).toBeVisible();
  const [record] = await shownSalaries(page, 1);
  await records(page).getByLabel('Ir para o registro').fill('90');
  await page.setViewportSize({ width: 360, height: 800 });
  // The page of 20 that has record 51.
  await expect(records(page).getByText('41 a 60 de')).toBeVisible();
  expect((await shownSalaries(page, 11)).at(-1)).toBe(record);
  await expect(records(page).getByLabel('Ir para o registro')).toHaveValue('90');
});

test('axe finds nothing on the records, with many columns', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Colunas' }).click();
  const choice = page.getByRole('dialog', { name: 'Colunas dos registros' });
  for (const name of ['Valor fixo', 'Subclasse CNAE', 'Seção CNAE']) {
    await choice.getByText(name, { exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await expect(head(page, 'Subclasse CNAE')).toHaveCount(1);
  await expectNoFindingsInAnyLook(page);
});
