import { expect, type Page } from '@playwright/test';
import { Format, Formula, Workbook } from 'wasm-xlsxwriter';
import { textFile } from '../support/official-file.ts';
import { expectNoFindings } from './findings.ts';
import { drop } from './sending-product.ts';
import { test } from './signed-in.ts';

const jobs = [
  ['Vendedora', 1850, 'Loja'],
  ['VENDEDOR(A) PLENO', 2100, 'Loja'],
  ['Op. de caixa', 1720, 'Loja'],
  ['Gerente de loja', 5200, 'Loja'],
  ['Aux. Administrativo', 2050, 'Escritório'],
  ['Assistente administrativo II', 2600, 'Escritório'],
  ['Analista de RH Jr', 3900, 'Escritório'],
  ['Recepcionista', 1800, 'Escritório'],
  ['Motorista carreteiro', 2900, 'Logística'],
  ['Ajudante de carga e descarga', 1700, 'Logística'],
  ['Conferente', 2000, 'Logística'],
  ['Auxiliar de limpeza', 1600, 'Apoio'],
  ['Porteiro noturno', 1750, 'Apoio'],
] as const;
const places = [
  ['São Paulo', 'SP'],
  ['Guarulhos', 'SP'],
  ['Belo Horizonte', 'MG'],
] as const;

/** Apprentices and interns by their place in the roll. */
const learners = new Map([
  [9, 'Jovem Aprendiz'],
  [19, 'Menor Aprendiz Adm.'],
  [29, 'Estagiário de Direito'],
  [39, 'Estag. Engenharia'],
]);

/**
 * As companies have it: a cover, a title above the header, areas in merged cells, apprentices and interns, monthly hours,
 * dates, a total, one cell with two salaries.
 */
function realisticRoll(): Buffer {
  const workbook = new Workbook();
  workbook.addWorksheet().setName('Capa').writeString(0, 0, 'Comércio de Exemplo Ltda');
  const sheet = workbook.addWorksheet().setName('Folha jul');
  const amount = new Format().setNumFormat('#,##0.00');
  const day = new Format().setNumFormat('dd/mm/yyyy');
  sheet.writeString(0, 0, 'Folha de pagamento, julho');
  const header = [
    'Matr.',
    'Função',
    'Sal. Base',
    'Horas mensais',
    'Dt. Admissão',
    'Cidade',
    'UF',
    'C. Custo',
    'Sexo',
  ];
  sheet.writeRow(2, 0, header);
  for (let index = 0; index < 40; index++) {
    const row = index + 3;
    const [usual = '', base = 0] = jobs[index % jobs.length] ?? [];
    const [town = '', state = ''] = places[index % places.length] ?? [];
    const area = ['Loja', 'Escritório', 'Logística', 'Apoio'][index / 10];
    sheet.writeNumber(row, 0, 1001 + index).writeString(row, 1, learners.get(index) ?? usual);
    if (index === 7) sheet.writeString(row, 2, '1.800,00 + 300,00');
    else sheet.writeNumberWithFormat(row, 2, base + (index % 5) * 37.5, amount);
    sheet.writeNumber(row, 3, index % 4 === 3 ? 180 : 220);
    const hired = Date.UTC(2015 + (index % 10), index % 12, 1);
    // Excel's number of 1 January 1970 is 25,569.
    sheet.writeNumberWithFormat(row, 4, hired / 86_400_000 + 25_569, day);
    sheet.writeString(row, 5, town).writeString(row, 6, state);
    if (area !== undefined) sheet.mergeRange(row, 7, row + 9, 7, area, new Format());
    sheet.writeString(row, 8, index % 2 === 0 ? 'Feminino' : 'Masculino');
  }
  sheet.writeString(43, 0, 'TOTAL').writeFormula(43, 2, new Formula('=SUM(C4:C43)'));
  return Buffer.from(workbook.saveToBufferSync());
}

const table = (page: Page) => page.getByRole('region', { name: 'Tabela: Pessoas da folha' });
const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Escolher planilha: folha').setInputFiles(file);

