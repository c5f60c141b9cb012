import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { formatCount, formatMonth, formatReais, formatShare } from '../../shared/words/format.ts';
import type { Panels } from '../../shared/contracts/panels.ts';
import {
  askServer,
  expectCardsOf,
  linkOf,
  panel,
  questions,
  section,
  subject,
} from './search-screen.ts';
import { test } from './signed-in.ts';

const titles = {
  regional: 'Competitividade regional',
  companySize: 'Porte da empresa',
  trend: 'Tendências',
  summary: 'Resumo executivo',
  demographic: 'Análise demográfica',
  sector: 'Setor de atividade',
  family: 'Ocupações semelhantes',
} as const;

const cursor = (within: Locator) => within.getByRole('slider', { name: /^Percorrer o gráfico/ });
const money = (reais: number | null | undefined) => formatReais(reais ?? Number.NaN);

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

async function openSeller(page: Page, title: Title | 'distribution'): Promise<Panels> {
  const aba = title === 'distribution' ? 'distribuicao' : sectionOf[title];
  await page.goto(linkOf({ ...questions.seller, aba }));
  const name = title === 'distribution' ? 'Distribuição dos salários' : titles[title];
  await expect(panel(page, name)).toBeVisible();
  const { panels } = await askServer(page, questions.seller);
  if (!panels) throw new Error('The server answers without panels.');
  return panels;
}

