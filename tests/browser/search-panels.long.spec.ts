import { expect } from '@playwright/test';
import { deferredPanels, type DeferredPanelName } from '../../shared/contracts/deferred-panels.ts';
import { RankAnswer } from '../../shared/contracts/distribution.ts';
import { deferredPage } from '../../shared/sentences/deferred-pages.ts';
import { formatCount, formatMonth, formatShare } from '../../shared/words/format.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { cursor, money, openSeller, take, titles, viewSectors } from './panel-screen.ts';
import { searchServer, linkOf, panel, queries, section, subject } from './search-screen.ts';
import { test } from './signed-in.ts';

test(
  'each section has its panels, and the address keeps it',
  { tag: '@main' },
  async ({ page }) => {
    await openSeller(page, 'distribution');
    const headings = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
    for (const [name, aba, shown] of [
      ['Lugares', 'lugares', titles.regional],
      ['Evolução', 'evolucao', titles.trend],
      ['Quem', 'quem', titles.demographic],
      ['Empresas e setores', 'empresas', titles.companySize],
      ['Cargos parecidos', 'cargos', titles.family],
      ['Resumo', 'resumo', titles.summary],
    ] as const) {
      await section(page, name).click();
      await expect(page).toHaveURL(new RegExp(`aba=${aba}`));
      await expect(headings).toHaveText(shown);
      if (aba !== 'empresas') continue;
      await viewSectors(page);
      await expect(headings).toHaveText(titles.sector);
    }
  },
);

test.describe('trend', () => {
  test('goes month by month, and says in the money of which month', async ({ page }) => {
    const { trend } = await openSeller(page, 'trend');
    const region = panel(page, titles.trend);
    const last = trend.months.at(-1);
    const before = trend.months.at(-2);
    await region.getByRole('button', { name: 'Nominal' }).click();
    await cursor(region).focus();
    await expect(cursor(region)).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${formatMonth(last?.month ?? '')}`),
    );
    await page.keyboard.press('ArrowLeft');
    await expect(cursor(region)).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${formatMonth(before?.month ?? '')}: mediana`),
    );
    await page.keyboard.press('Home');
    await expect(cursor(region)).toHaveAttribute('aria-valuenow', '1');
    await region.getByRole('button', { name: 'Real (INPC)' }).click();
    await expect(region).toContainText(`em reais de ${formatMonth(trend.realMonth ?? '')} (INPC)`);
    await region.getByRole('button', { name: 'Tabela' }).click();
    const rows = region.getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(trend.months.length);
    const [first] = trend.months;
    await expect(rows.first().locator('td').nth(2)).toHaveText(money(first?.real?.median));
    await region.getByRole('button', { name: 'Nominal' }).click();
    await expect(rows.first().locator('td').nth(2)).toHaveText(money(first?.median));
  });
});

test('company sizes are read with the arrow keys, and as a table', async ({ page }) => {
  const { companySize } = await openSeller(page, 'companySize');
  const region = panel(page, titles.companySize);
  const sizes = companySize.sizes.filter(({ count }) => count > 0);
  const [micro] = sizes;
  await cursor(region).focus();
  await page.keyboard.press('Home');
  await expect(cursor(region)).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`^Micro: mediana ${money(micro?.median).replaceAll(/[$.]/g, '\\$&')}`),
  );
  await region.getByRole('button', { name: 'Tabela' }).click();
  const row = region.getByRole('row').filter({ hasText: 'Micro' });
  await expect(row.locator('td').nth(3)).toHaveText(money(micro?.median));
  await expect(row.locator('td').first()).toHaveText(formatCount(micro?.count ?? 0));
});

test('demographics state the gap with its interval and the three commonest age bands', async ({
  page,
}) => {
  const { gender, age } = await openSeller(page, 'demographic');
  const region = panel(page, titles.demographic);
  const { gap } = gender;
  await expect(region).toContainText(
    `A mediana das mulheres é ${money(Math.abs(gap?.difference ?? 0))} (`,
  );
  await expect(region).toContainText('Intervalo de 95 % da diferença:');
  const total = age.bands.reduce((sum, { count }) => sum + count, 0);
  const top = age.bands.toSorted((left, right) => right.count - left.count).slice(0, 3);
  await region.getByRole('button', { name: 'Idade', exact: true }).click();
  const bands = region.getByRole('listitem');
  await expect(bands).toHaveCount(3);
  for (const [index, { count }] of top.entries()) {
    await expect(bands.nth(index)).toContainText(`${Math.round((100 * count) / total)} %`);
  }
});

