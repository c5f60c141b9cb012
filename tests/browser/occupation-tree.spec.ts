import { expect, type Page } from '@playwright/test';
import { formatCount, formatReais } from '../../shared/words/format.ts';
import { OccupationNodes } from '../../shared/contracts/reference.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import {
  askButton,
  searchServer,
  expectCardsOf,
  linkOf,
  mainField,
  queries,
  subject,
} from './search-screen.ts';
import { test } from './signed-in.ts';

const browseButton = (page: Page) => page.getByRole('button', { name: 'Procurar por área' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Procurar por área' });
const areas = (page: Page) => page.getByRole('list', { name: 'Áreas da CBO' });
const row = (page: Page, name: string | RegExp) =>
  sheet(page).locator('summary, li button').filter({ hasText: name });
const group = (page: Page, name: RegExp) => row(page, name).locator('..');
const nameField = (page: Page) => page.getByLabel('Nome da área ou da ocupação');

async function openTree(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await browseButton(page).click();
  await expect(areas(page).locator('summary')).toHaveCount(10);
}

test('the keyboard alone opens the areas down to an occupation', async ({ page }) => {
  await page.goto('/dashboard');
  await mainField(page).focus();
  // "Filtros" and "Buscar Dados" come after the field in the tab order.
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
  await expect(browseButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  for (const name of [
    /^5 Trabalhadores/,
    /^52 Vendedores/,
    /^521 Vendedores/,
    /^5211 Operadores/,
  ]) {
    await expect(row(page, name)).toBeVisible();
    while (!(await row(page, name).evaluate((item) => item === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(group(page, name)).toHaveAttribute('open');
  }
  await expect(row(page, 'Todas as ocupações da família 5211')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Todas as ocupações da família 5211')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(browseButton(page)).toBeFocused();
});

test('an occupation that is chosen stands in the field, and is requested', async ({ page }) => {
  await openTree(page);
  for (const name of [/^5 /, /^52 /, /^521 /, /^5211 /]) await row(page, name).click();
  const answer = await searchServer(page, { cbo: '521110' });
  const { count, median } = answer.statistics;
  const seller = row(page, /^521110 Vendedor de comércio varejista/);
  await expect(seller).toContainText(formatCount(count));
  await expect(seller).toContainText(formatReais(median ?? 0));
  await seller.click();
  await expect(sheet(page)).toBeHidden();
  await expect(mainField(page)).toHaveValue('521110 - Vendedor de comércio varejista');
  await expect(mainField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cbo=521110/);
  await expectCardsOf(page, answer);
});

test('the areas stand open at the family of the occupation that is requested', async ({ page }) => {
  await page.goto(linkOf(queries.seller));
  await subject(page).getByRole('button').click();
  await browseButton(page).click();
  await expect(row(page, /^5211 Operadores/)).toBeFocused();
  await expect(row(page, /^521110 Vendedor/)).toBeInViewport();
  await expect(group(page, /^52 Vendedores/)).toHaveAttribute('open');
  await expect(group(page, /^51 Trabalhadores/)).not.toHaveAttribute('open');
});

test('a name finds areas and occupations, and a family is queried as a whole', async ({ page }) => {
  await openTree(page);
  await nameField(page).fill('informatica');
  const area = row(page, /^212 Profissionais da informática/);
  await expect(area).toBeVisible();
  await expect(areas(page)).toBeHidden();
  await area.click();
  await row(page, /^2124 /).click();
  const answer = await searchServer(page, { familiaCbo: '2124' });
  const whole = row(page, 'Todas as ocupações da família 2124');
  await expect(whole).toContainText(formatCount(answer.statistics.count));
  await expect(whole).toContainText(formatReais(answer.statistics.median ?? 0));
  await whole.click();
  await expect(page.getByRole('list', { name: 'Ocupações escolhidas' })).toContainText(
    'Família 2124',
  );
  await askButton(page).click();
  await expect(page).toHaveURL(/familiaCbo=2124/);
  await expectCardsOf(page, answer);
});

test('an occupation is found by another of its names, which it shows', async ({ page }) => {
  await openTree(page);
  await nameField(page).fill('auxiliar de limpeza');
  const cleaner = row(page, /^514320 Faxineiro/);
  await expect(cleaner).toContainText('também: Auxiliar de limpeza');
  await cleaner.click();
  await expect(mainField(page)).toHaveValue('514320 - Faxineiro');
});

test('a name finds nothing, and the areas come back without it', async ({ page }) => {
  await openTree(page);
  await nameField(page).fill('xyzabc');
  await expect(sheet(page)).toContainText('Nenhuma área ou ocupação tem “xyzabc” no nome.');
  await nameField(page).fill('');
  await expect(areas(page).locator('summary')).toHaveCount(10);
});

test('what cannot be loaded says so in its place, and is tried again', async ({ page }) => {
  await openTree(page);
  const below = '**/api/reference/occupation-groups?pai=2';
  await page.route(below, (route) => route.abort());
  await row(page, /^2 /).click();
  const failed = areas(page).getByRole('alert');
  await expect(failed).toContainText('Não foi possível carregar');
  await page.unroute(below);
  await failed.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(row(page, /^21 Profissionais/)).toBeVisible();
});

test('names come without figures while these are counted, and with them afterwards', async ({
  page,
}) => {
  const every = /\/api\/reference\/occupation-groups(\?.*)?$/;
  await page.route(every, async (route) => {
    const answer = await route.fetch();
    const nodes = OccupationNodes.parse(await answer.json());
    const itens = nodes.itens.map((node) => ({ ...node, registros: null, mediana: null }));
    const json = { ...nodes, valores: 'contando', periodo: null, itens };
    await route.fulfill({ response: answer, json });
  });
  await openTree(page);
  await expect(sheet(page)).toContainText('Estamos contando');
  await expect(row(page, /^2 /)).toHaveText('2 Profissionais das ciências e das artes');
  await page.unroute(every);
  await expect(row(page, /^2 /)).toContainText('R$');
  await expect(sheet(page)).toContainText('Admissões em todo o Brasil');
});

test('has no accessibility faults', { tag: '@axe' }, async ({ page }) => {
  await openTree(page);
  for (const name of [/^2 /, /^21 /, /^212 /, /^2124 /]) await row(page, name).click();
  await expect(row(page, /^212405 /)).toBeVisible();
  await expectNoFindingsInAnyLook(page);
  await nameField(page).fill('cozinha');
  await expect(row(page, /^2711 Chefes de cozinha/)).toBeVisible();
  await expectNoFindingsInAnyLook(page);
});
