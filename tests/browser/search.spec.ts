import { expect, type Page } from '@playwright/test';
import { formatCount, formatMonth, formatReais } from '../../shared/words/format.ts';
import {
  askButton,
  searchServer,
  card,
  expectCardsOf,
  keepFilters,
  lastTwelveMonths,
  linkOf,
  loadedMonths,
  mainField,
  panel,
  phrases,
  queries,
  search,
  sellerSubject,
  subject,
} from './search-screen.ts';
import { test } from './signed-in.ts';

const seller = '521110 - Vendedor de comércio varejista';

const methodDrawer = (page: Page) =>
  page.getByRole('dialog', { name: 'Como este número foi calculado' });

test.describe('the main field', () => {
  test(
    'says what the screen is for before anything is requested',
    { tag: '@main' },
    async ({ page }) => {
      await page.goto('/dashboard');
      await expect(subject(page)).toHaveText('Nenhuma pesquisa realizada');
      await expect(page.getByRole('note')).toHaveText('Dados sintéticos de demonstração');
      await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
      await expect(page.getByRole('search').getByRole('combobox')).toHaveCount(1);
      await expect(page.getByLabel('Estado', { exact: true })).toHaveCount(0);
      await expect(mainField(page)).toBeFocused();
      const filters = page.getByRole('button', { name: 'Filtros', exact: true });
      await filters.click();
      await expect(page.getByLabel('Estado', { exact: true })).toBeVisible();
      await expect(mainField(page)).toBeFocused();
      await page.getByRole('button', { name: 'Fechar filtros' }).click();
      await expect(filters).toBeFocused();
      const field = await mainField(page).boundingBox();
      const example = await page
        .getByRole('button', { name: 'Técnico de enfermagem' })
        .boundingBox();
      expect(field?.y ?? Infinity).toBeLessThan(example?.y ?? 0);
      await page.getByRole('button', { name: 'Técnico de enfermagem' }).click();
      await expect(subject(page)).toHaveText('“Técnico de enfermagem”');
      await expectCardsOf(page, await searchServer(page, { searchQuery: 'Técnico de enfermagem' }));
    },
  );

  test(
    'suggests occupations to the keyboard and to the mouse',
    { tag: '@main' },
    async ({ page }) => {
      await keepFilters(page);
      await page.goto('/dashboard');
      await expect(mainField(page)).toBeVisible();
      await page.keyboard.press('/');
      await expect(mainField(page)).toBeFocused();
      await page.keyboard.type('ve');
      await expect(page.getByRole('listbox')).toBeHidden();
      await page.keyboard.type('ndedor de comercio varej');
      await expect(page.getByRole('option', { name: seller })).toBeVisible();
      const active = page.getByRole('listbox').getByRole('option', { selected: true });
      await expect(active).toHaveText(seller);
      await page.keyboard.press('ArrowDown');
      await expect(active).not.toHaveText(seller);
      await page.keyboard.press('ArrowUp');
      await expect(active).toHaveText(seller);
      await expect(mainField(page)).toHaveAttribute(
        'aria-activedescendant',
        (await active.getAttribute('id')) ?? '',
      );
      await page.keyboard.press('Enter');
      await expect(mainField(page)).toHaveValue(seller);
      await expect(page.getByRole('listbox')).toBeHidden();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/cbo=521110/);
      await expectCardsOf(page, await searchServer(page, queries.seller));

      // Also for the mouse; and Esc only closes the list.
      await mainField(page).fill('enfermeiro');
      await page.getByRole('option', { name: '223505 - Enfermeiro', exact: true }).click();
      await expect(mainField(page)).toHaveValue('223505 - Enfermeiro');
      await mainField(page).fill('enferm');
      await expect(page.getByRole('listbox')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toBeHidden();
      await expect(mainField(page)).toHaveValue('enferm');
      await page.keyboard.press('Escape');
      await expect(mainField(page)).toHaveValue('enferm');
    },
  );

  test(
    'Enter queries the first suggestion, and a text stays if Esc is pressed before the list appears',
    { tag: '@main' },
    async ({ page }) => {
      await page.goto('/dashboard');
      await mainField(page).pressSequentially('garçonete');
      // Only the list for the complete text has a selected option.
      await expect(page.getByRole('option', { selected: true })).toHaveText(/^513405 - Garçom/);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/cbo=513405/);
      await expect(subject(page)).toHaveText('Garçom 513405');
      await page.goto('/dashboard');
      await expect(askButton(page)).toHaveText('Buscar Dados todas as ocupações');
      await page.route('**/api/reference/typed-question*', async (route) => {
        await new Promise((passed) => setTimeout(passed, 400));
        await route.continue();
      });
      await mainField(page).pressSequentially('motoboy');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/searchQuery=motoboy/);
      await expect(page.getByRole('main')).toContainText(
        '“motoboy” está na CBO como 519110 - Motofretista.',
      );
    },
  );

  test('names the occupation that a text was read as, also without any record of it', async ({
    page,
  }) => {
    const main = page.getByRole('main');
    await page.goto(linkOf({ searchQuery: 'enfermeiru' }));
    await expect(main).toContainText('“enfermeiru” foi lido como 223505 - Enfermeiro.');
    await page.goto(linkOf({ searchQuery: 'astronauta de marte' }));
    await expect(main).toContainText('“astronauta de marte” foi lido como 213305 - Astrônomo.');
    await expect(main).toContainText('Ignoramos “marte”');
    await expect(main).toContainText('Nenhum registro encontrado');
    await page.goto(linkOf({ searchQuery: 'motorista', salarioMin: '250000' }));
    await expect(main).toContainText('Nenhum registro encontrado');
    await expect(main).toContainText(/Conta \d+\socupações: /);
    await expect(main).not.toContainText(/Conta 0/);
  });

  test('and the first field of a dialog have the focus without a mouse too', async ({ page }) => {
    // As on a computer with a keyboard alone, which has no pointer that is fine.
    await page.addInitScript(() => {
      const match = window.matchMedia.bind(window);
      window.matchMedia = (query) => match(query.replace('(pointer: fine)', 'not all'));
    });
    await page.goto('/');
    await expect(mainField(page)).toBeFocused();
    await page.goto(linkOf(queries.seller));
    await page.getByRole('button', { name: 'Salvar pesquisa' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Salvar pesquisa' }).getByRole('textbox', { name: 'Nome' }),
    ).toBeFocused();
  });

  test('says by which name an occupation was found', async ({ page }) => {
    await page.goto('/dashboard');
    await mainField(page).fill('auxiliar de limpeza');
    await expect(page.getByRole('option').first()).toHaveText(
      '514320 - Faxineirotambém: Auxiliar de limpeza',
    );
    await mainField(page).fill('xyzabc');
    await expect(page.getByText('Não encontramos o cargo “xyzabc”.')).toBeVisible();
  });

  test('takes a code in each form, and names it', async ({ page }) => {
    await keepFilters(page);
    await page.goto('/dashboard');
    for (const text of ['521110', '5211-10', '521110 - qualquer texto']) {
      await search(page, text);
      await expect(subject(page)).toHaveText(sellerSubject);
      await expect(mainField(page)).toHaveValue(seller);
      await expect(page).toHaveURL(/cbo=521110/);
    }
    await expectCardsOf(page, await searchServer(page, queries.seller));
  });

  test('takes a text, and its occupations narrow it', async ({ page }) => {
    await keepFilters(page);
    await page.goto('/dashboard');
    await search(page, 'motorista');
    const answer = await searchServer(page, { searchQuery: 'motorista' });
    await expectCardsOf(page, answer);
    const found = panel(page, 'Ocupações encontradas').getByRole('listitem');
    await page.getByText(/^Conta \d+\socupações: /).click();
    const counted = answer.occupations.filter(({ count }) => count > 0);
    expect(counted.length).toBeGreaterThan(2);
    await expect(found).toHaveText(
      counted.map(({ cbo, titulo, count }) => `${cbo} ${titulo}${formatCount(count)}`),
    );
    await page.getByRole('button', { name: `Remover ${counted[0]?.titulo} da pesquisa` }).click();
    await expect(page).toHaveURL(new RegExp(`semCbos=${counted[0]?.cbo}`));
    const less = { searchQuery: 'motorista', semCbos: [counted[0]?.cbo ?? ''] };
    await expectCardsOf(page, await searchServer(page, less));
    await expect(found).toHaveCount(counted.length - 1);
    await found.first().getByRole('button').first().click();
    const narrowed = counted[1]?.cbo ?? '';
    await expect(mainField(page)).toHaveValue(`${narrowed} - ${counted[1]?.titulo}`);
    await expectCardsOf(page, await searchServer(page, { cbo: narrowed }));
  });
});