test('pay by age is a chart of all five bands, a table and a file', async ({ page }) => {
  const { age } = await openSeller(page, 'demographic');
  const title = 'Salários por faixa etária';
  const region = panel(page, titles.demographic);
  await region.getByRole('button', { name: 'Idade', exact: true }).click();
  const chart = region.getByRole('slider', { name: `Percorrer o gráfico: ${title}` });
  await chart.focus();
  await page.keyboard.press('Home');
  const [first] = age.bands;
  await expect(chart).toHaveAttribute('aria-valuemax', '5');
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`mediana ${money(first?.median).replaceAll(/[$.]/g, '\\$&')}`),
  );
  const tools = region.getByRole('group', { name: `Ver como: ${title}` });
  await tools.getByRole('button', { name: 'Tabela' }).click();
  const rows = region.getByRole('table', { name: title }).locator('tbody tr');
  await expect(rows).toHaveCount(5);
  await expect(rows.first().locator('td').nth(3)).toHaveText(money(first?.median));
  const { content } = await take(page, title, 'Dados (CSV)');
  const lines = content.toString('utf8').split('\r\n');
  // Below the rows, the file names its query and origin.
  expect(lines.indexOf('')).toBe(6);
  expect(lines.slice(7).join()).toContain('Dados sintéticos de demonstração. Fonte:');
});

test('a table that is wider than its place is scrolled with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSeller(page, 'companySize');
  const region = panel(page, titles.companySize);
  await region.getByRole('button', { name: 'Tabela' }).click();
  const table = region.getByRole('region', { name: 'Tabela: Salários por porte da empresa' });
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(region.getByRole('table')).toBeVisible();
  await expect(table).toHaveCount(0);
});

test('on a phone, choosing a section moves no other section to another line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openSeller(page, 'demographic');
  const tabs = page.getByRole('tablist', { name: 'Seções da resposta' }).getByRole('tab');
  const lines = () => tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().left));
  await tabs.first().click();
  const before = await lines();
  for (const tab of await tabs.all()) {
    await tab.click();
    expect(await lines()).toEqual(before);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a sector opens its activities and closes again; an occupation alike is requested', async ({
  page,
}) => {
  const { sector, family } = await openSeller(page, 'sector');
  const region = panel(page, titles.sector);
  const [first] = sector.sectors;
  await region.getByRole('button', { name: new RegExp(`^${first?.nome}`) }).click();
  await expect(page).toHaveURL(new RegExp(`secao=${first?.codigo}`));
  await expect(region).toContainText(`Atividades de: ${first?.nome}`);
  await region.getByRole('button', { name: 'Todos os setores' }).click();
  await expect(page).not.toHaveURL(/secao=/);
  await expect(region).toContainText('Escolha um setor');
  // A row of the table opens nothing.
  await region.getByRole('button', { name: 'Tabela' }).click();
  await expect(region).not.toContainText('Escolha um setor');

  await section(page, 'Cargos parecidos').click();
  const other = family?.occupations.find(({ isRequested }) => !isRequested);
  await panel(page, titles.family)
    .getByRole('button', { name: new RegExp(`^${other?.titulo}`) })
    .click();
  await expect(page).toHaveURL(new RegExp(`cbo=${other?.cbo}`));
  await expect(subject(page)).toContainText(other?.titulo ?? '');
});

test('a sentence of the summary, and one that decides, leads to its section', async ({ page }) => {
  await page.goto(linkOf({ ...queries.seller, uf: 'PR', aba: 'resumo' }));
  const sentences = panel(page, titles.summary).getByRole('button');
  await expect(sentences.first()).toBeVisible();
  expect(await sentences.count()).toBeLessThanOrEqual(5);
  await sentences.filter({ hasText: 'As faixas etárias mais comuns' }).click();
  await expect(section(page, 'Quem')).toBeFocused();
  await expect(page.getByRole('heading', { name: titles.demographic })).toBeInViewport();
  const deciding = page.getByRole('list', { name: 'Em poucas palavras' }).getByRole('button');
  await expect(deciding).toHaveCount(3);
  await expect(deciding.first()).toContainText(/^PR: mediana .+ do Brasil/);
  await deciding.first().click();
  await expect(page).toHaveURL(/aba=lugares/);
  await expect(panel(page, titles.regional)).toBeVisible();
});

