import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { workbookSheets } from '../../client/features/payroll/reading/read-workbook.ts';
import { MarketCells } from '../../shared/contracts/market.ts';
import { readPdf } from '../support/read-pdf.ts';
import { readWorkbook } from '../support/workbook-reader.ts';
import { elements } from '../support/xml.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { settledAccount, signIn } from './people.ts';
import { recordingProxy } from './recording-proxy.ts';
import { port } from './served-product.ts';
import { test } from './signed-in.ts';

const csv = (text: string, name: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

// Every value is unique: any value found in a request comes from here.
const roll = [
  'Colaborador;Função;Cidade;UF;Setor;Gênero;Remuneração;Jornada',
  'Quixeramobina Alves;Vendedora de zanzibarismo;Pindamonhangaba;SP;Xaxado;F;R$ 7.913,37;44',
  'Tibúrcio Jaçanã;Auxiliar administrativo;Pindamonhangaba;SP;Xaxado;M;1.917,83;36',
  'Urraca Cipó;Qxzvbw Kjhgfw;Pindamonhangaba;SP;Xaxado;F;2.719,41;44',
  'Sem Salário;Vendedor;Pindamonhangaba;SP;Xaxado;F;1.111,11 ou 2.222,22;44',
  'Ermengarda Fubá;Vendedor;Pindamonhangaba;SP;Xaxado;F;3.517,29;44',
  'Godofredo Jiló;Vendedor;Pindamonhangaba;SP;Xaxado;M;4.618,93;44',
  'Hermógenes Quiabo;Vendedor;Pindamonhangaba;SP;Xaxado;M;6.833,19;44',
  'Nicanor Cará;Vendedor;Pindamonhangaba;SP;Xaxado;M;5.221,57;44',
].join('\r\n');
const values =
  /zanzibar|quixeramob|tib.{1,3}rcio|urraca|qxzvbw|kjhgfw|pindamonhangaba|353800|xaxado|7\.?913[.,]?37|1\.?917[.,]?83|2\.?719[.,]?41|ermengarda|godofredo|herm.{1,3}genes|nicanor|3\.?517[.,]?29|4\.?618[.,]?93|6\.?833[.,]?19|5\.?221[.,]?57|figo-maduro/i;

const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel('Escolher planilha: folha').setInputFiles(file);
const rowOf = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Tabela: Pessoas da folha' }).getByRole('row', { name: text });

async function deletePayroll(page: Page) {
  await page.getByRole('button', { name: 'Apagar a folha' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
}

/** The path of a file that a button downloads. */
async function exported(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return (await download).path();
}

/** Everything that this origin stores in the browser, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases,
      location.href,
    ]);
  });

test(
  'a payroll is placed in the market, corrected, exported and stored, and none of it is sent',
  { tag: ['@main', '@axe'] },
  async ({ page }) => {
    // Signing out ends the session, so this test uses a separate one.
    await page.context().clearCookies();
    await signIn(page, await settledAccount('folha@exemplo.com.br'));
    await using proxy = await recordingProxy(`http://127.0.0.1:${port}`);
    const addresses: string[] = [];
    page.context().on('request', (request) => addresses.push(request.url()));
    await page.goto(`${proxy.address}/payroll`);
    await expect(page.getByText('0 bytes enviados')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Minha folha' })).toBeVisible();

    await test.step('files that are not a payroll are refused with a sentence', async () => {
      await choose(page, csv('', 'vazia.csv'));
      await expect(page.getByRole('alert')).toContainText('O arquivo está vazio');
    });

    await test.step('columns that are not known are assigned by hand', async () => {
      const content = page.locator('#conteudo');
      await choose(page, csv('Posto;Quanto;Ramal\nVendedor;2.719,41;7\n', 'outra.csv'));
      await expect(
        page.getByText('Não reconhecemos as colunas do salário e do cargo.'),
      ).toBeVisible();
      await expect(
        page.getByText('Colunas não usadas: “Posto”, “Quanto” e “Ramal”.'),
      ).toBeVisible();
      await expect(content).toBeFocused();
      await page.getByLabel('Cargo', { exact: true }).selectOption('Posto');
      await page.getByLabel('Salário', { exact: true }).selectOption('Quanto');
      await page.getByRole('button', { name: 'Ler a folha' }).click();
      await expect(rowOf(page, 'Vendedor')).toBeVisible();
      await expect(page.getByText('Coluna não usada: “Ramal”.')).toBeVisible();
      await expect(content).toBeFocused();
      await deletePayroll(page);
      await expect(page.getByLabel('Escolher planilha: folha')).toBeVisible();
      await expect(content).toBeFocused();
    });

    await test.step('columns that give no people are chosen again, and no payroll is lost', async () => {
      const salary = page.getByLabel('Salário', { exact: true });
      const readButton = page.getByRole('button', { name: 'Ler a folha' });
      const dates = 'Cargo;Vencimento;Remuneração\nVendedor;05/08/2026;2.719,41\n';
      await choose(page, csv(dates, 'datas.csv'));
      await expect(page.getByRole('alert')).toContainText('Nenhuma linha pôde ser lida.');
      await salary.selectOption('Remuneração');
      await readButton.click();
      await expect(rowOf(page, 'Vendedor')).toBeVisible();
      await page.getByRole('button', { name: 'Rever colunas' }).click();
      await salary.selectOption('Vencimento');
      await readButton.click();
      await expect(page.getByRole('alert')).toContainText('Nenhuma linha pôde ser lida.');
      await page.getByRole('button', { name: 'Voltar', exact: true }).click();
      await expect(rowOf(page, 'Vendedor')).toBeVisible();
      await deletePayroll(page);
    });

    await test.step('a code that does not exist, a state alone and gross pay are read with a remark', async () => {
      const doubtful = 'Cargo;CBO;Cidade;Remuneração Bruta\nVendedor;987654;SP;2.719,41\n';
      await choose(page, csv(doubtful, 'bruta.csv'));
      await expect(rowOf(page, 'Vendedor')).toContainText(/varejistaSP/);
      await expect(page.getByText('horas extras e bônus não podem estar nela')).toBeVisible();
      await page.getByRole('tab', { name: 'Cargos' }).click();
      await expect(page.getByText('1 para conferir')).toBeVisible();
      await expect(page.getByText('CBO 987654 não existe: confira')).toBeVisible();
      await deletePayroll(page);
    });

    await choose(page, csv(roll, 'folha-zanzibar.csv'));
    await expect(page.getByText('folha-zanzibar.csv')).toBeVisible();
    await expect(page.getByText('1 linha ficou de fora')).toBeVisible();
    await expect(rowOf(page, 'Quixeramobina')).toContainText(
      '521110 Vendedor de comércio varejista',
    );
    await expect(rowOf(page, 'Urraca')).toContainText('não encontrada');
    await expect(rowOf(page, 'Tibúrcio')).toContainText('36 h; em 44 h, R$ 2.344,01');
    await page.getByRole('tab', { name: 'Linhas ignoradas' }).click();
    await expect(page.getByRole('row', { name: /^5 há mais de um valor/ })).toBeVisible();

    await test.step('an occupation is corrected by a search in this browser', async () => {
      await page.getByRole('tab', { name: 'Cargos' }).click();
      await page.getByRole('button', { name: 'Trocar a ocupação de Qxzvbw Kjhgfw' }).click();
      // A dialog over a scrolled page leaves the header and the sidebar in place.
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
      await expect(page.locator('header').first()).toBeInViewport();
      await page.getByRole('combobox', { name: 'Ocupação ou código CBO' }).fill('qxzvbw');
      await page
        .getByRole('combobox', { name: 'Ocupação ou código CBO' })
        .fill('vendedor de comercio varej');
      await page.getByRole('option', { name: /^521110/ }).click();
      await page
        .getByRole('button', { name: 'Está certo: Vendedora de zanzibarismo' })
        .press('Enter');
      // The button is gone; the focus is at the next job.
      await expect(
        page.getByRole('button', { name: 'Trocar a ocupação de Vendedor', exact: true }),
      ).toBeFocused();
      await page.getByRole('tab', { name: 'Pessoas' }).click();
      await expect(rowOf(page, 'Urraca')).toContainText('521110 Vendedor de comércio varejista');
    });

    await test.step('the percentile is the mid-rank among the cell that is named', async () => {
      const row = await rowOf(page, 'Urraca').innerText();
      const used = 'a região intermediária de São José dos Campos';
      expect(row).toContain(`Usamos ${used}: menos de 30 registros na cidade.`);
      const answer = await page.request.get('/api/market/cells?familias=5211&uf=SP');
      const { celulas } = MarketCells.parse(await answer.json());
      const cell = celulas.find(
        // The region's code at IBGE.
        ({ ocupacao, regiao_ibge }) => ocupacao === '521110' && regiao_ibge === '3511',
      );
      const records = (cell?.centavos ?? []).flatMap((centavos, index) =>
        Array.from({ length: cell?.registros[index] ?? 0 }, () => centavos),
      );
      const below = records.filter((centavos) => centavos < 271_941).length;
      const equal = records.filter((centavos) => centavos === 271_941).length;
      const percent = (100 * (below + equal / 2)) / records.length;
      // At the ends of the market the position has one decimal.
      const value = percent > 99 ? Math.round(percent * 10) / 10 : Math.round(percent);
      expect(row).toContain(`P${value.toLocaleString('pt-BR')}`);
    });

    await test.step('a workbook and a document are made here', async () => {
      const workbook = await exported(page, 'Exportar Excel');
      // The browser's dialog would wait for the user; the document is what the browser prints.
      await page.evaluate(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', '');
      });
      await page.getByRole('button', { name: 'Imprimir ou salvar em PDF' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-printed');
      const paper = await page.pdf({ preferCSSPageSize: true, tagged: true });
      const sheets = [...workbookSheets(await readFile(workbook))];
      expect(sheets.map(({ name }) => name)).toEqual([
        'Pessoas',
        'Totais',
        'Ficaram de fora',
        'Entraram incompletas',
        'Método',
      ]);
      for (const { name, rows } of sheets.slice(0, 2))
        expect(rows[0], name).toEqual(['Dados sintéticos de demonstração']);
      const [, header, first] = sheets[0]?.rows ?? [];
      expect(first?.[header?.indexOf('Matrícula ou nome') ?? -1]).toBe('Quixeramobina Alves');
      expect(first?.[header?.indexOf('Salário') ?? -1]).toBe('7913.37');
      expect(header?.filter((title) => title.includes('mediana'))).toEqual([
        'Salário em relação à mediana (%)',
        'Distância da mediana',
        'Custo para chegar à mediana',
      ]);
      const { xml } = (await readWorkbook(workbook)).sheets.get('Método') ?? {};
      const lines = xml === undefined ? [] : elements(xml, 'row');
      // The longest paragraph takes several lines, for which some programs reserve no room by themselves.
      const heights = lines.map(({ attributes }) => Number(attributes['ht']));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(15);
      expect(Math.max(...heights)).toBeGreaterThanOrEqual(30);
      const { text, isTagged, tags } = await readPdf(paper);
      expect(text).toMatch(/Minha folha e o mercado[^]{0,200}Dados sintéticos de demonstração/);
      expect(text).toContain('Como foi calculado');
      expect(text).toMatch(/Da esquerda para a direita: \d{6} /);
      expect(text).not.toContain('Quixeramobina');
      // The document replaces the screen: nothing of its tabs and filters is printed.
      expect(text).not.toContain('Apagar a folha');
      expect(isTagged).toBe(true);
      expect(tags.map(({ role }) => role)).toEqual(
        expect.arrayContaining(['H1', 'H2', 'Figure', 'Table', 'TH']),
      );
      await expect(page.getByRole('heading', { name: 'Minha folha e o mercado' })).toBeHidden();
    });

    expect(await stored(page)).not.toMatch(values);
    await expectNoFindingsInAnyLook(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    await test.step('its women and men are compared with the market, and the payroll remains loaded', async () => {
      await page.getByText('Mais', { exact: true }).click();
      await page.getByRole('link', { name: 'Igualdade' }).click();
      const table = page.getByRole('region', {
        name: 'Tabela: Sua folha e o mercado',
      });
      // Women 2,719.41, 3,517.29 and 7,913.37; men 4,618.93, 5,221.57 and 6,833.19: medians 3,517.29 / 5,221.57.
      await expect(table.getByRole('row', { name: /^5 · / })).toContainText(
        '3367,4\u00a0%84,9\u00a0%',
      );
      await expect(table.getByRole('row', { name: /^4 · / })).toContainText('01——');
      await expect(page.getByText(/^7\spessoas da folha com ocupação e sexo\./)).toBeVisible();
      await page.getByText('Texto para a nota explicativa da empresa').click();
      const note = page.getByLabel('A marca de cada número mostra a fonte', { exact: false });
      await expect(note).toHaveValue(
        /na empresa, 67,4\s% e 84,9\s% \(3\smulheres e 3\shomens\) \[1\]/,
      );
      await expect(note).toHaveValue(/Calculado neste navegador sobre 7\spessoas da folha/);
      const text = await note.inputValue();
      expect(text).toMatch(/\[2\] Admissões .* Recibo ([\w-]{22}): \S+\/receipt\/\1 /);
      const receiptPath = /\/receipt\/[\w-]{22}/.exec(text)?.[0] ?? '';
      const file = await readFile(await exported(page, 'Exportar CSV'), 'utf8');
      expect(file).toMatch(/\n"?5 · [^\n]*;3;3;67,36;84,86;/);
      expect(file).toContain('Não é o relatório do MTE nem prova de discriminação');
      expect(await stored(page)).not.toMatch(values);
      await expectNoFindingsInAnyLook(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      const link = page.getByRole('main').getByRole('link', { name: 'Recibo', exact: true });
      await expect(link).toHaveAttribute('href', receiptPath);
      await link.click();
      await page.getByRole('button', { name: 'Recalcular' }).click();
      await expect(page.getByText('Todos os números são iguais', { exact: false })).toBeVisible();
      await expect(page.getByRole('rowheader', { name: 'Todas as ocupações' })).toBeVisible();
      expect(await page.getByRole('main').innerText()).not.toMatch(values);
      expect(await stored(page)).not.toMatch(values);
      await page.getByRole('link', { name: 'Minha folha' }).click();
      await expect(rowOf(page, 'Urraca')).toContainText('521110');
    });

    await test.step('it is stored with a password if the user chooses to, and deleted', async () => {
      await page.getByLabel('Senha desta folha', { exact: true }).fill('Figo-maduro-31');
      await page.getByRole('button', { name: 'Guardar neste navegador' }).click();
      await expect(page.getByText('Folha guardada neste navegador').first()).toBeVisible();
      await page.reload();
      await page.getByLabel('Senha desta folha', { exact: true }).fill('Figo-maduro-3');
      await page.getByRole('button', { name: 'Abrir', exact: true }).click();
      await expect(page.getByText('A senha não abre esta folha.')).toBeVisible();
      await page.getByRole('button', { name: 'Apagar a folha' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
      await page.getByLabel('Senha desta folha', { exact: true }).fill('Figo-maduro-31');
      await page.getByRole('button', { name: 'Abrir', exact: true }).click();
      await expect(rowOf(page, 'Urraca')).toContainText('521110');
      await page.getByRole('button', { name: 'Sair' }).click();
      await page.waitForURL('**/login**');
      await expect
        .poll(() => page.evaluate(async () => (await indexedDB.databases()).length))
        .toBe(0);
    });

    const sent = proxy.sent();
    expect(sent).toContain('GET /api/market/cells?familias=4110%2C5211&uf=SP');
    expect(sent).toMatch(/POST \/api\/receipts\/[\w-]{22}\/check/);
    expect(sent).not.toMatch(values);
    expect(decodeURIComponent(sent.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))).not.toMatch(values);
    const own = addresses.filter((address) => !address.startsWith(`${proxy.address}/`));
    expect(own.filter((address) => !/^(?:blob|data):/.test(address))).toEqual([]);
    expect(addresses.join('\n')).not.toMatch(values);
  },
);

