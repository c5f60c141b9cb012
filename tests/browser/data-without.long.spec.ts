import { expect, test } from '@playwright/test';
import { officialFile } from '../support/official-file.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { handsOn } from './hands-on.ts';
import { ownProduct } from './own-product.ts';
import { mainField } from './search-screen.ts';
import { administrator } from './served-product.ts';

/** The product at its first start: no data, no source. */
let product: Awaited<ReturnType<typeof ownProduct>>;
test.beforeAll(async () => {
  product = await ownProduct({});
});
test.afterAll(() => product[Symbol.asyncDispose]());
test.beforeEach(async ({ page }) => {
  const answer = await page.request.post(`${product.address}/api/login`, { data: administrator });
  expect(answer.status()).toBe(200);
});

test('says that nothing is published, on every page', { tag: '@axe' }, async ({ page }) => {
  test.slow();
  await page.goto(`${product.address}/admin/releases`);
  await expect(page.getByText('Nada foi publicado ainda.')).toBeVisible();
  await page.getByRole('button', { name: 'Atualidade dos dados' }).click();
  const freshness = page.getByRole('dialog', { name: 'Atualidade dos dados' });
  await expect(freshness).toContainText('Sem dados');
  await freshness.getByRole('link', { name: 'Conferir com os números do MTE' }).click();
  await expect(page.getByText('nenhuma versão publicada')).toBeVisible();
  await expect(freshness).toHaveCount(0);
  await page.getByText('Anos sem meses carregados').click();
  // A series shows only the years that have a month.
  await expect(page.getByRole('region', { name: 'Série declarada' })).toContainText('2026');
  await expect(page.getByRole('region', { name: 'Série ajustada' })).toContainText('2023');
  await expect(page.getByRole('region', { name: 'Série ajustada' })).not.toContainText('2026');
  await page.goto(`${product.address}/integrity?mes=202607`);
  const july = page.getByRole('row').filter({ hasText: 'jul/2026 · declarada' });
  await expect(july).toContainText('2.262.888');
  await expect(july).toContainText('não carregado');
  await expectNoFindingsInAnyLook(page);
  await page.goto(`${product.address}/?cbo=521110&uf=SP`);
  await expect(page.getByText('Vendedor de comércio varejista')).toBeVisible();
  await expect(page.getByText('Nenhum dado publicado ainda')).toBeVisible();
  await expect(page.getByText('Nenhum registro encontrado')).toHaveCount(0);
});

test(
  'the first day leads from the empty search to three steps',
  { tag: '@axe' },
  async ({ page }) => {
    await page.goto(`${product.address}/dashboard`);
    await expect(
      page.getByText('Você é administrador: carregue um mês do CAGED para começar a pesquisar.'),
    ).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nenhuma pesquisa realizada' })).toBeVisible();
    await expect(page.getByText('Para começar por um exemplo:')).toHaveCount(0);
    await page.getByRole('link', { name: 'Carregar o primeiro mês' }).click();
    const steps = page.getByRole('region', { name: 'Primeiros passos' });
    await expect(steps.getByRole('listitem')).toHaveText([
      /^1\. Baixe os arquivos.*PDET/,
      /^2\. Envie/,
      /^3\. Convide/,
    ]);
    await expect(steps.getByText('Feito')).toHaveCount(0);
    await expect(steps.getByText('o sistema confere e publica')).not.toContainText('demonstração');
    await expectNoFindingsInAnyLook(page);
    await steps.getByRole('link', { name: 'Convidar' }).click();
    await expect(page.getByRole('heading', { name: 'Novo usuário' })).toBeVisible();
  },
);

test('a comparison that fails is reported, and a retry succeeds', async ({ page }) => {
  await page.route('**/api/integrity', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'O armazém está ocupado.' } }),
  );
  await page.goto(`${product.address}/integrity`);
  await expect(page.getByRole('alert')).toContainText('O armazém está ocupado.');
  await page.unroute('**/api/integrity');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('region', { name: 'Mês a mês' })).toBeVisible();
});

test('says what to set where no source is configured', { tag: '@axe' }, async ({ page }) => {
  await page.goto(`${product.address}/admin/source`);
  await expect(page.getByText('Nenhuma fonte de arquivos está configurada')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Fonte dos arquivos' })).toContainText(
    'Defina CAGED_SOURCE',
  );
  await expect(page.getByRole('button', { name: 'Procurar novidades' })).toHaveCount(0);
  await expectNoFindingsInAnyLook(page);
});

test('the first day goes from the empty search to an answer in seven acts and one text', async ({
  page,
}) => {
  const lines = Array.from({ length: 40 }, () => ({}));
  const file = await officialFile('CAGEDMOV202307.txt', 'MOV', lines);
  await page.goto(`${product.address}/dashboard`);
  const hands = handsOn(page);
  await hands.click(page.getByRole('link', { name: 'Carregar o primeiro mês' }));
  await hands.click(page.getByRole('link', { name: 'Enviar arquivos' }));
  const choosing = page.waitForEvent('filechooser');
  await hands.click(page.getByLabel('Arquivos do CAGED', { exact: true }));
  await (await choosing).setFiles(file);
  hands.done.acts += 1;
  await hands.click(page.getByRole('button', { name: 'Enviar arquivos' }));
  await expect(page.getByText('Concluído').first()).toBeVisible();
  await hands.click(page.getByRole('link', { name: 'Pesquisar', exact: true }));
  await expect(mainField(page)).toBeFocused();
  await hands.type('vendedor em São Paulo');
  await hands.choose(/^521110/);
  await expect(page.getByText('R$ 1.500,00').first()).toBeVisible();
  expect(hands.done).toEqual({ acts: 7, texts: 1 });
});
