import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Panels } from '../../shared/contracts/panels.ts';
import { formatReais } from '../../shared/words/format.ts';
import { askServer, linkOf, panel, questions } from './search-screen.ts';

/** The panels of an answer, as they are headed. */
export const titles = {
  regional: 'Competitividade regional',
  companySize: 'Porte da empresa',
  trend: 'Tendências',
  summary: 'Resumo executivo',
  demographic: 'Análise demográfica',
  sector: 'Setor de atividade',
  family: 'Ocupações semelhantes',
} as const;

/** What goes along a chart with the arrow keys. */
export const cursor = (within: Locator) =>
  within.getByRole('slider', { name: /^Percorrer o gráfico/ });
export const money = (reais: number | null | undefined) => formatReais(reais ?? Number.NaN);

/** The section that has each panel. */
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

/** Opens a panel of the seller's answer, and asks the server for all of them. */
export async function openSeller(page: Page, title: Title | 'distribution'): Promise<Panels> {
  const aba = title === 'distribution' ? 'distribuicao' : sectionOf[title];
  await page.goto(linkOf({ ...questions.seller, aba }));
  const name = title === 'distribution' ? 'Distribuição dos salários' : titles[title];
  if (title === 'sector') await viewSectors(page);
  await expect(panel(page, name)).toBeVisible();
  const { panels } = await askServer(page, questions.seller);
  if (!panels) throw new Error('The server answers without panels.');
  return panels;
}

/** Of the companies, their sectors instead of their sizes. */
export const viewSectors = (page: Page) =>
  page
    .getByRole('group', { name: 'Ver por' })
    .getByRole('button', { name: 'Setor', exact: true })
    .click();

/** Takes a chart in a form and reads the file. */
export async function take(page: Page, title: string, form: string) {
  await page.getByRole('button', { name: `Baixar: ${title}`, exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: form }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
