import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { figuresCsvHeader } from '../../shared/statistics/figures-csv.ts';
import { officialText, type LineFields } from '../support/official-file.ts';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { ownProduct } from './own-product.ts';
import { expectToast } from './people.ts';
import { card } from './search-screen.ts';
import { administrator } from './served-product.ts';

/**
 * One server with a folder as its source, from its first month to an undo. July has 3 admissions at 1.500, 1.500 and
 * 1.801 and a separation; August has an admission and a late declaration for July.
 */
interface Fed {
  readonly product: Awaited<ReturnType<typeof ownProduct>>;
  /** The source's folder. */
  readonly source: string;
}
const ofAugust = { month: '202308', declared_month: '202308' };

const test = base.extend<object, { fed: Fed }>({
  fed: [
    // Playwright requires a destructuring pattern even for an unused parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const source = await mkdtemp(join(tmpdir(), 'caged-fonte-'));
      const july = [{}, {}, { salary: '1801,00' }, { balance: '-1' }];
      await put(source, 'CAGEDMOV202307.txt', july);
      await put(source, 'CAGEDMOV202308.txt', [ofAugust]);
      await put(source, 'CAGEDFOR202308.txt', [{ month: '202307', declared_month: '202308' }]);
      await using product = await ownProduct({ CAGED_SOURCE: source });
      await use({ product, source });
      await rm(source, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ fed }, use) => use(fed.product.address),
  page: async ({ page }, use) => {
    const answer = await page.request.post('/api/login', { data: administrator });
    expect(answer.status()).toBe(200);
    await use(page);
  },
});
test.describe.configure({ mode: 'serial' });

const put = (source: string, name: string, lines: readonly LineFields[]) =>
  writeFile(join(source, name), officialText(name.includes('MOV') ? 'MOV' : 'FOR', lines));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const monthRow = (page: Page, month: string) => page.getByRole('row').filter({ hasText: month });