test.describe('the filters', () => {
  test.beforeEach(({ page }) => keepFilters(page));

  test('about people and pay are sent together', { tag: '@main' }, async ({ page }) => {
    await page.goto(linkOf(queries.seller));
    const requested = { ...queries.seller };
    for (const [label, option, filter] of [
      ['Gênero', 'Feminino', { genero: 'F' }],
      ['Faixa etária', '26 a 35 anos', { faixaEtaria: '26-35' }],
      ['Escolaridade', 'Médio Completo', { escolaridade: '5' }],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption(option);
      await askButton(page).click();
      await expectCardsOf(page, await searchServer(page, Object.assign(requested, filter)));
    }
    await page.getByLabel('Salário a partir de').fill('1.700,50');
    await page.getByLabel('Salário até').fill('R$ 2500');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/salarioMin=1700\.5&salarioMax=2500/);
    const bounds = { salarioMin: 1700.5, salarioMax: 2500 };
    const answer = await searchServer(page, Object.assign(requested, bounds));
    expect(answer.totalCount).toBeGreaterThan(30);
    await expectCardsOf(page, answer);
    await expect(phrases(page)).toHaveText([
      'Vendedor de comércio varejista',
      'todo o Brasil,',
      'salário de R$ 1.700,50 a R$ 2.500,00,',
      'mulheres,',
      '26 a 35 anos,',
      'ensino médio completo,',
      'últimos 12 meses',
    ]);
  });

  test(
    'about the place narrow one another: region, state, municipalities',
    { tag: '@main' },
    async ({ page }) => {
      await page.goto(linkOf(queries.seller));
      const [region, state] = [
        page.getByLabel('Região', { exact: true }),
        page.getByLabel('Estado', { exact: true }),
      ];
      const municipalities = page.getByRole('button', { name: /^Municípios/ });
      await expect(municipalities).toBeDisabled();
      await region.selectOption('Sudeste');
      await expect(state.getByRole('option')).toHaveText([
        'Todos os estados',
        'Espírito Santo',
        'Minas Gerais',
        'Rio de Janeiro',
        'São Paulo',
      ]);
      await askButton(page).click();
      await expectCardsOf(page, await searchServer(page, { ...queries.seller, regiao: '3' }));

      await state.selectOption('São Paulo');
      await municipalities.click();
      const list = page.getByRole('dialog', { name: 'Municípios' });
      for (const name of ['Campinas', 'São Paulo']) {
        await list.getByRole('searchbox').fill(name.toLowerCase().replace('ã', 'a'));
        await list.getByText(name, { exact: true }).click();
        await expect(list.getByRole('checkbox', { name, exact: true })).toBeChecked();
      }
      await page.keyboard.press('Escape');
      const chips = page.getByRole('list', { name: 'Municípios escolhidos' }).getByRole('listitem');
      await expect(chips).toHaveText(['Campinas', 'São Paulo']);
      await askButton(page).click();
      const filters = {
        ...queries.seller,
        regiao: '3',
        uf: 'SP',
        municipios: ['350950', '355030'],
      };
      await expectCardsOf(page, await searchServer(page, filters));
      await expect(phrases(page).nth(1)).toHaveText('Campinas, São Paulo (SP),');

      await page.getByRole('button', { name: 'Remover Campinas' }).click();
      await askButton(page).click();
      await expectCardsOf(page, await searchServer(page, { ...filters, municipios: ['355030'] }));

      await region.selectOption('Sul');
      await expect(state).toHaveValue('');
      await expect(chips).toHaveCount(0);
      await expect(municipalities).toBeDisabled();
    },
  );

  test('about the data: period, movement, method, series', async ({ page }) => {
    await page.goto(linkOf(queries.seller));
    const [first = '', second = ''] = await loadedMonths(page);
    await page.getByLabel('Período: de').selectOption(formatMonth(first));
    await page.getByLabel('Período: até').selectOption(formatMonth(second));
    await askButton(page).click();
    const requested = { ...queries.seller, periodoInicio: first, periodoFim: second };
    await expectCardsOf(page, await searchServer(page, requested));
    for (const [label, option, filter] of [
      ['Movimentação', 'Desligamentos', { movimentacao: 'desligamento' }],
      ['Movimentação', 'Admissões e desligamentos', { movimentacao: 'todas' }],
      ['Método', 'Jornada integral', { metodo: 'integral' }],
      ['Método', 'Bruto', { metodo: 'bruto' }],
      ['Série', 'Declarada', { serie: 'declarada' }],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption(option);
      await askButton(page).click();
      await expectCardsOf(page, await searchServer(page, Object.assign(requested, filter)));
      await page.getByRole('button', { name: 'Como foi calculado', exact: true }).click();
      await expect(methodDrawer(page)).toContainText(option);
      await page.keyboard.press('Escape');
    }
  });

  test('are all reset by one button', async ({ page }) => {
    await page.goto(linkOf({ ...queries.seller, uf: 'SP', genero: 'F', metodo: 'bruto' }));
    await expect(card(page, 'Salário Médio')).toBeVisible();
    await page.getByLabel('Salário até').fill('9000');
    await page.getByRole('button', { name: 'Limpar Filtros' }).click();
    await expect(subject(page)).toHaveText('Nenhuma pesquisa realizada');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(mainField(page)).toHaveValue('');
    await expect(page.getByLabel('Salário até')).toHaveValue('');
    await expect(page.getByLabel('Método')).toHaveValue('mte');
    for (const label of ['Região', 'Estado', 'Gênero', 'Faixa etária', 'Escolaridade']) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
    }
  });

  test('that are invalid are reported at their field, and not sent', async ({ page }) => {
    await page.goto('/dashboard');
    const [min, max] = [page.getByLabel('Salário a partir de'), page.getByLabel('Salário até')];
    await min.fill('muito');
    await askButton(page).click();
    await expect(min).toHaveAccessibleDescription(/Informe um valor em reais/);
    await min.fill('3000');
    await max.fill('2000');
    await askButton(page).click();
    await expect(max).toHaveAccessibleDescription('O máximo é menor que o mínimo.');
    await expect(subject(page)).toHaveText('Nenhuma pesquisa realizada');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test('that are invalid are reported in view on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 590 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Filtros/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Filtros de Pesquisa' });
    // The field is the last thing in view above the buttons.
    const min = dialog.getByLabel('Salário a partir de');
    await min.fill('muito');
    await dialog.getByRole('button', { name: 'Buscar Dados' }).click();
    await expect(min).toBeFocused();
    await expect(dialog.getByText('Informe um valor em reais')).toBeInViewport({ ratio: 1 });
  });
});

