import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { officialText, type LineFields } from '../support/official-file.ts';
import { ownProduct } from './own-product.ts';
import { linkOf } from './search-screen.ts';
import { administrator } from './served-product.ts';

/**
 * Late declarations of August without its main file, next to a complete July: every screen shows its figures under the
 * notice and draws no conclusion. `PICTURES` names a folder for pictures of each screen at 360 and 1440 px.
 */
interface Fed {
  readonly address: string;
}

const paid = (count: number, fields: LineFields) => Array.from({ length: count }, () => fields);
const rio = { uf: '33', municipality: '330455', salary: '2500,00' };
const july = [
  ...paid(55, { company_size: '7', sex: '1', salary: '2000,00' }),
  ...paid(25, { company_size: '7', sex: '3', salary: '1800,00' }),
  ...paid(60, { company_size: '7', ...rio }),
  ...paid(20, { company_size: '7', sex: '1', salary: '1000,00', hours: '20,00' }),
];
const august = paid(20, { company_size: '7', month: '202308', declared_month: '202309' });

const test = base.extend<object, { fed: Fed }>({
  fed: [
    // Playwright requires a destructuring pattern even for an unused parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const source = await mkdtemp(join(tmpdir(), 'caged-fonte-'));
      await writeFile(join(source, 'CAGEDMOV202307.txt'), officialText('MOV', july));
      await writeFile(join(source, 'CAGEDFOR202309.txt'), officialText('FOR', august));
      await using product = await ownProduct({ CAGED_SOURCE: source });
      await use({ address: product.address });
      await rm(source, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ fed }, use) => use(fed.address),
  page: async ({ page }, use) => {
    const answer = await page.request.post('/api/login', { data: administrator });
    expect(answer.status()).toBe(200);
    await use(page);
  },
});
test.describe.configure({ mode: 'serial' });

const pictures = process.env['PICTURES'];
const notice = 'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 2 meses';

