import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Panels } from '../../shared/contracts/panels.ts';
import { formatReais } from '../../shared/words/format.ts';
import { searchServer, linkOf, panel, queries } from './search-screen.ts';

/** The titles of an answer's panels. */
export const titles = {
  regional: 'Competitividade regional',
  companySize: 'Porte da empresa',
  trend: 'Tendências',
  summary: 'Resumo executivo',
  demographic: 'Análise demográfica',
  sector: 'Setor de atividade',
  family: 'Ocupações semelhantes',
} as const;

/** The slider that moves along a chart with the arrow keys. */
export const cursor = (within: Locator) =>
  within.getByRole('slider', { name: /^Percorrer o gráfico/ });
export const money = (reais: number | null | undefined) => formatReais(reais ?? Number.NaN);

/** The section of each panel. */
const sectionOf = {
  regional: 'lugares',
  companySize: 'empresas',
  trend: 'evolucao',
  summary: 'resumo',
  demographic: 'quem',
  sector: 'empresas',
  family: 'cargos',
} as const;
type Title = keyof typeof titles;

/** Opens a panel of the query for sellers, and requests all panels from the server. */
export async function openSeller(page: Page, title: Title | 'distribution'): Promise<Panels> {
  const aba = title === 'distribution' ? 'distribuicao' : sectionOf[title];
  await page.goto(linkOf({ ...queries.seller, aba }));
  const name = title === 'distribution' ? 'Distribuição dos salários' : titles[title];
  if (title === 'sector') await viewSectors(page);
  await expect(panel(page, name)).toBeVisible();
  const { panels } = await searchServer(page, queries.seller);
  if (!panels) throw new Error('The server answers without panels.');
  return panels;
}

/** Switches the companies panel from sizes to sectors. */
export const viewSectors = (page: Page) =>
  page
    .getByRole('group', { name: 'Ver por' })
    .getByRole('button', { name: 'Setor', exact: true })
    .click();

/** Downloads a chart in a format and reads the file. */
export async function take(page: Page, title: string, form: string) {
  await page.getByRole('button', { name: `Baixar: ${title}`, exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: form }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