test.describe('the answer', () => {
  test(
    'opens how many lines each step of the method took away, and the quartiles counted',
    { tag: '@main' },
    async ({ page }) => {
      await page.goto(
        linkOf({ ...queries.seller, salarioMin: '1700', metodo: 'integral', ver: 'calculo' }),
      );
      const rows = methodDrawer(page).locator('tbody tr');
      await expect(rows).not.toHaveCount(0);
      const steps = await rows.evaluateAll((all) =>
        all.map((row) =>
          [...row.querySelectorAll('td')].map((cell) =>
            Number((cell.textContent ?? '').replaceAll('.', '').replace('−', '-')),
          ),
        ),
      );
      const { method, statistics } = await searchServer(page, {
        ...queries.seller,
        salarioMin: 1700,
        metodo: 'integral',
      });
      expect(steps).toEqual(
        method.funnel.map(({ removed, remaining }) => [0 - removed, remaining]),
      );
      const [first = []] = steps;
      let remaining = first[1] ?? 0;
      for (const [removed = 0, left = 0] of steps.slice(1)) {
        expect(remaining + removed).toBe(left);
        remaining = left;
      }
      expect(remaining).toBe(statistics.count);

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Estatística completa' }).click();
      const { p10, p25, median, p75, p90, standardDeviation } = statistics;
      const result = panel(page, 'Quartis');
      for (const [title, reais] of [
        ['P10', p10],
        ['1º quartil (Q1)', p25],
        ['Mediana (Q2)', median],
        ['3º quartil (Q3)', p75],
        ['P90', p90],
        ['Q3 − Q1', (p75 ?? 0) - (p25 ?? 0)],
        ['Desvio padrão', standardDeviation],
      ] as const) {
        const term = result.getByRole('term').filter({ hasText: title });
        await expect(term.locator('xpath=following-sibling::dd')).toHaveText(
          formatReais(reais ?? 0),
        );
      }
    },
  );
});

