import { expect, type Page } from '@playwright/test';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { newCompany, settledAccount, signIn } from './people.ts';
import {
  askButton,
  search,
  searchServer,
  card,
  expectCardsOf,
  keepFilters,
  linkOf,
  mainField,
  phrases,
  queries,
  section,
  sellerSubject,
  subject,
  type SalaryQuery,
} from './search-screen.ts';
import { test } from './signed-in.ts';

test.beforeEach(({ page }) => keepFilters(page));

const seller = '521110 - Vendedor de comércio varejista';
const stocker = '521125 - Repositor de mercadorias';

const fold = (page: Page, title: string) => page.locator('details', { hasText: title });
const openFold = (page: Page, title: RegExp) => page.getByText(title).click();

const sectorField = (page: Page) => page.getByRole('combobox', { name: 'CNAE da empresa' });

/** Each list with a single choice: its label, a choice, and its parameter in the address. */
const choices = [
  ['Região', 'Sudeste', 'regiao', '3'],
  ['Estado', 'São Paulo', 'uf', 'SP'],
  ['Gênero', 'Feminino', 'genero', 'F'],
  ['Faixa etária', '18 a 25 anos', 'faixaEtaria', '18-25'],
  ['Escolaridade', 'Médio Completo', 'escolaridade', '5'],
  ['Movimentação', 'Desligamentos', 'movimentacao', 'desligamento'],
  ['Método', 'Bruto', 'metodo', 'bruto'],
  ['Série', 'Declarada', 'serie', 'declarada'],
] as const;
const rareChoices = [
  ['Porte da empresa', 'Grande', 'porte', 'GRANDE'],
  ['Seção da CNAE', /^G – /, 'secao', 'G'],
  ['Tipo de contrato', 'Tempo parcial', 'contrato', 'parcial'],
  ['Horas semanais', 'De 40 a 44 horas', 'horas', '40-44'],
  ['Nível de escolaridade', 'Superior', 'nivelEscolaridade', 'superior'],
] as const;
const sensitiveChoices = [
  ['Raça ou cor', 'Parda', 'raca', '3'],
  ['Deficiência', 'Sem deficiência', 'deficiencia', 'nao'],
] as const;

type Choice = readonly [string, string | RegExp, keyof SalaryQuery, string];

const listOf = (page: Page, [label]: Choice) =>
  page.getByRole('combobox', { name: label, exact: true });

/**
 * Each choice changes the answer and the address, and the next search takes it back. Ends on the answer without a
 * choice.
 */
async function expectChoices(page: Page, chosen: readonly Choice[]): Promise<void> {
  const before = await searchServer(page, queries.seller);
  await expectCardsOf(page, before);
  let last: Choice | undefined;
  for (const choice of chosen) {
    const [label, option, name, value] = choice;
    await test.step(label, async () => {
      if (last !== undefined) await listOf(page, last).selectOption({ index: 0 });
      const field = listOf(page, choice);
      const text =
        typeof option === 'string' ? option : await field.getByText(option).textContent();
      await field.selectOption(text ?? '');
      await askButton(page).click();
      const answer = await searchServer(page, { ...queries.seller, [name]: value });
      expect(answer.totalCount).not.toBe(before.totalCount);
      expect(answer.totalCount).toBeGreaterThan(5);
      await expectCardsOf(page, answer);
      const { searchParams } = new URL(page.url());
      expect(searchParams.get(name)).toBe(value);
      expect(searchParams.has(last?.[2] ?? '')).toBe(false);
    });
    last = choice;
  }
  if (last === undefined) throw new Error('No choice was given.');
  await listOf(page, last).selectOption({ index: 0 });
  await askButton(page).click();
  await expectCardsOf(page, before);
  expect(new URL(page.url()).searchParams.has(last[2])).toBe(false);
}

/** A window that opens an address with all the choices shows each of them. */
async function expectReopened(page: Page, chosen: readonly Choice[]): Promise<void> {
  const requested = Object.fromEntries(chosen.map(([, , name, value]) => [name, value]));
  await page.goto(linkOf({ ...queries.seller, ...requested }));
  for (const choice of chosen) await expect(listOf(page, choice)).toHaveValue(choice[3]);
}