test('a roll of forty people as a firm has it is read whole, and what is not is reported', async ({
  page,
}) => {
  // The market arrives in 26 parts, and each redraws all totals.
  test.slow();
  await page.goto('/payroll');
  await choose(page, {
    name: 'folha jul.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: realisticRoll(),
  });
  await expect(page.getByText('39 de 39')).toBeVisible();
  const first = table(page).getByRole('row', { name: '1001' });
  await expect(first).toContainText('521110 Vendedor de comércio varejista');
  await expect(first).toContainText('desde 01/01/2015');
  await expect(first).toContainText('São Paulo/SP');
  // 180 hours a month are 36 a week: 5.200,00 are 6.355,56 at 44.
  await expect(table(page).getByRole('row', { name: '1004' })).toContainText('36 h; em 44 h');
  await expect(page.getByText('Foi lida a planilha “Folha jul”.')).toBeVisible();
  await page.getByRole('tab', { name: 'Linhas ignoradas' }).click();
  await expect(page.getByRole('row', { name: /^11 há mais de um valor/ })).toBeVisible();
  await expect(page.getByRole('row', { name: '44 é uma linha de total' })).toBeVisible();
  await page.getByRole('tab', { name: 'Cargos' }).click();
  await expect(page.getByText('Não encontrada', { exact: true })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Totais' }).click();
  const totals = page.getByRole('table', { name: 'Totais da folha' });
  // Four learners and five people whose jobs name several occupations: 3 "Conferente" and 2 "Ajudante de carga e
  // descarga". "Recepcionista" is the occupation "em geral".
  await expect(totals.getByRole('row', { name: /^Ocupação a confirmar 9 0 / })).toBeVisible();
  await page.getByRole('button', { name: 'Área' }).click();
  // The largest payroll first.
  await expect(totals.getByRole('rowheader')).toHaveText([
    'Escritório',
    'Loja',
    'Logística',
    'Apoio',
  ]);
  await page.getByRole('button', { name: 'Sexo' }).click();
  await expect(page.getByRole('row', { name: /^Mulheres/ })).toBeVisible();
  await page.getByLabel('Comparar com').selectOption('Um piso em reais');
  await page.getByLabel('Piso por mês, em 44 horas').fill('1,00');
  // The floor is the user's, not the market's.
  await expect(
    page.getByText('De 30 pessoas comparadas, nenhuma ganha abaixo do piso.'),
  ).toBeVisible();
  await expect(
    page.getByRole('heading', { name: /^0 de 30.pessoas abaixo do piso$/ }),
  ).toBeVisible();
  // Beside the menu of a small window, the cards are narrow, and an amount stays in its card.
  await page.setViewportSize({ width: 650, height: 450 });
  const excess = await page
    .getByRole('definition')
    .filter({ hasText: /^R\$.96\.485,00/ })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(excess).toBeLessThanOrEqual(0);
});

test('a floor is offered once the minimum wage is known, however late it comes', async ({
  page,
}) => {
  const known = Promise.withResolvers<void>();
  await page.route('**/api/reference/minimum-wage', async (route) => {
    await known.promise;
    await route.continue();
  });
  await page.goto('/payroll');
  const buffer = Buffer.from('Matrícula;CBO;UF;Salário\n1001;521110;SP;1850,00');
  await choose(page, { name: 'folha.csv', mimeType: 'text/csv', buffer });
  const against = page.getByLabel('Comparar com');
  await expect(against).toHaveValue('5000');
  await expect(against.getByRole('option', { name: 'Um piso em reais' })).toHaveCount(0);
  known.resolve();
  await against.selectOption('Um piso em reais');
  const wages = await (await page.request.get('/api/reference/minimum-wage')).json();
  const floor = page.getByLabel('Piso por mês, em 44 horas');
  await expect(floor).toHaveValue(wages[0].value.toFixed(2).replace('.', ','));
  // An invalid value does not prevent selecting the option again.
  await floor.fill('muito');
  await expect(floor).toHaveAccessibleDescription(/Informe o piso em reais/);
  await against.selectOption('P50: a mediana');
  await against.selectOption('Um piso em reais');
  await expect(floor).toHaveValue(wages[0].value.toFixed(2).replace('.', ','));
});

test('ten thousand people are placed, and the table draws only those in sight', async ({
  page,
}) => {
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const [job, base, area] = jobs[index % jobs.length] ?? ['', 0, ''];
    const [town, state] = places[index % places.length] ?? ['', ''];
    const salary = (base + ((index * 7919) % 3000)).toFixed(2).replace('.', ',');
    return [1001 + index, job, town, state, area, index % 2 === 0 ? 'F' : 'M', salary, 44].join(
      ';',
    );
  });
  const header = 'Matrícula;Cargo;Município;UF;Área;Sexo;Salário;Horas';
  const buffer = Buffer.from([header, ...lines].join('\n'));
  const file = { name: 'dez-mil.csv', mimeType: 'text/csv', buffer };
  await page.goto('/payroll');
  const placed = async () => {
    const start = Date.now();
    await choose(page, file);
    await expect(page.getByText('10.000 de 10.000')).toBeVisible();
    return Date.now() - start;
  };
  const first = await placed();
  await page.getByRole('button', { name: 'Apagar a folha' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click();
  const again = await placed();
  const { frames, maxRows } = await table(page).evaluate(async (region) => {
    const times: number[] = [];
    let rows = 0;
    let last = performance.now();
    for (let step = 0; step < 120; step++) {
      region.scrollTop += 300;
      // oxlint-disable-next-line no-await-in-loop -- one frame after another
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      times.push(now - last);
      last = now;
      rows = Math.max(rows, region.querySelectorAll('tr[data-index]').length);
    }
    return { frames: times.toSorted((one, other) => one - other), maxRows: rows };
  });
  const median = frames[60] ?? Infinity;
  // Times are printed and not tested: they depend on the machine.
  // oxlint-disable-next-line no-console -- the figures are for the reader of the run
  console.log(
    `10,000 people: ${first} ms with the market, ${again} ms without; a frame ${median.toFixed(1)} ms, of 120 the slowest ${frames.at(-1)?.toFixed(1)} ms`,
  );
  expect(maxRows).toBeGreaterThan(5);
  expect(maxRows).toBeLessThan(50);
  expect(await table(page).evaluate(({ scrollTop }) => scrollTop)).toBe(120 * 300);
});

const csvOf = (name: string, rows: readonly string[], header = 'Posto;Quanto') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\n')),
});