const onRequest = 'a panel on request is computed when it is opened, and a typed floor is compared';
test(onRequest, { tag: '@axe' }, async ({ page }) => {
  await openSeller(page, 'distribution');
  const send = async (path: string, data: object) =>
    (await page.request.post(`/api/search/${path}`, { data })).json();
  const open = async (name: DeferredPanelName) => {
    const data = { filters: queries.seller };
    const answered = deferredPanels[name].parse(await send(`panels/${name}`, data));
    const { title, sentences, tables } = deferredPage(name, answered);
    const opened = page.getByRole('group').filter({ has: page.getByText(title, { exact: true }) });
    await expect(opened.getByRole('table')).toHaveCount(0);
    await page.getByText(title, { exact: true }).click();
    for (const sentence of sentences) await expect(opened).toContainText(sentence);
    await expect(opened.getByRole('table')).toHaveCount(tables.length);
    expect([name, sentences.length > 0, tables.length > 0]).toEqual([name, true, true]);
    return opened;
  };
  const opened = await open('pisos-e-concentracoes');
  await opened.getByLabel('Piso da sua convenção, em R$').fill('1.700');
  await page.keyboard.press('Enter');
  const { rank } = RankAnswer.parse(await send('rank', { filters: queries.seller, salario: 1700 }));
  const { totalCount } = await searchServer(page, queries.seller);
  const shares = [rank?.below, totalCount - (rank?.upTo ?? Number.NaN)].map((count) =>
    formatShare((count ?? Number.NaN) / totalCount),
  );
  await expect(opened).toContainText(`${shares[0]} dos registros estão abaixo de R$\u00a01.700,00`);
  await expect(opened).toContainText(`e ${shares[1]} estão acima.`);
  await expectNoFindingsInAnyLook(page);
  await section(page, 'Evolução').click();
  await open('salario-ou-composicao');
  await open('entradas-e-saidas');
  await expectNoFindingsInAnyLook(page);
});

test('the quality says why', async ({ page }) => {
  await openSeller(page, 'distribution');
  await page.getByRole('button', { name: /^qualidade / }).click();
  await expect(page.getByRole('dialog', { name: /^qualidade .+: esta resposta$/ })).toContainText(
    'A amostra é grande',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('a chart is saved', () => {
  test('as data that a Brazilian spreadsheet opens', async ({ page }) => {
    const { regional } = await openSeller(page, 'regional');
    const { name, content } = await take(page, titles.regional, 'Dados (CSV)');
    expect(name).toBe('competitividade-regional-521110-vendedor-de-comercio-varejista.csv');
    const lines = content.toString('utf8').split('\r\n');
    expect(lines[0]).toBe(
      '\ufeffEstado;Posição;Registros;Parte (%);Q1 (R$);Mediana (R$);Q3 (R$);Média (R$)',
    );
    const [first] = regional.states;
    const cells = lines[1]?.split(';') ?? [];
    expect(cells[0]).toBe(first?.nome);
    expect(cells[2]).toBe(String(first?.count));
    expect(cells[5]).toBe(first?.median?.toFixed(2).replace('.', ','));
    expect(lines.indexOf('')).toBe(regional.states.length + 2);
  });

  test('as a drawing that states its query, record count and source', async ({ page }) => {
    await openSeller(page, 'distribution');
    const { statistics } = await searchServer(page, queries.seller);
    const { name, content } = await take(page, 'Distribuição dos salários', 'Desenho (SVG)');
    expect(name).toMatch(/\.svg$/);
    const svg = content.toString('utf8').replaceAll('\u00a0', ' ');
    for (const text of [
      'Distribuição dos salários',
      '521110 - Vendedor de comércio varejista',
      `${formatCount(statistics.count)} registros`,
      'Dados sintéticos de demonstração.',
      'Ministério do Trabalho e Emprego',
      'versão 1 dos dados',
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).not.toContain('var(');
    // Office programs would paint a halo over its letters.
    expect(svg).toMatch(/<text[^>]*>.*mediana/);
    expect(svg).not.toContain('paint-order');
  });

  test('as a picture of twice the size, with every colour and letter in it', async ({ page }) => {
    await openSeller(page, 'trend');
    const { content } = await take(page, titles.trend, 'Imagem (PNG)');
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    expect(content.readUInt32BE(16)).toBe(1920);
    expect(content.readUInt32BE(20)).toBeGreaterThan(800);
    expect(content.length).toBeGreaterThan(50_000);
  });
});