/** Takes a chart in a form and reads the file. */
async function take(page: Page, title: string, form: string) {
  await page.getByRole('button', { name: `Baixar: ${title}`, exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: form }).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('each section has its panels, and the address keeps it', async ({ page }) => {
  await openSeller(page, 'distribution');
  for (const [name, aba, shown] of [
    ['Lugares', 'lugares', [titles.regional]],
    ['Evolução', 'evolucao', [titles.trend]],
    ['Quem', 'quem', [titles.demographic]],
    ['Empresas e setores', 'empresas', [titles.companySize, titles.sector]],
    ['Cargos parecidos', 'cargos', [titles.family]],
    ['Resumo', 'resumo', [titles.summary]],
  ] as const) {
    await section(page, name).click();
    await expect(page).toHaveURL(new RegExp(`aba=${aba}`));
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toHaveText([
      ...shown,
    ]);
  }
});

test.describe('regional', () => {
  test('orders the states and says where the asked one stands', async ({ page }) => {
    const { regional } = await openSeller(page, 'regional');
    const region = panel(page, titles.regional);
    await expect(region).toContainText(
      `No Brasil, metade ganha até ${money(regional.country.median)}`,
    );
    const rows = region.getByRole('list', { name: /^Estados/ }).getByRole('button');
    await expect(rows).toHaveCount(7);
    await region
      .getByRole('button', { name: /^Ver todos/ })
      .first()
      .click();
    await expect(rows).toHaveCount(regional.states.length);
    const [first] = regional.states;
    await expect(rows.first()).toHaveText(
      `${first?.rank}º${first?.nome}${money(first?.median)}${formatCount(first?.count ?? 0)} registros`,
    );
    await rows.filter({ hasText: 'Paraná' }).click();
    await expect(page).toHaveURL(/uf=PR/);
    await expectCardsOf(page, await askServer(page, { ...questions.seller, uf: 'PR' }));
    const rank = regional.states.find(({ codigo }) => codigo === 'PR')?.rank;
    await expect(region).toContainText(
      `Paraná tem a ${rank}ª maior mediana de ${regional.rankedStates} estados com ao menos 30 registros`,
    );
    await region
      .getByRole('list', { name: 'Municípios: Paraná' })
      .getByRole('button')
      .first()
      .click();
    await expect(page).toHaveURL(/municipios=41/);
    await region.getByRole('button', { name: 'Ver o Brasil inteiro' }).click();
    await expect(page).not.toHaveURL(/uf=/);
    await expectCardsOf(page, await askServer(page, questions.seller));
  });

  test('the map goes by arrows from state to state, and Enter asks one', async ({ page }) => {
    const { regional } = await openSeller(page, 'regional');
    const map = panel(page, titles.regional).getByRole('group', { name: /^Gráfico/ });
    await expect(map.getByRole('button')).toHaveCount(27);
    const stops = map.locator('button[tabindex="0"]');
    await expect(stops).toHaveCount(1);
    await stops.focus();
    for (const [key, uf] of [
      ['ArrowDown', 'Amazonas'],
      ['ArrowRight', 'Pará'],
      ['ArrowDown', 'Mato Grosso'],
      ['ArrowDown', 'Mato Grosso do Sul'],
      ['End', 'Rio Grande do Sul'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(map.locator('button:focus')).toHaveAccessibleName(new RegExp(`${uf}:`));
    }
    const rs = regional.states.find(({ codigo }) => codigo === 'RS');
    await expect(map.locator('button:focus')).toHaveAccessibleName(
      new RegExp(`mediana ${money(rs?.median).replaceAll(/[$.]/g, '\\$&')}`),
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/uf=RS/);
  });

  test('a state is asked by its shape or by its letters, also on a phone; each is a target of 24 pixels', async ({
    page,
  }) => {
    const { regional } = await openSeller(page, 'regional');
    const region = panel(page, titles.regional);
    const map = region.getByRole('group', { name: /^Gráfico/ });
    const mato = regional.states.find(({ codigo }) => codigo === 'MT');
    await map.scrollIntoViewIfNeeded();
    const letters = await map.getByRole('button', { name: /Mato Grosso:/ }).boundingBox();
    if (!letters) throw new Error('Mato Grosso is nowhere.');
    // Beside the letters, within the shape.
    const [x, y] = [letters.x - 15, letters.y + letters.height / 2];
    await page.mouse.move(x, y);
    await expect(map.getByText(`mediana ${money(mato?.median)}`)).toBeVisible();
    await page.mouse.click(x, y);
    await expect(page).toHaveURL(/uf=MT/);

    await page.setViewportSize({ width: 360, height: 740 });
    const buttons = map.getByRole('button');
    await expect(buttons).toHaveCount(27);
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
    await map.getByRole('button', { name: /Sergipe:/ }).click();
    await expect(page).toHaveURL(/uf=SE/);
    await expect(region).toContainText('svg-maps');
    await expect(region).toContainText('CC BY 4.0');
  });

  test('the map that is taken away credits who drew it', async ({ page }) => {
    await openSeller(page, 'regional');
    const { content } = await take(page, titles.regional, 'Desenho (SVG)');
    const svg = content.toString('utf8').replaceAll('\u00a0', ' ');
    for (const text of ['svg-maps', 'CC BY 4.0', 'Distrito Federal', '>SE<']) {
      expect(svg).toContain(text);
    }
    expect(svg).not.toContain('var(');
  });
});

test.describe('trend', () => {
  test('goes month by month, and says in the money of which month', async ({ page }) => {
    const { trend } = await openSeller(page, 'trend');
    const region = panel(page, titles.trend);
    const last = trend.months.at(-1);
    const before = trend.months.at(-2);
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
    const real = Math.round((first?.median ?? 0) * (first?.realFactor ?? 0) * 100) / 100;
    await expect(rows.first().locator('td').nth(2)).toHaveText(money(real));
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

test('demographics tell the gap with its interval and the three commonest age bands', async ({
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
  expect(content.toString('utf8').split('\r\n')).toHaveLength(7);
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

test('a sector opens its activities and closes again; an occupation alike is asked', async ({
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

  await section(page, 'Cargos parecidos').click();
  const other = family?.occupations.find(({ isAsked }) => !isAsked);
  await panel(page, titles.family)
    .getByRole('button', { name: new RegExp(`^${other?.titulo}`) })
    .click();
  await expect(page).toHaveURL(new RegExp(`cbo=${other?.cbo}`));
  await expect(subject(page)).toContainText(other?.titulo ?? '');
});

test('a sentence of the summary, and one that decides, leads to its section', async ({ page }) => {
  await page.goto(linkOf({ ...questions.seller, uf: 'PR', aba: 'resumo' }));
  const sentences = panel(page, titles.summary).getByRole('button');
  await sentences.filter({ hasText: 'Paraná' }).first().click();
  await expect(section(page, 'Lugares')).toBeFocused();
  await expect(page.getByRole('heading', { name: titles.regional })).toBeInViewport();
  const deciding = page.getByRole('list', { name: 'Em poucas palavras' }).getByRole('button');
  await expect(deciding).toHaveCount(3);
  await expect(deciding.first()).toContainText(/^PR: mediana .+ do Brasil/);
  await deciding.nth(1).click();
  await expect(page).toHaveURL(/aba=quem/);
  await expect(panel(page, titles.demographic)).toBeVisible();
});

test('the quality says why', async ({ page }) => {
  await openSeller(page, 'distribution');
  await page.getByRole('button', { name: /^amostra / }).click();
  await expect(page.getByRole('dialog', { name: /^Qualidade .+: por quê$/ })).toContainText(
    'A amostra é grande',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('a chart is taken away', () => {
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
    expect(lines).toHaveLength(regional.states.length + 3);
  });

  test('as a drawing that says of whom, how many and where from', async ({ page }) => {
    await openSeller(page, 'distribution');
    const { statistics } = await askServer(page, questions.seller);
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

test.describe('little data', () => {
  test('offers wider questions with what each would find', async ({ page }) => {
    await page.goto(linkOf(questions.physician));
    const { wider, totalCount } = await askServer(page, questions.physician);
    const offer = wider.find(({ label }) => label === 'Todo o Brasil');
    expect(offer?.count).toBeGreaterThan(totalCount);
    const name = `Todo o Brasil ${formatCount(offer?.count ?? 0)} registros`;
    await page.getByRole('button', { name: new RegExp(name.replaceAll(/\s/g, '\\s')) }).click();
    await expect(page).not.toHaveURL(/uf=MG/);
    await expectCardsOf(page, await askServer(page, { cbo: questions.physician.cbo }));
  });

  test('of fewer than five records has counts and no statistic in any panel', async ({ page }) => {
    await page.goto(linkOf(questions.director));
    const { panels, statistics } = await askServer(page, questions.director);
    expect(statistics.count).toBeLessThan(5);
    await section(page, 'Lugares').click();
    await expect(panel(page, titles.regional)).toContainText('não tem posição');
    for (const [name, title] of [
      ['Empresas e setores', titles.companySize],
      ['Quem', titles.demographic],
    ] as const) {
      await section(page, name).click();
      const text = (await panel(page, title).textContent()) ?? '';
      expect(text).not.toMatch(/R\$/);
      expect(text).not.toMatch(/\d+ %/);
    }
    await section(page, 'Evolução').click();
    await expect(panel(page, titles.trend)).toContainText(
      'Nenhum mês tem registros bastantes para uma mediana.',
    );
    expect(panels?.trend.months.every(({ median }) => median === null)).toBe(true);
  });

  test('a panel without content says why and what would fill it', async ({ page }) => {
    await page.route('**/api/search', async (route) => {
      const answer = await route.fetch();
      const body: Record<string, unknown> = Object(await answer.json());
      const { panels } = body;
      const emptied = {
        ...Object(panels),
        regional: { states: [], rankedStates: 0, country: noFigures, municipalities: null },
        companySize: { sizes: [] },
        sector: { level: 'secao', section: null, sectors: [], total: 0 },
        gender: { genders: [], gap: null },
        family: null,
      };
      await route.fulfill({ response: answer, json: { ...body, panels: emptied } });
    });
    await page.goto(linkOf(questions.seller));
    for (const [name, title, reason] of [
      ['Lugares', titles.regional, 'Nenhum destes registros tem o estado'],
      ['Empresas e setores', titles.companySize, 'Um período ou um lugar maior'],
      ['Empresas e setores', titles.sector, 'Nenhum destes registros tem o setor'],
      ['Cargos parecidos', titles.family, 'Pesquise uma ocupação'],
    ] as const) {
      await section(page, name).click();
      await expect(panel(page, title)).toContainText(reason);
    }
    await expect(section(page, 'Quem')).toHaveCount(0);
  });
});

const noFigures = {
  count: 0,
  share: 0,
  average: null,
  p25: null,
  median: null,
  p75: null,
  medianInterval: null,
};

test('dragging the handle does not draw the answer above anew', async ({ page }) => {
  await openSeller(page, 'distribution');
  await page.evaluate(() => {
    const changed: string[] = [];
    Object.assign(window, { changed });
    for (const part of document.querySelectorAll('main section[aria-label="Resposta"], main dl')) {
      new MutationObserver(() => changed.push(part.tagName)).observe(part, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    }
  });
  const handle = page.getByRole('slider', { name: 'Percentil do salário' });
  await handle.focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await expect(handle).toHaveAttribute('aria-valuenow', '55');
  expect(await page.evaluate(() => Reflect.get(window, 'changed'))).toEqual([]);
});

test('one’s own salary is answered in words, on the band and in the address', async ({ page }) => {
  await openSeller(page, 'distribution');
  const { statistics } = await askServer(page, questions.seller);
  const answer = panel(page, 'Resposta');
  await answer.getByLabel('E quem ganha').fill('9000');
  const above = formatShare(9000 / (statistics.median ?? Number.NaN) - 1);
  await expect(answer).toContainText(`${above} acima da mediana.`);
  await expect(answer.locator('svg')).toContainText('R$ 9.000 ▸');
  await expect(page).toHaveURL(/salario=9000/);
  await page.reload();
  await expect(answer).toContainText(`${above} acima da mediana.`);
  await expect(panel(page, 'Distribuição dos salários').locator('figure svg')).toContainText(
    'além do desenho ▸ R$ 9.000,00',
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copiar link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('a part of the sentence changes the question in its place', async ({ page }) => {
  await openSeller(page, 'distribution');
  await page.getByRole('button', { name: 'todo o Brasil' }).click();
  await page.getByRole('combobox', { name: 'Lugar' }).pressSequentially('belo horizonte');
  await expect(page.getByRole('option', { name: /^Belo Horizonte/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/regiao=3&uf=MG&municipios=310620/);
  await page.getByRole('button', { name: 'homens e mulheres' }).click();
  await page.getByRole('button', { name: 'Feminino' }).click();
  await expect(page).toHaveURL(/genero=F/);
  const filters = { ...questions.seller, regiao: '3', uf: 'MG', municipios: ['310620'] };
  await expectCardsOf(page, await askServer(page, { ...filters, genero: 'F' }));
});

test('on paper there is no control, and the sheet is not too narrow for any panel', async ({
  page,
}) => {
  await openSeller(page, 'distribution');
  await page.emulateMedia({ media: 'print' });
  // A4 without its margins.
  await page.setViewportSize({ width: 703, height: 1018 });
  await expect(page.getByText('Dados sintéticos de demonstração').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buscar Dados' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Tabela' }).first()).toBeHidden();
  await expect(page.getByRole('link', { name: 'Pesquisa salarial' })).toBeHidden();
  await expect(panel(page, 'Distribuição dos salários')).toBeVisible();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
});