const storeIn = async (tab: Page) => {
  await tab.getByLabel('Senha desta folha', { exact: true }).fill('Figo-maduro-31');
  await tab.getByRole('button', { name: 'Guardar neste navegador' }).click();
};

test('a payroll that another tab stored is replaced only when the user stores again', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  for (const [tab, name] of [
    [page, 'uma.csv'],
    [other, 'outra.csv'],
  ] as const) {
    await tab.goto('/payroll');
    await choose(tab, csv(roll, name));
    await expect(rowOf(tab, 'Ermengarda')).toBeVisible();
  }
  await storeIn(other);
  await expect(
    other.getByText('Guardar substitui a folha guardada em', { exact: false }),
  ).toBeVisible();
  await storeIn(page);
  await expect(page.getByText('Outra aba guardou uma folha.', { exact: false })).toBeVisible();
  await expect(page.getByText('Folha guardada neste navegador')).toBeHidden();
  await page.getByRole('button', { name: 'Guardar neste navegador' }).click();
  await expect(page.getByText('Folha guardada neste navegador').first()).toBeVisible();
});

test('viewers see that their role may not compare payrolls', async ({ page }) => {
  await page.context().clearCookies();
  await signIn(page, await settledAccount('leitora-da-folha@exemplo.com.br', 'VIEWER'));
  await page.goto('/payroll');
  await expect(
    page.getByText('Seu papel não permite comparar folhas com o mercado.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Minha folha' })).toBeHidden();
});