test.describe('the address', () => {
  test(
    'reproduces a query in another window, period included',
    { tag: '@main' },
    async ({ page, context }) => {
      await keepFilters(page);
      await page.goto('/dashboard');
      await page.getByLabel('Estado', { exact: true }).selectOption('Minas Gerais');
      await page.getByLabel('Gênero', { exact: true }).selectOption('Masculino');
      await search(page, '521110');
      await expect(subject(page)).toHaveText(sellerSubject);
      const { periodoInicio, periodoFim } = await lastTwelveMonths(page);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        cbo: '521110',
        uf: 'MG',
        genero: 'M',
        periodoInicio,
        periodoFim,
      });
      const other = await context.newPage();
      await keepFilters(other);
      await other.goto(page.url());
      await expectCardsOf(
        other,
        await searchServer(page, { ...queries.seller, uf: 'MG', genero: 'M' }),
      );
      await expect(mainField(other)).toHaveValue(seller);
      await expect(other.getByLabel('Estado', { exact: true })).toHaveValue('MG');
      await expect(other.getByLabel('Gênero', { exact: true })).toHaveValue('M');
    },
  );

  test('goes back and forward through the queries', { tag: '@main' }, async ({ page }) => {
    await keepFilters(page);
    await page.goto('/dashboard');
    await search(page, '521110');
    await expect(subject(page)).toHaveText(sellerSubject);
    await search(page, 'enfermeiro');
    await expect(subject(page)).toHaveText('“enfermeiro”');
    // What is open over the page belongs to its query.
    await page.getByRole('button', { name: 'Compartilhar' }).click();
    await expect(page.getByRole('dialog', { name: 'Compartilhar' })).toBeVisible();
    await page.goBack();
    await expect(subject(page)).toHaveText(sellerSubject);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(mainField(page)).toHaveValue(seller);
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await page.getByRole('button', { name: 'Procurar por área' }).click();
    await expect(page.getByRole('dialog', { name: 'Procurar por área' })).toBeVisible();
    await page.goBack();
    await expect(subject(page)).toHaveText('Nenhuma pesquisa realizada');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goForward();
    await page.goForward();
    await expect(subject(page)).toHaveText('“enfermeiro”');
    await expectCardsOf(page, await searchServer(page, { searchQuery: 'enfermeiro' }));
  });

  test('edited by hand runs with its valid parts, and reports the others', async ({ page }) => {
    await page.goto('/dashboard?cbo=521110&genero=X&uf=sp&municipios=3550308');
    await expect(page.getByText('Não entendemos: genero=X.')).toBeVisible();
    const filters = { ...queries.seller, uf: 'SP', municipios: ['355030'] };
    await expectCardsOf(page, await searchServer(page, filters));
    await expect(phrases(page).nth(1)).toHaveText('São Paulo (SP),');
  });
});