test('Enter in the field for a place, which a choice has emptied, searches', async ({ page }) => {
  await page.goto(linkOf(queries.seller));
  const place = page.getByRole('combobox', { name: 'Lugar' });
  await place.pressSequentially('belo horizonte');
  await expect(page.getByRole('option', { name: /^Belo Horizonte/, selected: true })).toBeVisible();
  await place.press('Enter');
  await expect(place).toHaveValue('');
  await place.press('Enter');
  await expect(page).toHaveURL(/municipios=310620/);
});

test.describe('each list of one choice', () => {
  test('changes the answer and the address, and is taken back', async ({ page }) => {
    await page.goto(linkOf(queries.seller));
    await expectChoices(page, choices);
    await expectReopened(page, choices);
  });

  test('among the rare ones, folded until one of them is requested', async ({ page }) => {
    await page.goto(linkOf(queries.seller));
    await expect(page.getByRole('combobox', { name: 'Porte da empresa' })).toBeHidden();
    await openFold(page, /^Mais filtros/);
    await expectChoices(page, rareChoices);
    await expectReopened(page, rareChoices);
    await expect(page.getByText(`Mais filtros (${rareChoices.length})`)).toBeVisible();
  });

  test('among the sensitive ones, which are always folded and say why', async ({ page }) => {
    await page.goto(linkOf(queries.seller));
    await expect(page.getByLabel('Raça ou cor')).toBeHidden();
    await openFold(page, /^Filtros sensíveis/);
    await expect(fold(page, 'Filtros sensíveis')).toContainText('dados sensíveis (LGPD');
    await expectChoices(page, sensitiveChoices);
    await page.goto(linkOf({ ...queries.seller, raca: '3' }));
    await expectCardsOf(page, await searchServer(page, { ...queries.seller, raca: '3' }));
    await expect(page.getByLabel('Raça ou cor')).toBeHidden();
    await openFold(page, /^Filtros sensíveis \(1\)/);
    await expect(page.getByLabel('Raça ou cor')).toHaveValue('3');
  });
});

test.describe('several occupations', () => {
  test('are added one by one, and each is taken away', async ({ page }) => {
    await page.goto('/dashboard');
    await mainField(page).fill('vendedor de comercio varej');
    await page.getByRole('option', { name: seller }).click();
    await page.getByRole('button', { name: 'Adicionar outra' }).click();
    await expect(mainField(page)).toHaveValue('');
    await expect(mainField(page)).toBeFocused();
    const chosen = page.getByRole('list', { name: 'Ocupações escolhidas' }).getByRole('listitem');
    await expect(chosen).toHaveText([seller]);
    await page.keyboard.type('5211-25');
    await expect(page.getByRole('option', { name: stocker })).toBeVisible();
    // The first Enter takes the suggestion, the second runs the query.
    await page.keyboard.press('Enter');
    await expect(mainField(page)).toHaveValue(stocker);
    await page.keyboard.press('Enter');
    const both = { cbo: '521125', cbos: ['521110'] };
    await expectCardsOf(page, await searchServer(page, both));
    await expect(subject(page)).toHaveText('Repositor de mercadorias e mais 1 521125');
    await expect(page).toHaveURL(/cbo=521125&cbos=521110/);
    await page.reload();
    await expectCardsOf(page, await searchServer(page, both));
    await expect(chosen).toHaveText([seller]);
    await mainField(page).fill('');
    await askButton(page).click();
    await expectCardsOf(page, await searchServer(page, { cbos: ['521110'] }));
    await expect(subject(page)).toHaveText(sellerSubject);
    await page.getByRole('button', { name: `Remover ${seller}` }).click();
    await askButton(page).click();
    await expect(subject(page)).toHaveText('Todas as ocupações');
  });

  test('of a family are requested by its four digits or together with an occupation', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await mainField(page).fill('5211');
    await page.getByRole('option', { name: 'Família 5211: todas as ocupações' }).click();
    await askButton(page).click();
    const family = await searchServer(page, { familiaCbo: '5211' });
    await expectCardsOf(page, family);
    expect(family.totalCount).toBeGreaterThan(
      (await searchServer(page, queries.seller)).totalCount,
    );
    await expect(subject(page)).toHaveText('Família 5211');
    await mainField(page).fill('411010');
    await askButton(page).click();
    await expectCardsOf(page, await searchServer(page, { cbo: '411010', familiaCbo: '5211' }));
    await page.getByRole('button', { name: 'Incluir a família 4110' }).click();
    await askButton(page).click();
    await expect(page).toHaveURL(/familiaCbo=4110/);
    await expectCardsOf(page, await searchServer(page, { familiaCbo: '4110' }));
  });

  test('that no table has are named by their code', async ({ page }) => {
    await page.goto(linkOf({ cbos: ['999999', '521110'], municipios: '359999', cnaes: '9999998' }));
    await expect(subject(page)).toHaveText('999999 e mais 1');
    await expect(phrases(page)).toContainText(['359999', '9999-9/98']);
    await expect(page.getByText('Nenhum registro encontrado')).toBeVisible();
  });
});

