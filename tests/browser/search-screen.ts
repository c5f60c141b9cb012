import { expect, type Locator, type Page } from '@playwright/test';
import type { z } from 'zod';
import { formatCount, formatReais } from '../../shared/words/format.ts';
import { ReleaseSummary } from '../../shared/contracts/release.ts';
import { SearchAnswer, type SearchFilters } from '../../shared/contracts/search.ts';

/** Queries on the demonstration data, with an answer of each kind. */
export const queries = {
  /** Thousands of records. */
  seller: { cbo: '521110' },
  /** More than 5 and fewer than 30 records. */
  physician: { cbo: '225125', uf: 'SP' },
  /** Fewer than 5 records. */
  director: { cbo: '121010', uf: 'SP' },
  /** No record at all. */
  withoutRecords: { cbo: '521110', salarioMin: '50000' },
} as const;

export type SalaryQuery = z.input<typeof SearchFilters>;

/** The address of a query. */
export function linkOf(query: Readonly<Record<string, string | readonly string[]>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value].flat()) parameters.append(name, item);
  }
  return `/dashboard?${parameters.toString()}`;
}

/** The server's response to the same query, requested outside the screen. */
export async function searchServer(page: Page, filters: SalaryQuery): Promise<SearchAnswer> {
  const data = { filters, pageSize: 25 };
  const answer = await page.request.post('/api/search', { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return SearchAnswer.parse(await answer.json());
}

/** The months of the demonstration, ascending. */
export async function loadedMonths(page: Page): Promise<readonly string[]> {
  return ReleaseSummary.parse(await (await page.request.get('/api/release')).json()).months;
}

/** The current address, with the release that answered it: the address that users copy and send. */
export async function addressToSend(page: Page): Promise<string> {
  const { number } = ReleaseSummary.parse(await (await page.request.get('/api/release')).json());
  const address = new URL(page.url());
  address.searchParams.set('release', String(number));
  return address.href;
}

/** The default period of a query. */
export async function lastTwelveMonths(
  page: Page,
): Promise<{ periodoInicio: string; periodoFim: string }> {
  const months = await loadedMonths(page);
  return { periodoInicio: months.at(-12) ?? '', periodoFim: months.at(-1) ?? '' };
}

export const mainField = (page: Page) =>
  page.getByRole('combobox', { name: 'Cargo ou Código CBO' });
export const askButton = (page: Page) => page.getByRole('button', { name: 'Buscar Dados' });
/** The parts of the query's sentence: a button for each part that can be changed. */
export const phrases = (page: Page) =>
  page.getByRole('region', { name: 'Pergunta', exact: true }).getByRole('button');
/** A section of the answer. */
export const section = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Keeps the filters open next to the answers in this window, with the main field. */
export const keepFilters = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('filters', '1'));

/** The title of the query for sellers. */
export const sellerSubject = 'Vendedor de comércio varejista 521110';
export const subject = (page: Page) => page.getByRole('heading', { level: 1 });
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A card's figure and its note. */
export function card(page: Page, title: string): Locator {
  return page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${title}$`) })
    .locator('xpath=following-sibling::dd');
}

export async function search(page: Page, text: string): Promise<void> {
  if (await subject(page).getByRole('button').isVisible()) {
    if (!(await mainField(page).isVisible())) await subject(page).getByRole('button').click();
  }
  await mainField(page).fill(text);
  await askButton(page).click();
}

/** Expects the four cards to show the server's figures. */
export async function expectCardsOf(page: Page, answer: SearchAnswer): Promise<void> {
  const { average, median, min, max } = answer.statistics;
  const total = formatCount(answer.totalCount);
  const noun = answer.totalCount === 1 ? 'movimentação' : 'movimentações';
  const note = 'por mês';
  const range = `${formatReais(min ?? 0)} a ${formatReais(max ?? 0)}`;
  await expect(card(page, 'Total de Registros')).toHaveText(`${total}${noun}`);
  await expect(card(page, 'Salário Médio')).toHaveText(`${formatReais(average ?? 0)}${note}`);
  await expect(card(page, 'Salário Mediano')).toHaveText(`${formatReais(median ?? 0)}${note}`);
  await expect(card(page, 'Faixa Salarial')).toHaveText(`${range}menor e maior registro`);
}