/** The notice is above the affected content, and nothing is wider than the screen; takes pictures of both widths. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByText(notice).first()).toBeVisible();
    // Charts get their new width a moment after the page.
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(scrollWidth).toBeLessThanOrEqual(width);
    if (pictures !== undefined) {
      await page.screenshot({ path: join(pictures, `${name}-${width}.png`), fullPage: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.screenshot({ path: join(pictures, `${name}-${width}-dark.png`), fullPage: true });
      await page.emulateMedia({ colorScheme: 'light' });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function loadMonth(page: Page, month: string): Promise<void> {
  await page.goto('/admin/upload');
  await page.getByLabel('Competência', { exact: true }).fill(month);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Acompanhar este envio' }).click();
}

test('a month without its main file waits, and ends as published and incomplete', async ({
  page,
}) => {
  await loadMonth(page, '202307');
  await expect(page.getByText('Concluído').first()).toBeVisible();
  const login = await page.request.get('/api/showcase');
  expect(await login.json()).toMatchObject({ completeness: { state: 'complete' } });

  await loadMonth(page, '202309');
  await expect(
    page.getByText(/^Falta o arquivo principal \(MOV\) de setembro de 2023/).first(),
  ).toBeVisible();
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'upload-waits.png') });
  await page.getByRole('button', { name: 'Publicar mesmo assim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar mesmo assim' }).click();
  await expect(page.getByText('Publicado, incompleto').first()).toBeVisible();
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'upload-ended.png') });
  expect(await (await page.request.get('/api/showcase')).json()).toBeNull();
});

test('a search has its figures under the notice, no sentences that decide, no ranks and no summary', async ({
  page,
}) => {
  await page.goto(linkOf({ cbo: '521110' }));
  await expect(page.getByText('metade ganha até este valor')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Em poucas palavras' })).toHaveCount(0);
  await look(page, 'search');
  await page.getByRole('tab', { name: 'Lugares' }).click();
  await expect(
    page.getByRole('list', { name: 'Estados, do maior número de registros ao menor' }),
  ).toBeVisible();
  await expect(page.getByText(/^\d+º$/)).toHaveCount(0);
  await look(page, 'places');
  await page.getByRole('tab', { name: 'Resumo' }).click();
  await expect(page.getByText('Sem resumo: os dados estão incompletos.')).toBeVisible();
  await page.goto(linkOf({ cbo: '521110', periodoInicio: '202307', periodoFim: '202307' }));
  await expect(page.getByRole('list', { name: 'Em poucas palavras' })).toBeVisible();
  await expect(page.getByText(/^Dados incompletos/)).toHaveCount(0);
  if (pictures !== undefined) {
    await page.screenshot({ path: join(pictures, 'search-complete.png'), fullPage: true });
  }
});

test('records of other hours are named, and full time is one click away', async ({ page }) => {
  await page.goto(linkOf({ cbo: '521110', periodoInicio: '202307', periodoFim: '202307' }));
  // 20 of 160.
  await expect(page.getByText(/^12,5\s% dos registros são de menos de 40 horas/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver só jornada integral' }).click();
  await expect(page.getByText(/dos registros são de menos de 40 horas/)).toHaveCount(0);
  await expect(page.getByText('140 contratações')).toBeVisible();

  await page.goto('/compare?s=uf%3DSP&s=uf%3DRJ');
  await page.getByRole('button', { name: 'Ver só jornada integral' }).click();
  await expect(page.getByText('Jornadas diferentes')).toHaveCount(0);
});

test('a search and a payroll say why their medians differ', async ({ page }) => {
  await page.goto(linkOf({ cbo: '521110', uf: 'SP' }));
  await page.getByRole('button', { name: 'Como foi calculado', exact: true }).click();
  await expect(page.getByText(/^Em Pesquisar, a mediana é/)).toBeVisible();
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, 'bridge.png') });
});

test('history, saved searches and the tree of occupations say so', async ({ page }) => {
  const filters = { cbo: '521110' };
  await page.request.post('/api/saved', { data: { name: 'Vendedor', filters } });
  await page.goto('/history');
  await look(page, 'history');
  await page.goto('/saved');
  await look(page, 'saved');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Pesquisas recentes' })).toContainText(notice);
  await page.getByRole('button', { name: 'Procurar por área' }).click();
  await look(page, 'tree');
});

test('a comparison has no verdict and no differences', async ({ page }) => {
  await page.goto('/compare?s=uf%3DSP&s=uf%3DRJ');
  await expect(page.getByText('Seleções').first()).toBeVisible();
  await expect(page.getByText(/é R\$\s.*(maior|menor)/)).toHaveCount(0);
  await look(page, 'compare');
});

test('Igualdade has no ratio, and its medians', async ({ page }) => {
  await page.goto('/equality?uf=SP');
  await expect(page.getByText(/^Sem comparação: dados incompletos\. Mediana/)).toBeVisible();
  await expect(page.getByText('Diferença no mesmo trabalho', { exact: true })).toHaveCount(0);
  await look(page, 'equality');
});

test('a receipt says so', async ({ page }) => {
  const answer = await page.request.post('/api/search', { data: { filters: { cbo: '521110' } } });
  const { receipt } = await answer.json();
  await page.goto(receipt.path);
  await look(page, 'receipt');
});

test('a payroll has no headline and no cost', async ({ page }) => {
  await page.goto('/payroll');
  await page.locator('input[type=file]').setInputFiles({
    name: 'folha.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Cargo;CBO;Salário;UF\nVendedor;521110;1900,00;SP\nVendedor;521110;1,00;SP\n',
    ),
  });
  await expect(page.getByText('1 pessoa com salário fora de')).toBeVisible();
  await expect(page.getByText(/abaixo da mediana/)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Simulação' })).toHaveCount(0);
  await look(page, 'payroll');
});
