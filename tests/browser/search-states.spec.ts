import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { administrator } from './served-product.ts';
import {
  askButton,
  searchServer,
  card,
  expectCardsOf,
  keepFilters,
  linkOf,
  mainField,
  panel,
  queries,
  search,
  section,
  subject,
} from './search-screen.ts';
import { test } from './signed-in.ts';
import { lineNotice, lineSentence, waits } from './queue-place.ts';

const banner = (page: Page) => page.getByRole('alert');

/** Holds the next call back until `release`. */
async function holdSearch(page: Page): Promise<{ release: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route(
    '**/api/search',
    async (route) => {
      await held.promise;
      // The page may have aborted the call meanwhile.
      await route.continue().catch(() => undefined);
    },
    { times: 1 },
  );
  return { release: held.resolve };
}

test.beforeEach(({ page }) => keepFilters(page));

test.describe('a small sample', () => {
  test('of fewer than 30 is called small, and its figures an indication', async ({ page }) => {
    await page.goto(linkOf(queries.physician));
    const answer = await searchServer(page, queries.physician);
    expect(answer.statistics.count).toBeGreaterThanOrEqual(6);
    expect(answer.statistics.count).toBeLessThan(30);
    await expect(page.getByRole('button', { name: 'qualidade baixa' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Amostra pequena');
    await expectCardsOf(page, answer);
  });

  test('of fewer than 5 shows the count and no statistic', { tag: '@main' }, async ({ page }) => {
    await page.goto(linkOf(queries.director));
    const { statistics, totalCount } = await searchServer(page, queries.director);
    expect(statistics.count).toBeGreaterThan(0);
    expect(statistics.count).toBeLessThan(5);
    await expect(card(page, 'Total de Registros')).toHaveText(`${totalCount}movimentações`);
    for (const title of ['Salário Médio', 'Salário Mediano', 'Faixa Salarial']) {
      await expect(card(page, title)).toHaveText('—menos de 5 registros');
    }
    await expect(panel(page, 'Resposta')).toContainText(
      'Mostramos só a contagem. As estatísticas precisam de ao menos 5 registros: amplie o período, o lugar ou a ocupação.',
    );
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(page.getByRole('tabpanel')).toHaveCount(0);
    await expect(panel(page, 'Resposta')).not.toContainText('R$');
  });
});

test.describe('nothing found', () => {
  test('offers the nearest wider query', async ({ page }) => {
    await page.goto(linkOf(queries.withoutRecords));
    await expect(page.getByText('Nenhum registro encontrado')).toBeVisible();
    await page.getByRole('button', { name: /^Sem o filtro de salário: mediana R\$/ }).click();
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await expect(page.getByLabel('Salário a partir de')).toHaveValue('');
  });

  test('for a text of no occupation offers names that look like it, and areas', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await search(page, 'xyzxyzxyz');
    await expect(page.getByRole('main')).toContainText('Não encontramos o cargo “xyzxyzxyz”.');
    await expect(card(page, 'Salário Médio')).toHaveCount(0);
    await page.getByRole('button', { name: 'Técnicos de nível médio' }).click();
    await expect(page.getByRole('dialog', { name: 'Procurar por área' })).toBeVisible();
    await page.keyboard.press('Escape');
    await search(page, 'Diretortfinancirjo');
    await page.getByRole('button', { name: '123115 - Diretor financeiro' }).click();
    await expect(page).toHaveURL(/cbo=123115/);
  });

  test('with one known word counts the occupations that have it, and names the ignored words', async ({
    page,
  }) => {
    await page.goto('/dashboard');
    await search(page, 'vendedor xyzxyzxyz');
    await expect(page.getByRole('main')).toContainText('Ignoramos “xyzxyzxyz”');
    await expectCardsOf(page, await searchServer(page, queries.seller));
  });
});

test.describe('a search behind many others', () => {
  test('shows its position, and shows the answer by itself', async ({ page }) => {
    const waited: (string | undefined)[] = [];
    await page.route('**/api/search', async (route) => {
      waited.push(route.request().headers()['prefer']);
      await (waited.length < 3 ? route.fulfill(waits(15 - waited.length)) : route.continue());
    });
    await page.goto(linkOf(queries.seller));
    await expect(lineNotice(page)).toContainText('Na fila: 14 de 40');
    await expect(lineNotice(page)).toContainText(lineSentence);
    await expect(lineNotice(page)).toContainText('Na fila: 13 de 40');
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await expect(lineNotice(page)).toHaveCount(0);
    expect(waited).toEqual(['wait=4', 'wait=4', 'wait=4']);
  });

  test('can be cancelled and repeated', async ({ page }) => {
    await page.route('**/api/search', (route) => route.fulfill(waits(13)));
    await page.goto(linkOf(queries.seller));
    await page.getByRole('button', { name: 'Parar de esperar' }).click();
    const main = page.getByRole('main');
    await expect(main).toContainText('Pesquisa interrompida');
    await expect(lineNotice(page)).toHaveCount(0);
    await page.unroute('**/api/search');
    await main.getByRole('button', { name: 'Tentar de novo' }).click();
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await expect(main).not.toContainText('Pesquisa interrompida');
  });
});

test.describe('a failed search', () => {
  test(
    'shows the sentence of the server, and can be tried again',
    { tag: '@main' },
    async ({ page }) => {
      const message = 'A pesquisa demorou mais que o permitido.';
      await page.route('**/api/search', (route) =>
        route.fulfill({ status: 503, json: { code: 'search_too_heavy', message } }),
      );
      await page.goto(linkOf(queries.seller));
      await expect(banner(page)).toContainText('Erro na Pesquisa');
      await expect(page).toHaveTitle('Erro na pesquisa · CAGED Analytics');
      await expect(banner(page)).toContainText(`Erro na pesquisa: 503 - ${message}`);
      await page.unroute('**/api/search');
      await page.getByRole('button', { name: 'Tentar de novo' }).click();
      await expectCardsOf(page, await searchServer(page, queries.seller));
      await expect(banner(page)).toHaveCount(0);
    },
  );

  test('for a state that does not exist names it, and no list of regions waits for it', async ({
    page,
  }) => {
    await page.goto('/?cbo=521110&uf=ZZ');
    await expect(banner(page)).toContainText('Erro na pesquisa: 400 - Não existe o estado “ZZ”.');
    await expect(page.getByLabel('Estado', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Região do IBGE', { exact: true })).toHaveCount(0);
  });

  test('shows no page of a proxy, and an unknown answer as unknown', async ({ page }) => {
    await page.route('**/api/search', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<html>Bad Gateway</html>' }),
    );
    await page.goto(linkOf(queries.seller));
    await expect(banner(page)).toContainText(
      'Erro na pesquisa: 500 - O servidor não está respondendo',
    );
    await page.unroute('**/api/search');
    await page.route('**/api/search', (route) => route.fulfill({ json: { results: [] } }));
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(banner(page)).toContainText(
      'O servidor respondeu de forma inesperada. Recarregue a página.',
    );
  });

  test('without a network keeps the filters, and answers when it is back', async ({
    page,
    context,
  }) => {
    await page.goto('/dashboard');
    await page.getByLabel('Gênero', { exact: true }).selectOption('Feminino');
    await mainField(page).fill('521110');
    await context.setOffline(true);
    await askButton(page).click();
    await expect(banner(page)).toContainText('Sem conexão com o servidor');
    await expect(page.getByText('Sem internet.')).toBeVisible();
    const filters = page.getByRole('complementary', { name: 'Filtros de Pesquisa' });
    await expect(filters).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Gênero', { exact: true })).toHaveValue('F');
    await context.setOffline(false);
    await expect(page.getByText('Sem internet.')).toHaveCount(0);
    await expectCardsOf(page, await searchServer(page, { ...queries.seller, genero: 'F' }));
  });

  test('a section and a screen that open without a network wait for it', async ({
    page,
    context,
  }) => {
    await page.goto(linkOf(queries.seller));
    await expect(section(page, 'Evolução')).toBeVisible();
    await context.setOffline(true);
    await section(page, 'Evolução').click();
    const trend = page.getByRole('tabpanel', { name: 'Evolução' });
    await expect(trend.getByRole('alert')).toContainText('Verifique a internet e tente de novo');
    await expect(subject(page)).toContainText('Vendedor de comércio varejista');
    await context.setOffline(false);
    await expect(trend).toContainText('R$');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Relatórios', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Verifique a internet e tente de novo');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
  });

  test('a screen that opens without a network, and does not load with it either, can be reloaded', async ({
    page,
    context,
  }) => {
    await page.goto(linkOf(queries.seller));
    await expect(section(page, 'Evolução')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Relatórios', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Verifique a internet e tente de novo');
    const script = /\/reports-.*\.js/;
    await page.route(script, (route) => route.abort());
    await context.setOffline(false);
    await expect(page.getByRole('alert')).toContainText('O sistema pode ter sido atualizado');
    await page.unroute(script);
    await page.getByRole('button', { name: 'Recarregar a página' }).click();
    await expect(page.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
  });

  test('a page whose scripts do not arrive asks for a reload', async ({ page }) => {
    const script = /\/assets\/base-.*\.js/;
    await page.route(script, (route) => route.abort());
    await page.goto('/reports');
    await expect(page.getByText('Verifique a internet e recarregue a página.')).toBeVisible();
    await page.unroute(script);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
    await expect(page.getByText('ainda não abriu')).toHaveCount(0);
  });

  test('a screen that does not load while the server is down loads once it responds', async ({
    page,
  }) => {
    await page.goto(linkOf(queries.seller));
    await expect(section(page, 'Evolução')).toBeVisible();
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('link', { name: 'Relatórios', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('O servidor não está respondendo.');
    await page.unroute('**/*');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('heading', { name: 'Relatórios', level: 1 })).toBeVisible();
  });

  test('the header with both notices does not hide the focus', async ({ page, context }) => {
    await page.setViewportSize({ width: 700, height: 500 });
    await page.route('**/api/health', async (route) => {
      const health = await (await route.fetch()).json();
      const https = { part: 'https', label: '', status: 'warning', message: 'Sem HTTPS.' };
      await route.fulfill({ json: { ...health, parts: [https] } });
    });
    await page.goto(linkOf(queries.seller));
    await expect(page.getByText('Sem HTTPS.')).toBeVisible();
    await expect(section(page, 'Evolução')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('Sem internet.')).toBeVisible();
    await section(page, 'Evolução').focus();
    const names: string[] = [];
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Shift+Tab');
      const { name, isClear } = await page.evaluate(() => {
        const focused = document.activeElement;
        const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
        const { top = 0 } = focused?.getBoundingClientRect() ?? {};
        const isInMain = focused?.closest('main') != null;
        return { name: focused?.textContent ?? '', isClear: !isInMain || top >= bottom };
      });
      if (!isClear) names.push(name);
    }
    expect(names).toEqual([]);
    // Other stories use the same context.
    await context.setOffline(false);
  });

  test('for an ended session leads to the login and back to the query', async ({
    page,
    context,
  }) => {
    await page.goto('/dashboard');
    await expect(askButton(page)).toBeVisible();
    await context.clearCookies();
    await search(page, '521110');
    await expect(banner(page)).toContainText('Você precisa fazer login primeiro.');
    await page.getByRole('button', { name: 'Fazer Login' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(administrator.email);
    await page.getByLabel('Senha', { exact: true }).fill(administrator.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(subject(page)).toContainText('Vendedor de comércio varejista');
    await expect(page).toHaveURL(/cbo=521110/);
    await expectCardsOf(page, await searchServer(page, queries.seller));
  });

  test('of a list of municipalities is reported in the list, and the search still works', async ({
    page,
  }) => {
    await page.route('**/api/reference/municipalities*', (route) => route.fulfill({ status: 500 }));
    await page.route('**/api/reference/typed-question*', (route) => route.fulfill({ status: 500 }));
    await page.goto('/dashboard');
    await page.getByLabel('Estado', { exact: true }).selectOption('São Paulo');
    await expect(page.getByRole('button', { name: /^Municípios/ })).toHaveText(
      'Não foi possível carregar',
    );
    await search(page, 'vendedor');
    await expectCardsOf(page, await searchServer(page, { searchQuery: 'vendedor', uf: 'SP' }));
    await expect(banner(page)).toHaveCount(0);
  });

  test('of a list of IBGE’s regions leaves the chosen region, which the field shows as not loaded', async ({
    page,
  }) => {
    const failing = Promise.withResolvers<void>();
    await page.route('**/api/reference/ibge-regions*', async (route) => {
      await failing.promise;
      await route.fulfill({ status: 400 });
    });
    const query = { ...queries.seller, uf: 'SP', regiaoIbge: '3510' };
    await page.goto(linkOf(query));
    const field = page.getByLabel('Região do IBGE', { exact: true });
    await expect(field).toHaveValue(query.regiaoIbge);
    await expect(field.locator('option')).toHaveText(['Carregando...']);
    failing.resolve();
    await expect(field.locator('option')).toHaveText(['Não foi possível carregar']);
    await expectCardsOf(page, await searchServer(page, query));
  });
});

test.describe('a new search', () => {
  test('cancels the one in progress, and its answer is the one that stands', async ({ page }) => {
    const first = await holdSearch(page);
    await page.goto('/dashboard');
    const cancelled = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/search'),
    );
    const requested = page.waitForRequest('**/api/search');
    await search(page, 'enfermeiro');
    await requested;
    await search(page, '521110');
    const request = await cancelled;
    expect(request.failure()?.errorText).toBe('net::ERR_ABORTED');
    expect(request.postData()).toContain('enfermeiro');
    first.release();
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await expect(subject(page)).toContainText('Vendedor de comércio varejista');
  });

  test('of a text that is still being read stays in its field, and gives way to a later one', async ({
    page,
  }) => {
    let held = Promise.withResolvers<void>();
    await page.route('**/api/reference/typed-question*', async (route) => {
      await held.promise;
      await route.continue();
    });
    const read = async () => {
      const answered = page.waitForResponse('**/api/reference/typed-question*');
      held.resolve();
      await answered;
    };
    await page.goto('/dashboard');
    await search(page, 'vendedor em Campinas');
    await expect(mainField(page)).toHaveValue('vendedor em Campinas');
    // The field looks up its text after a pause; this must not cancel the look-up of the submitted text.
    await page.waitForTimeout(300);
    await search(page, '521110');
    await read();
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await expect(page).toHaveURL(/cbo=521110/);
    held = Promise.withResolvers<void>();
    await page.goto('/dashboard');
    await search(page, 'enfermeiro em Santos');
    await page.getByRole('link', { name: 'Histórico', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Histórico' })).toBeVisible();
    await read();
    await expect(page).toHaveURL(/\/history$/);
  });

  test('keeps the old answer in sight, dimmed, until the new one is there', async ({ page }) => {
    const first = await holdSearch(page);
    await page.goto(linkOf(queries.seller));
    // Actions on an answer wait for the first answer.
    const acts = page.getByRole('group', { name: 'Com esta resposta' }).getByRole('button');
    await expect(acts).toHaveCount(3);
    for (const act of await acts.all()) await expect(act).toBeDisabled();
    first.release();
    await expect(subject(page)).toContainText('Vendedor de comércio varejista');
    for (const act of await acts.all()) await expect(act).toBeEnabled();
    const before = await searchServer(page, queries.seller);
    const second = await holdSearch(page);
    await search(page, 'enfermeiro');
    await expect(page.locator('[aria-busy=true]')).not.toHaveCount(0);
    await expect(subject(page)).toContainText('Vendedor de comércio varejista');
    await expectCardsOf(page, before);
    second.release();
    await expect(subject(page)).toHaveText('“enfermeiro”');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });
});

test.describe('a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('has the filters in a sheet and the search under the thumb', async ({ page }) => {
    await page.goto('/dashboard');
    const thumb = await askButton(page).boundingBox();
    expect(thumb?.y ?? 0).toBeGreaterThan(640);
    await mainField(page).fill('521110');
    await page.getByRole('button', { name: 'Filtros', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filtros de Pesquisa' });
    await sheet.getByLabel('Gênero', { exact: true }).selectOption('Feminino');
    await sheet.getByRole('button', { name: 'Buscar Dados' }).tap();
    await expect(sheet).toHaveCount(0);
    await expectCardsOf(page, await searchServer(page, { ...queries.seller, genero: 'F' }));
    await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });

  test('says in the sheet why a text is refused, and Esc closes only the suggestions', async ({
    page,
  }) => {
    await page.goto(linkOf(queries.seller));
    await page.getByRole('button', { name: 'Filtros', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filtros de Pesquisa' });
    await mainField(page).fill('enfermeiro '.repeat(12));
    await sheet.getByRole('button', { name: 'Buscar Dados' }).tap();
    await expect(sheet).toContainText('Use até 120 caracteres na pesquisa.');
    await expect(mainField(page)).toBeFocused();
    await mainField(page).fill('enfermeiro');
    await expect(sheet.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet.getByRole('listbox')).toHaveCount(0);
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  });

  test('keeps the lines of a long button off its edges', async ({ page }) => {
    await page.goto(linkOf({ searchQuery: 'xyzabc' }));
    const area = page.getByRole('button', { name: /^1 Membros superiores/ });
    const room = await area.evaluate((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      return words.getBoundingClientRect().top - button.getBoundingClientRect().top;
    });
    expect(room).toBeGreaterThan(4);
  });

  test('has the same filters beside the answer after a tablet is turned', async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.goto(linkOf(queries.seller));
    await page.getByRole('button', { name: 'Filtros', exact: true }).tap();
    const sheet = page.getByRole('dialog', { name: 'Filtros de Pesquisa' });
    await sheet.getByLabel('Salário até').fill('9000');
    await page.setViewportSize({ width: 1180, height: 820 });
    const aside = page.getByRole('complementary', { name: 'Filtros de Pesquisa' });
    await expect(aside.getByLabel('Salário até')).toHaveValue('9000');
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect(sheet.getByLabel('Salário até')).toHaveValue('9000');
    await page.setViewportSize({ width: 1180, height: 820 });
    await aside.getByRole('button', { name: 'Fechar filtros' }).tap();
    await expect(aside).toHaveCount(0);
  });

  test('leaves neither the filters nor the menu open after the back button', async ({ page }) => {
    await page.goto('/dashboard');
    await mainField(page).fill('521110');
    await askButton(page).tap();
    await expectCardsOf(page, await searchServer(page, queries.seller));
    const filters = page.getByRole('button', { name: /^Filtros/ });
    await filters.tap();
    const sheet = page.getByRole('dialog', { name: 'Filtros de Pesquisa' });
    await sheet.getByLabel('Gênero', { exact: true }).selectOption('Feminino');
    await sheet.getByRole('button', { name: 'Buscar Dados' }).tap();
    await expect(filters).toHaveText('Filtros (1)');
    await filters.tap();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    await expectCardsOf(page, await searchServer(page, queries.seller));
    await page.goForward();
    await expect(filters).toHaveText('Filtros (1)');
    await expect(sheet).toHaveCount(0);
    const menu = page.getByRole('button', { name: 'Abrir menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await menu.tap();
    await drawer.getByRole('link', { name: 'Histórico' }).tap();
    await expect(page.getByRole('heading', { name: 'Histórico' })).toBeVisible();
    await menu.tap();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(subject(page)).toContainText('Vendedor de comércio varejista');
    await expect(drawer).toHaveCount(0);
  });

  test('opens the menu as a drawer that Esc closes', async ({ page }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Abrir menu' }).tap();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('link', { name: 'Pesquisar' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    const menu = page.getByRole('button', { name: 'Abrir menu' });
    await expect(menu).toBeFocused();

    // A drawer that the turned screen replaces stays closed when the screen is turned back.
    await menu.tap();
    await expect(drawer).toBeVisible();
    const { width, height } = page.viewportSize() ?? { width: 360, height: 800 };
    await page.setViewportSize({ width: height, height: width });
    await expect(drawer).toHaveCount(0);
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeVisible();
    await expect(drawer).toHaveCount(0);
  });
});

test('a failed request for the state of the data leaves the screen in place', async ({ page }) => {
  let requests = 0;
  await page.route('**/api/release', (route) => {
    requests += 1;
    return route.fulfill({ status: 500 });
  });
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Histórico', level: 1 })).toBeVisible();
  await sleep(2_000);
  // A frame that disappears for each request starts another one each time, without end.
  expect(requests).toBeLessThan(8);
  await expect(page.getByRole('heading', { name: 'Histórico', level: 1 })).toBeVisible();
});

test('the main field stays wide enough at a zoom of 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/');
  await expect(mainField(page)).toBeVisible();
  expect((await mainField(page).boundingBox())?.width).toBeGreaterThanOrEqual(256);
});
