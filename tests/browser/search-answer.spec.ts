import { expect } from '@playwright/test';
import { formatReais, formatShare } from '../../shared/words/format.ts';
import { openSeller } from './panel-screen.ts';
import {
  addressToSend,
  searchServer,
  expectCardsOf,
  linkOf,
  mainField,
  panel,
  queries,
} from './search-screen.ts';
import { test } from './signed-in.ts';

test('dragging the handle does not redraw the answer above', async ({ page }) => {
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

test('the user’s salary is placed in words, on the band and in the address', async ({ page }) => {
  await openSeller(page, 'distribution');
  const { statistics } = await searchServer(page, queries.seller);
  const answer = panel(page, 'Resposta');
  await answer.getByLabel('Seu salário').fill('9000');
  const above = formatShare(9000 / (statistics.median ?? Number.NaN) - 1);
  await expect(answer).toContainText(`${above} acima da mediana.`);
  await expect(answer.locator('svg')).toContainText('R$ 9.000 ▸');
  await expect(page).toHaveURL(/salario=9000/);
  await page.reload();
  await expect(answer).toContainText(`${above} acima da mediana.`);
  await expect(panel(page, 'Distribuição dos salários').locator('figure svg')).toContainText(
    'fora do gráfico ▸ R$ 9.000,00',
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Compartilhar' }).click();
  await page.getByRole('button', { name: 'Copiar link' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await addressToSend(page));
  // Every reader of the address sees the same.
  await page.goto(copied);
  await expect(answer).toContainText(`${above} acima da mediana.`);
});

test('no line of the query begins with a comma, and none of the answer ends with a dot', async ({
  page,
}) => {
  await openSeller(page, 'distribution');
  const commasFirst = () =>
    panel(page, 'Pergunta').evaluate((sentence) => {
      const texts = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
      const start = sentence.getBoundingClientRect().left;
      const firsts: string[] = [];
      while (texts.nextNode()) {
        const comma = document.createRange();
        comma.selectNode(texts.currentNode);
        const isFirst = comma.getBoundingClientRect().left < start + 4;
        if (isFirst && texts.currentNode.nodeValue?.startsWith(',') === true) firsts.push(',');
      }
      return firsts;
    });
  const dotsLast = () =>
    panel(page, 'Resposta').evaluate(
      (answer) =>
        [...answer.querySelectorAll('p > [aria-hidden]')].filter((dot) => {
          const next = dot.nextElementSibling?.getBoundingClientRect();
          return dot.checkVisibility() && (next?.top ?? 0) > dot.getBoundingClientRect().bottom;
        }).length,
    );
  for (let width = 320; width < 1440; width += 20) {
    await page.setViewportSize({ width, height: 800 });
    expect(await commasFirst()).toEqual([]);
    expect(await dotsLast(), `${width}`).toBe(0);
  }
  // A place of two lines: its comma follows the last word.
  await page.goto(`/dashboard?cbo=521110&uf=SP&municipios=Campinas&municipios=Guarulhos`);
  await page.setViewportSize({ width: 320, height: 800 });
  const place = page.getByRole('button', { name: 'Campinas, Guarulhos (SP)', exact: true });
  const [words, comma] = await place.evaluate((button) =>
    [...button.children]
      .map((part) => part.getClientRects())
      .map((rects) => [...rects].at(-1)?.toJSON()),
  );
  expect(comma.left).toBe(words.right);
});

test('the answer fits 320 px with the text spacing of WCAG 1.4.12', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openSeller(page, 'distribution');
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
    );
    document.adoptedStyleSheets.push(spacing);
  });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(320);
});

test('a salary that cannot be read stays in its field, with the reason', async ({ page }) => {
  await openSeller(page, 'distribution');
  const salary = page.getByLabel('Seu salário');
  const refusal = panel(page, 'Resposta').getByText('Informe um valor em reais');
  for (const text of ['0', '2 mil']) {
    await salary.fill(text);
    await salary.blur();
    await expect(salary).toHaveValue(text);
    await expect(refusal).toBeVisible();
  }
  await salary.fill('1.850,');
  await salary.blur();
  await expect(salary).toHaveValue('1.850,00');
  await expect(refusal).toHaveCount(0);
});

test('a closed drawer leaves no step in the history', async ({ page }) => {
  await page.goto('/history');
  await openSeller(page, 'distribution');
  const opener = page.getByRole('button', { name: 'Como foi calculado', exact: true });
  for (let time = 0; time < 2; time++) {
    await opener.click();
    await expect(page).toHaveURL(/ver=calculo/);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/ver=/);
    await expect(opener).toBeFocused();
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
});

test('a first search names its answer in the title, and its heading has the focus', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await mainField(page).fill('521110 - Vendedor de comércio varejista');
  await page.keyboard.press('Enter');
  const { statistics } = await searchServer(page, queries.seller);
  const median = formatReais(statistics.median ?? Number.NaN).replaceAll('\u00a0', ' ');
  await expect
    .poll(async () => (await page.title()).replaceAll('\u00a0', ' '))
    .toBe(`${median}: Vendedor de comércio varejista, Brasil · CAGED Analytics`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a part of the sentence changes the query in its place', async ({ page }) => {
  await openSeller(page, 'distribution');
  await page.getByRole('button', { name: 'todo o Brasil' }).click();
  const found = Promise.withResolvers<void>();
  await page.route('**/api/reference/places?search=belo+horizonte*', async (route) => {
    await found.promise;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Lugar' }).pressSequentially('belo horizonte');
  // Enter ignores the suggestions for a shorter text and waits for the suggestions for the whole text.
  await page.keyboard.press('Enter');
  found.resolve();
  const city = page.getByRole('option', { name: /^Belo Horizonte/, selected: true });
  await expect(city).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/regiao=3&uf=MG&municipios=310620/);
  await page.getByRole('button', { name: 'homens e mulheres' }).click();
  await page.getByRole('button', { name: 'Feminino' }).click();
  await expect(page).toHaveURL(/genero=F/);
  const filters = { ...queries.seller, regiao: '3', uf: 'MG', municipios: ['310620'] };
  await expectCardsOf(page, await searchServer(page, { ...filters, genero: 'F' }));
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
  await expect(page.getByRole('link', { name: 'Pesquisar' })).toBeHidden();
  await expect(page.getByText('Pisos e concentrações')).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Lugares' })).toBeHidden();
  await expect(panel(page, 'Distribuição dos salários')).toBeVisible();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
  // What the figures count stays on paper, though its list is closed.
  await page.goto(linkOf({ searchQuery: 'motorista' }));
  await expect(page.getByText(/^Conta \d+.ocupações: /)).toBeVisible();
});
