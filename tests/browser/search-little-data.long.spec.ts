import { expect } from '@playwright/test';
import { estimateExplanation, estimateText } from '../../shared/sentences/town-estimate.ts';
import { formatCount, formatReais } from '../../shared/words/format.ts';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { titles, viewSectors } from './panel-screen.ts';
import {
  searchServer,
  expectCardsOf,
  linkOf,
  panel,
  queries,
  section,
  card,
} from './search-screen.ts';
import { test } from './signed-in.ts';

test.describe('little data', () => {
  test('offers wider queries with what each would find', async ({ page }) => {
    await page.goto(linkOf(queries.physician));
    const { relaxed, totalCount } = await searchServer(page, queries.physician);
    const nearest = relaxed.find(({ figures }) => (figures?.medianInterval ?? null) !== null);
    if (!nearest?.figures) throw new Error('No wider place has enough records.');
    expect(nearest.count).toBeGreaterThan(totalCount);
    // The first place with enough records leads, with its median; the others stand below the answer.
    const lead = panel(page, 'Pesquisa mais ampla');
    await expect(lead).toContainText(nearest.label);
    await expect(lead).toContainText(formatReais(nearest.figures.median));
    await expect(lead).toContainText(`${formatCount(nearest.count)} contratações`);
    for (const { label, count } of relaxed.filter((offer) => offer !== nearest))
      await expect(
        page.getByRole('button', { name: new RegExp(`^${label}.*\\s${formatCount(count)}\\s`) }),
      ).toBeVisible();
    const tops = await Promise.all(
      [lead, panel(page, 'Resposta')].map(async (part) => (await part.boundingBox())?.y ?? NaN),
    );
    expect(tops).toEqual(tops.toSorted((first, second) => first - second));
    await lead.getByRole('button', { name: 'Ver esta resposta' }).click();
    await expect(lead).toHaveCount(0);
    await expectCardsOf(page, await searchServer(page, nearest.filters));
  });

  test(
    'a small municipality has an estimate, and others nearby',
    { tag: '@axe' },
    async ({ page }) => {
      const campinas = { cbo: '411010', uf: 'SP', municipios: ['350950'] };
      await page.goto(linkOf(campinas));
      const { estimate, nearby } = await searchServer(page, campinas);
      const [nearest] = nearby;
      if (estimate === null || nearest === undefined) throw new Error('There is no estimate.');
      const near = panel(page, 'Estimativa e municípios próximos');
      await expect(near.getByRole('heading', { name: estimateText(estimate) })).toBeVisible();
      await expect(near).toContainText(estimateExplanation(estimate));
      await expect(near.getByRole('listitem').first()).toContainText(
        `${nearest.nome} ${formatCount(nearest.kilometres)} km`,
      );
      await expectNoFindingsInAnyLook(page);
      await near.getByRole('button', { name: nearest.nome, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`municipios=${nearest.codigo}`));
    },
  );

  test('of fewer than five records is a count with its reason, and opens nothing', async ({
    page,
  }) => {
    await page.goto(linkOf(queries.director));
    const { panels, statistics, distribution, results, suppressed, totalCount } =
      await searchServer(page, queries.director);
    expect(totalCount).toBeGreaterThan(0);
    expect(totalCount).toBeLessThan(5);
    expect({ panels, distribution, results, suppressed }).toEqual({
      panels: null,
      distribution: { centavos: [], counts: [] },
      results: [],
      suppressed: 'poucos_registros',
    });
    const { count, ...figures } = statistics;
    expect(count).toBe(totalCount);
    expect(new Set(Object.values(figures))).toEqual(new Set([null]));
    await expect(panel(page, 'Resposta')).toContainText(
      'Mostramos só a contagem. As estatísticas precisam de ao menos 5 registros: amplie o período, o lugar ou a ocupação.',
    );
    await expect(card(page, 'Total de Registros')).toHaveText(`${totalCount}movimentações`);
    await expect(page.getByRole('tab')).toHaveCount(0);
    for (const name of ['Estatística completa', 'Registros']) {
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
    await expect(
      page.getByRole('button', { name: 'Como foi calculado', exact: true }),
    ).toBeVisible();
    // Amounts are of wider places and of the estimate only.
    await expect(panel(page, 'Resposta')).not.toContainText(/R\$|\d\s?%/);
    for (const name of ['Salário Médio', 'Salário Mediano', 'Faixa Salarial']) {
      await expect(card(page, name)).not.toContainText(/R\$|\d\s?%/);
    }
  });

  test('a panel without content says why and what would fill it', async ({ page }) => {
    await page.route('**/api/search', async (route) => {
      const answer = await route.fetch();
      const body: Record<string, unknown> = Object(await answer.json());
      const panels: Record<string, object> = Object(body['panels']);
      const emptied = {
        ...panels,
        regional: {
          ...panels['regional'],
          states: [],
          rankedStates: 0,
          country: noFigures,
          municipalities: null,
        },
        companySize: { ...panels['companySize'], sizes: [] },
        sector: { ...panels['sector'], level: 'secao', section: null, sectors: [], total: 0 },
        gender: { ...panels['gender'], genders: [], gap: null },
        family: null,
      };
      await route.fulfill({ response: answer, json: { ...body, panels: emptied } });
    });
    await page.goto(linkOf(queries.seller));
    for (const [name, title, reason] of [
      ['Lugares', titles.regional, 'Nenhum destes registros tem o estado'],
      ['Quem', titles.demographic, 'Nenhum destes registros informa o gênero'],
      ['Empresas e setores', titles.companySize, 'Tente um período ou um lugar maior'],
      ['Cargos parecidos', titles.family, 'Pesquise uma ocupação'],
    ] as const) {
      await section(page, name).click();
      await expect(panel(page, title)).toContainText(reason);
    }
    await section(page, 'Empresas e setores').click();
    await viewSectors(page);
    await expect(panel(page, titles.sector)).toContainText('Nenhum destes registros tem o setor');
  });
});

const noFigures = {
  count: 0,
  share: 0,
  suppressed: 'sem_registros',
  average: null,
  p25: null,
  median: null,
  p75: null,
  medianInterval: null,
};