test.describe('suggestions', () => {
  test('begin at three characters, end below them, and a look-up that fails clears them', async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/reference\/(?:cbo|typed)/.test(pathname)) requested.push(pathname);
    });
    await page.goto('/dashboard');
    const list = page.getByRole('listbox');
    await mainField(page).fill('en');
    await page.waitForTimeout(300);
    expect(requested).toEqual([]);
    await mainField(page).fill('enf');
    await expect(list).toBeVisible();
    expect(requested).toEqual(['/api/reference/typed-question']);
    await mainField(page).fill('en');
    await expect(list).toBeHidden();
    await mainField(page).fill('2235-05');
    await expect(list.getByRole('option')).toHaveText('223505 - Enfermeiro');
    expect(requested.at(-1)).toBe('/api/reference/cbo/223505');
    await page.route('**/api/reference/typed-question*', (route) => route.fulfill({ status: 500 }));
    const logged = page.waitForEvent('console', (message) => /Look-up failed/.test(message.text()));
    await mainField(page).fill('enfermeira');
    await logged;
    await expect(list).toBeHidden();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('a filter in the text leaves with its words, and what is not read is named', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await mainField(page).pressSequentially('vendedor em Campinas, mulher, xyz');
    const parts = page.getByRole('list', { name: 'Filtros no texto' }).getByRole('listitem');
    await expect(parts).toHaveText(['Campinas (SP)', 'mulheres']);
    await expect(page.getByText('Fora da pesquisa: “xyz”.')).toBeVisible();
    // The line is enough: the suggestions do not repeat it.
    await expect(page.getByRole('option').first()).toContainText('521110');
    await expect(page.getByRole('option').first()).not.toContainText('xyz');
    await page.getByRole('button', { name: 'Remover mulheres' }).click();
    await expect(mainField(page)).toHaveValue('vendedor em Campinas, xyz');
    await expect(parts).toHaveText(['Campinas (SP)']);
  });

  test('what is not read is named beside the answer', async ({ page }) => {
    const unread = page.getByText('Fora da pesquisa: “paulista”.');
    const announced = page.getByRole('status').filter({ has: unread });
    await page.goto('/dashboard');
    await mainField(page).fill('vendedor paulista, mulher');
    await askButton(page).click();
    await expect(announced).toBeVisible();
    await page.reload();
    await expect(unread).toBeVisible();
    await search(page, 'vendedor');
    await expect(unread).toBeHidden();
    await page.goto('/dashboard');
    await mainField(page).fill('vendedor paulista');
    await page.getByRole('option', { name: /^521110/ }).click();
    await askButton(page).click();
    await expect(unread).toBeVisible();
    await section(page, 'Evolução').click();
    await expect(unread).toBeVisible();
  });
});

test.describe('the sector', () => {
  test('is found by words, within the requested section, and added up', async ({ page }) => {
    await page.goto('/dashboard');
    await openFold(page, /^Mais filtros/);
    await page.getByLabel('Seção da CNAE').selectOption('G');
    await sectorField(page).fill('calçados');
    const found = page.getByRole('listbox', { name: /CNAE da empresa/ }).getByRole('option');
    await expect(found.first()).toBeVisible();
    for (const text of await found.allTextContents()) expect(text).toMatch(/^4[567]/);
    await page.getByRole('option', { name: /^4782-2\/01/ }).click();
    await sectorField(page).fill('4781-4');
    await page.getByRole('option', { name: /^4781-4\/00/ }).click();
    await askButton(page).click();
    const filters = { secao: 'G', cnaes: ['4782201', '4781400'] };
    const answer = await searchServer(page, filters);
    await expectCardsOf(page, answer);
    await page.reload();
    await expectCardsOf(page, answer);
    await page.getByRole('button', { name: /^Remover 4782-2\/01/ }).click();
    await askButton(page).click();
    await expectCardsOf(page, await searchServer(page, { secao: 'G', cnaes: ['4781400'] }));
    await page.getByLabel('Seção da CNAE').selectOption('C');
    await expect(page.getByRole('list', { name: 'CNAEs escolhidos' })).toHaveCount(0);
  });

  test('of one’s own company is one button, for a person who has one', async ({ page }) => {
    await page.goto('/dashboard');
    await openFold(page, /^Mais filtros/);
    await expect(sectorField(page)).toBeVisible();
    const own = page.getByRole('button', { name: 'Setor da minha empresa' });
    await expect(own).toHaveCount(0);

    const companyId = await newCompany('Calçados Araucária', ['4782201', '4781400']);
    const person = await settledAccount('setor@exemplo.com.br', 'CLIENT', companyId);
    await page.context().clearCookies();
    await signIn(page, person);
    await page.goto('/dashboard');
    await openFold(page, /^Mais filtros/);
    await page.getByLabel('Seção da CNAE').selectOption('C');
    await own.click();
    await expect(own).toHaveCount(0);
    await expect(page.getByLabel('Seção da CNAE')).toHaveValue('');
    await askButton(page).click();
    await expectCardsOf(page, await searchServer(page, { cnaes: ['4782201', '4781400'] }));
    await expect(page).toHaveURL(/cnaes=4782201&cnaes=4781400/);
  });
});