test('a payroll stays until another one is read in its place', async ({ page }) => {
  await page.goto('/payroll');
  await choose(page, csvOf('folha.csv', ['Vendedor;2.310,00']));
  await page.getByLabel('Cargo', { exact: true }).selectOption('Posto');
  await page.getByLabel('Salário', { exact: true }).selectOption('Quanto');
  await page.getByRole('button', { name: 'Ler a folha' }).click();
  // Another file replaces the payroll once it is read; until then the payroll stays.
  await page.getByRole('button', { name: 'Rever colunas' }).click();
  const another = page.getByLabel('Escolher outra planilha: folha');
  await another.setInputFiles({
    name: 'foto.xlsx',
    mimeType: 'image/png',
    buffer: Buffer.alloc(9),
  });
  await expect(page.getByText('A planilha não foi lida')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await expect(page.getByRole('cell', { name: 'Vendedor' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Rever colunas' }).click();
  await another.setInputFiles(csvOf('outra.csv', ['Padeiro;2.310,00'], 'Cargo;Salário'));
  await expect(page.getByRole('cell', { name: 'Padeiro' }).first()).toBeVisible();
});

test('an occupation is confirmed in the last row without losing the focus, or is one of three others', async ({
  page,
}) => {
  await page.goto('/payroll');
  await choose(page, csvOf('folha.csv', ['Vendedora de zanzibarismo;2.310,00'], 'Cargo;Salário'));
  await page.getByRole('tab', { name: 'Cargos' }).click();
  await page.getByRole('button', { name: 'Está certo: Vendedora de zanzibarismo' }).press('Enter');
  const change = page.getByRole('button', {
    name: 'Trocar a ocupação de Vendedora de zanzibarismo',
  });
  await expect(change).toBeFocused();

  // The search's worker fails once, and starts again on request.
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage') ?? {};
    Object.defineProperty(Worker.prototype, 'postMessage', {
      ...own,
      value(this: Worker) {
        Object.defineProperty(Worker.prototype, 'postMessage', own);
        this.dispatchEvent(new Event('error'));
      },
    });
  });
  await change.click();
  await expect(page.getByRole('alert')).toContainText('Não conseguimos procurar ocupações');
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();

  // The three best candidates are offered before anything is typed.
  const best = page.getByRole('list', { name: 'Ocupações mais próximas' }).getByRole('button');
  await expect(best).toHaveCount(3);
  await expectNoFindings(page);
  const chosen = await best.last().innerText();
  await best.last().click();
  await expect(page.getByRole('row').filter({ has: change })).toContainText(chosen);
});

test('people who cannot be read lead to the columns of their file', async ({ page }) => {
  const read = { header: ['Cargo', 'Salário'], headerRow: 1, rows: [['Caixa', '1']], notes: [] };
  // A worker that reads the table, and fails at its people.
  await page.route('**/payroll-worker*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `addEventListener('message', ({ data: { kind }, ports: [answers] }) => {
        if (kind === 'read') answers.postMessage({ result: ${JSON.stringify(read)} });
        if (kind === 'people') answers.postMessage({ sentence: 'Confira a coluna de cargo.' });
      });`,
    }),
  );
  await page.goto('/payroll');
  await choose(page, csvOf('folha.csv', ['Caixa;1'], 'Cargo;Salário'));
  await expect(page.getByRole('alert')).toContainText('Confira a coluna de cargo.');
  await expect(page.getByLabel('Cargo', { exact: true })).toHaveValue('0');
});

test('a payroll that the user leaves while it is read is not shown later', async ({ page }) => {
  await page.goto('/payroll');
  // The search for thousands of different jobs takes a while.
  const rows = Array.from({ length: 8000 }, (_, row) => `Auxiliar de escritório ${row};2.310,00`);
  await choose(page, csvOf('grande.csv', rows));
  await page.getByLabel('Cargo', { exact: true }).selectOption('Posto');
  await page.getByLabel('Salário', { exact: true }).selectOption('Quanto');
  await page.getByRole('button', { name: 'Ler a folha' }).click();
  await expect(page.getByText('Lendo grande.csv...')).toBeVisible();
  await page.getByRole('button', { name: 'Escolher outra planilha' }).click();
  await choose(page, csvOf('pequena.csv', ['Vendedor;2.310,00']));
  await expect(page.getByRole('cell', { name: 'Vendedor' })).toBeVisible();
  // "Voltar" would lead to the payroll that was left.
  await expect(page.getByRole('button', { name: 'Voltar', exact: true })).toBeHidden();
});

test('a file that is dropped on a payroll replaces it, and one that is no payroll leaves it', async ({
  page,
}) => {
  const dropped = async (name: string, text: string) => drop(page, [await textFile(name, text)]);
  await page.goto('/payroll');
  await choose(page, csvOf('folha.csv', ['Vendedor;2.310,00'], 'Cargo;Salário'));
  await expect(page.getByRole('button', { name: 'Rever colunas' })).toBeVisible();
  await dropped('vazia.csv', 'Cargo;Salário');
  await expect(page.getByRole('alert')).toContainText('A planilha só tem a linha de títulos.');
  await expect(page.getByText('folha.csv')).toBeVisible();
  // The columns of another file are shown while the first payroll stays open: "Voltar" shows it unchanged.
  await dropped('outra.csv', 'Posto;Quanto\nCaixa;1.900,00');
  await expect(page.getByRole('cell', { name: 'Caixa' })).toBeVisible();
  await page.getByLabel('Cargo', { exact: true }).selectOption('Posto');
  await dropped('terceira.csv', 'Local;Posto;Quanto\nLoja;Gerente;4.100,00');
  await expect(page.getByLabel('Cargo', { exact: true })).toHaveValue('nenhuma');
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await page.getByRole('button', { name: 'Rever colunas' }).click();
  await expect(page.getByRole('cell', { name: 'Vendedor' })).toBeVisible();
  await dropped('nova.csv', 'Cargo;Salário\nGerente;4.100,00');
  await expect(page.getByText('nova.csv')).toBeVisible();
  await expect(page.getByText('folha.csv')).toBeHidden();
  // Of the payroll before, neither people nor a filter stay, also while the market of the new one is on its way.
  const [row, filter] = [page.getByRole('row'), page.getByLabel('Nome, matrícula ou cargo')];
  await filter.fill('gerente');
  await expect(row.filter({ hasText: 'R$ 4.100,00' })).toBeVisible();
  await page.route('**/api/market/cells*', () => undefined);
  await dropped('outros.csv', 'Cargo;Salário\nCozinheiro;2.350,00');
  await expect(page.getByText('outros.csv')).toBeVisible();
  await expect(filter).toBeHidden();
  await page.unroute('**/api/market/cells*');
});