const versionRow = (page: Page, number: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^Versão ${number}\\b`) }) });

/** Waits until the upload that a link names has ended, and follows the link. */
async function followUpload(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name });
  const path = (await link.getAttribute('href')) ?? '';
  const id = path.split('/').at(-1);
  const status = async () => (await (await page.request.get(`/api/uploads/${id}`)).json()).status;
  await expect.poll(status).toBe('COMPLETED');
  await link.click();
  await expect(page).toHaveURL(new RegExp(`/admin/uploads/${id}$`));
}

test(
  'what is new in the source is reported, chosen and loaded',
  { tag: '@axe' },
  async ({ page, fed: { source } }) => {
    await page.goto('/admin/source');
    await expect(page.getByRole('region', { name: 'Fonte dos arquivos' })).toContainText(source);
    await button(page, 'Procurar novidades').click();
    await expect(page.getByText(/3.arquivos novos ou alterados, de 2.meses/)).toBeVisible();
    const july = monthRow(page, 'jul/2023');
    await expect(july).toContainText('nova');
    await expect(july).toContainText('CAGEDMOV202307.txt');
    await expect(july).toContainText('a fonte não tem');
    await expect(monthRow(page, 'ago/2023')).toContainText('CAGEDFOR202308.txt');
    await expectNoFindingsInAnyLook(page);

    await page.getByRole('checkbox', { name: 'ago/2023' }).press('Space');
    await expect(page.getByText(/^1.arquivo, /)).toBeVisible();
    await button(page, /^Carregar 1.mês$/).click();
    await expectToast(page, 'Envio pedido', 'Um mês foi para a fila.');
    await followUpload(page, 'jul/2023: MOV');

    await page.goto('/admin/source');
    await button(page, 'Procurar novidades').click();
    await expect(page.getByRole('checkbox', { name: 'ago/2023' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'jul/2023' })).toHaveCount(0);
    await button(page, /^Carregar 1.mês$/).click();
    await followUpload(page, 'ago/2023: MOV, FOR');
  },
);

test('the page states the new month, its files and what it lacks', async ({ page }) => {
  await page.goto('/my-data');
  const line = button(page, 'Atualidade dos dados');
  await expect(line).toContainText('Dados até ago/2023 · ainda parciais');
  await line.press('Enter');
  const freshness = page.getByRole('dialog', { name: 'Atualidade dos dados' });
  const august = freshness.getByRole('row').filter({ hasText: 'ago/2023' });
  await expect(august.getByRole('cell')).toHaveText([/^\d\d\/\d\d\/\d{4}$/, /^\d\d\//, 'falta']);
  await expect(freshness).toContainText('setembro de 2023: era esperado até 31/10/2023');
  await expect(freshness).toContainText('Estimativa');
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await expect(freshness).toHaveCount(0);
  await expect(line).toBeFocused();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(line.getByText('ago/2023', { exact: true })).toBeInViewport();
});

const figuresFile = (...lines: string[]) => ({
  name: 'mte.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([figuresCsvHeader, ...lines].join('\n'), 'latin1'),
});

test(
  'a file of figures is refused by line, and a good one compares',
  { tag: '@axe' },
  async ({ page }) => {
    test.slow();
    await page.goto('/integrity');
    await button(page, 'Importar números do MTE').click();
    const longSource = 'T'.repeat(200);
    const picker = page.getByLabel('Arquivo CSV', { exact: true });
    await picker.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b') });
    await expect(picker).toHaveAccessibleDescription(/A primeira linha do CSV deve ser edicao/);
    await picker.setInputFiles(
      figuresFile('202307;202307;declarada;3;1;5;;MTE', '', '2023;202307;x;;;;;M'),
    );
    const problems = page.getByRole('alert').getByRole('row');
    await expect(problems).toHaveText([
      /Linha/,
      /^2saldoO saldo não é admissões menos desligamentos/,
      /^4edicao.*AAAAMM/,
      /^4serieA série é declarada ou ajustada/,
    ]);
    await expect(button(page, 'Importar arquivo')).toBeDisabled();
    await expectNoFindingsInAnyLook(page);

    await picker.setInputFiles(
      figuresFile(
        '202307;202307;declarada;3;1;2;1.600,33;Sumário da edição de julho',
        `202308;202307;ajustada;5;1;4;;${longSource}`,
      ),
    );
    await expect(page.getByText(/^2.linhas prontas/)).toBeVisible();
    await button(page, 'Importar arquivo').click();
    await expectToast(page, 'Números importados', '2 números oficiais importados.');
    await page.goto('/integrity?mes=202307');
    const declared = monthRow(page, 'Sumário da edição de julho');
    await expect(declared).toContainText('jul/2023 · declarada');
    // (1500 + 1500 + 1801) / 3, and again in the money of the same month, for which MTE has no figure
    await expect(declared.getByText('R$ 1.600,33')).toHaveCount(2);
    // Admissions, separations, balance and the wage: an equal figure is written once.
    await expect(declared.getByText('igual ao MTE')).toHaveCount(4);
    await expect(declared.getByText('confere', { exact: true })).toBeVisible();
    await expectNoFindings(page);
  },
);

test(
  'a month of the strip shows its figures and what they lack',
  { tag: '@axe' },
  async ({ page }) => {
    test.slow();
    await page.goto('/integrity');
    await expect(page.getByRole('table')).toHaveCount(0);
    await button(page, 'jul/2023, ajustada: parcial').click();
    await expect(page.getByRole('table')).toContainText('jul/2023');
    await expect(page).toHaveURL(/mes=202307/);
    const july = monthRow(page, 'edição de ago/2023, importada');
    // MOV 3 and 1, FOR 1; August's EXC is not loaded.
    await expect(july).toContainText('falta EXC ago/2023');
    await expect(july.getByText('parcial', { exact: true }).first()).toBeVisible();
    await expectNoFindingsInAnyLook(page);
  },
);

test('a file that cannot be read replaces the one before it', async ({ page }) => {
  await page.goto('/integrity?importar=1');
  const picker = page.getByLabel('Arquivo CSV', { exact: true });
  const file = figuresFile('202307;202307;declarada;3;1;2;1.600,33;MTE');
  await picker.setInputFiles(file);
  await expect(page.getByText(/^1.linha pronta/)).toBeVisible();
  await page.evaluate(() => {
    // As the browser does for a file that changed or left its place.
    Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await picker.setInputFiles({ ...file, name: 'outro.csv' });
  await expect(picker).toHaveAccessibleDescription(
    'Não foi possível ler o arquivo. Escolha-o de novo.',
  );
  await expect(button(page, 'Importar arquivo')).toBeDisabled();
});

test('a figure that differs states its difference', async ({ page }) => {
  await page.goto('/integrity?importar=1');
  const picker = page.getByLabel('Arquivo CSV', { exact: true });
  await picker.setInputFiles(
    figuresFile('202308;202308;declarada;2.000.001;1;2.000.000;;MTE, tabelas de 202308'),
  );
  const sent = Promise.withResolvers<void>();
  await page.route('**/api/admin/official-figures', async (route) => {
    await sent.promise;
    await route.continue();
  });
  await button(page, 'Importar arquivo').click();
  // Another file would be lost when this one is in.
  await expect(picker).toBeDisabled();
  sent.resolve();
  await expectToast(page, 'Números importados', '1 número oficial importado.');
  await page.goto('/integrity?mes=202308');
  const august = monthRow(page, 'ago/2023 · declarada').filter({ hasText: 'edição de ago/2023' });
  await expect(august).toContainText('MTE 2.000.001');
  await expect(august).toContainText('dif. −2.000.000');
  await expect(august).toContainText('dif. −1');
  await expect(august).toContainText('dif. −1.999.999');
  await expect(august.getByText('diverge', { exact: true })).toBeVisible();
});

test(
  'a rollback is reported without a reload, and searches use the restored data',
  { tag: '@axe' },
  async ({ page }) => {
    test.slow();
    const total = card(page, 'Total de Registros');
    await page.goto('/dashboard?cbo=521110');
    // July's three and the late one, and August's.
    await expect(total).toHaveText('5movimentações');

    await page.getByRole('link', { name: 'Processamento CAGED' }).click();
    await page.getByRole('link', { name: 'Versões', exact: true }).click();
    const first = versionRow(page, 1);
    await expect(versionRow(page, 2)).toContainText('Atual');
    await versionRow(page, 2).getByText('Arquivos e hashes').click();
    await expect(versionRow(page, 2)).toContainText(/SHA-256 do texto: [\da-f]{64}/);
    await first.getByRole('button', { name: /^Tornar atual/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Tornar atual a versão 1' });
    const confirm = dialog.getByRole('button', { name: 'Tornar atual' });
    await confirm.click();
    await expect(dialog.getByLabel('Motivo')).toHaveAccessibleDescription(/ao menos 5 caracteres/);
    await expect(dialog.getByLabel('Motivo')).toBeFocused();
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await dialog.getByLabel('Motivo').fill(`Agosto veio trocado: ${'x'.repeat(470)}`);

    await confirm.click();
    await expect(button(page, 'Atualidade dos dados')).toContainText(
      'até jul/2023 · ainda parciais',
    );
    await expectToast(page, 'A versão 1 é a atual', 'até julho de 2023. Nada foi apagado.');
    await expect(first.locator(':focus')).toBeVisible();
    await expect(first).toContainText('Atual');
    await expect(first).toContainText('no lugar da versão 2: Agosto veio trocado');
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 720 });

    // Before the tab was the menu's entry.
    await page.goBack();
    await page.goBack();
    await expect(total).toHaveText('3movimentações');
  },
);

test('a change or a failure between display and action is reported', async ({ page }) => {
  await page.goto('/admin/releases');
  await versionRow(page, 2)
    .getByRole('button', { name: /^Tornar atual/ })
    .click();
  const dialog = page.getByRole('dialog');
  await page.request.post('/api/releases/2/restore', { data: { reason: 'Outra pessoa antes' } });
  await dialog.getByLabel('Motivo').fill('Voltar para agosto');
  await dialog.getByRole('button', { name: 'Tornar atual' }).click();
  await expect(dialog.getByLabel('Motivo')).toHaveAccessibleDescription(
    'Esta versão dos dados já é a atual.',
  );

  await page.route('**/api/releases?*', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'Tente de novo em instantes.' } }),
  );
  await page.goto('/admin/releases');
  await expect(page.getByRole('alert')).toContainText('Tente de novo em instantes.');
  await page.unroute('**/api/releases?*');
  await button(page, 'Tentar de novo').click();
  await expect(versionRow(page, 2)).toContainText('Atual');
});

test('retention, daily check and limits are stored, and refused where they cannot be', async ({
  page,
}) => {
  await page.goto('/admin/releases');
  const keep = page.getByLabel('Versões mais novas guardadas');
  await keep.fill('0');
  await button(page, 'Salvar').click();
  await expect(keep).toHaveAccessibleDescription('Informe um número inteiro de 1 a 1000.');
  await keep.fill('12');
  await button(page, 'Salvar').click();
  await expectToast(page, 'Configuração salva', 'próxima limpeza');
  await page.reload();
  await expect(keep).toHaveValue('12');

  await page.goto('/admin/source');
  const byItself = page.getByRole('checkbox', { name: 'Carregar as novidades automaticamente' });
  // The check mark appears after the save, a moment after the click.
  await byItself.click();
  await expect(byItself).toBeChecked();
  await expectToast(page, 'Configuração salva', 'as novidades são carregadas');
  await page.getByRole('checkbox', { name: 'Verificar a fonte todo dia' }).click();
  await expectToast(page, 'Configuração salva', 'não é mais verificada');
  await expect(byItself).toBeDisabled();
  await page.getByText('Ver e alterar (11)').click();
  const limit = page.getByLabel('Diferença da versão publicada (%)');
  await limit.fill('muito');
  await button(page, 'Salvar').click();
  await expect(limit).toHaveAccessibleDescription(/Informe um número de 0 a 10000\./);
  await expect(limit).toBeFocused();
  // Another administrator saves while this form is open.
  await page.request.put('/api/admin/load-limits', { data: { movRatio: 60 } });
  await limit.fill('40,50');
  await button(page, 'Salvar').click();
  await expectToast(page, 'Configuração salva', 'próximo envio');
  await page.reload();
  await page.getByText('Ver e alterar (11)').click();
  await expect(limit).toHaveValue('40,5');
  await expect(page.getByLabel('Diferença dos meses vizinhos (%)')).toHaveValue('60');
  await expect(byItself).toBeChecked();
  await button(page, 'Restaurar padrão').click();
  await expect(limit).toHaveValue('25');
});

test(
  'a changed file is reported as changed, and a source that is gone as an error',
  { tag: '@axe' },
  async ({ page, fed: { source } }) => {
    await put(source, 'CAGEDMOV202308.txt', [ofAugust, ofAugust]);
    await page.goto('/admin/source');
    await button(page, 'Procurar novidades').click();
    await expect(monthRow(page, 'ago/2023')).toContainText('alterada');
    await rename(source, `${source}-longe`);
    await button(page, 'Procurar novidades').click();
    await expect(page.getByRole('alert')).toContainText('não existe');
    await expectNoFindingsInAnyLook(page);
    await rename(`${source}-longe`, source);
  },
);