test('intermittent contracts by the rule of the MTE: says why there are none, and offers Bruto', async ({
  page,
}) => {
  await page.goto(linkOf({ contrato: 'intermitente' }));
  await expect(page.getByRole('main')).toContainText('exclui os contratos intermitentes');
  await page.getByRole('button', { name: 'Usar o método Bruto' }).click();
  const filters: SalaryQuery = { contrato: 'intermitente', metodo: 'bruto' };
  const answer = await searchServer(page, filters);
  expect(answer.totalCount).toBeGreaterThan(100);
  await expectCardsOf(page, answer);
  await expect(page).toHaveURL(/metodo=bruto/);
});

test('one button resets every filter, also typed ones that were not submitted', async ({
  page,
}) => {
  await page.goto(
    linkOf({
      ...queries.seller,
      cbos: ['521125'],
      familiaCbo: '4110',
      porte: 'GRANDE',
      secao: 'G',
      cnaes: ['4711302'],
      contrato: 'comum',
      horas: '40-44',
      nivelEscolaridade: 'medio',
      raca: '3',
      deficiencia: 'nao',
    }),
  );
  await expect(phrases(page)).toContainText(['parda', 'grande', 'comum']);
  await openFold(page, /^Filtros sensíveis/);
  await page.getByRole('button', { name: 'Limpar Filtros' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(phrases(page)).toHaveCount(0);
  await expect(subject(page)).toHaveText('Nenhuma pesquisa realizada');
  for (const [label] of [...rareChoices, ...sensitiveChoices]) {
    const field = page.getByLabel(label, { exact: true }).and(page.locator('select'));
    await expect(field).toHaveValue('');
  }
  for (const name of ['Ocupações escolhidas', 'CNAEs escolhidos']) {
    await expect(page.getByRole('list', { name })).toHaveCount(0);
  }
  await mainField(page).fill('enferm');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.getByRole('button', { name: 'Limpar Filtros' }).click();
  await expect(mainField(page)).toHaveValue('');
  await expect(page.getByRole('listbox')).toBeHidden();
});

test.describe('axe finds nothing', () => {
  const everything = linkOf({
    ...queries.seller,
    cbos: ['521125', '411010'],
    familiaCbo: '5211',
    uf: 'SP',
    municipios: ['350950', '355030'],
    porte: 'PEQUENA',
    cnaes: ['4711302', '4781400'],
    raca: '3',
    metodo: 'bruto',
  });

  test('with every filter open, on a wide screen', async ({ page }) => {
    await page.goto(everything);
    await openFold(page, /^Filtros sensíveis/);
    await expect(card(page, 'Total de Registros')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 1440, height: 900 });
      await expectNoFindings(page);
    }
  });

  test('with chips and answer, in any look', { tag: '@axe' }, async ({ page }) => {
    await page.goto(everything);
    await expect(card(page, 'Total de Registros')).toBeVisible();
    await expectNoFindingsInAnyLook(page);
  });

  test('with every filter open, on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(everything);
    await expect(card(page, 'Total de Registros')).toBeVisible();
    await page.getByRole('button', { name: /^Filtros \(\d+\)/ }).click();
    await openFold(page, /^Filtros sensíveis/);
    await expect(page.getByLabel('Raça ou cor')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoFindings(page);
    }
  });
});
