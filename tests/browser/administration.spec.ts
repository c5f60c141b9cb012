import { expect, type Locator, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defaultLoadLimits } from '../../shared/contracts/comparison.ts';
import type { LoadedFromSource, SourceCheck, SourceNews } from '../../shared/contracts/source.ts';
import { expectToast, settledAccount, signIn } from './people.ts';
import { administrator } from './served-product.ts';
import { test } from './signed-in.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A focused control that becomes natively disabled loses the focus at the next frame. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('the dashboard has real figures under four tabs', { tag: '@main' }, async ({ page }) => {
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('tab')).toHaveText([
    'Visão geral',
    'Usuários',
    'Envios',
    'Configurações',
  ]);
  await expect(page.getByText('Status do sistema')).toBeVisible();
  await expect(page.getByText(/^(Online|Atenção)$/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Verificar saúde' })).toHaveAttribute(
    'target',
    '_blank',
  );
  await page.getByRole('tab', { name: 'Visão geral' }).press('ArrowRight');
  await expect(page.getByRole('link', { name: 'Gerenciar usuários' })).toBeVisible();
  await page.getByRole('tab', { name: 'Envios' }).click();
  await expect(page).toHaveURL(/aba=envios/);
  await expect(page.getByText(/Até 500MB por arquivo, ZIP para maiores/)).toContainText(
    /434MB.*7MB.*1MB/,
  );
  const recent = page.getByRole('table', { name: 'Envios recentes' });
  await expect(recent).toContainText('Versão 1 dos dados publicada');
  await expect(recent.getByRole('link').first()).toHaveAttribute('href', /^\/admin\/uploads\/./);
  await field(page, 'Arquivos do CAGED').setInputFiles([
    { name: 'CAGEDMOV202512.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    { name: 'planilha.xls', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
  ]);
  await expect(page.getByText('Envie .txt, .csv, .zip ou .7z.')).toBeVisible();
  await expect(button(page, 'Enviar arquivos')).toBeDisabled();
  await page.getByRole('tab', { name: 'Configurações' }).click();
  await expect(page.getByRole('link', { name: 'Abrir configurações' })).toBeVisible();
  await page.getByRole('tab', { name: 'Visão geral' }).click();
  await page.getByRole('link', { name: 'Criar usuário' }).click();
  await expect(page.getByRole('heading', { name: 'Novo usuário' })).toBeVisible();
});

test('the dashboard shows its tabs while its figures cannot be loaded', async ({ page }) => {
  await page.route('**/api/admin/overview', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/admin/dashboard');
  await expect(button(page, 'Tentar de novo')).toBeVisible();
  await page.getByRole('tab', { name: 'Envios' }).click();
  await expect(field(page, 'Arquivos do CAGED')).toBeVisible();
});

test('a short page takes one sheet of paper, and no table of a page is in a grid there', async ({
  page,
}) => {
  // A4 less the margins of `@page`.
  await page.setViewportSize({ width: 703, height: 1017 });
  await page.emulateMedia({ media: 'print' });
  await page.goto('/admin/companies');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Empresas');
  // Firefox adds an empty sheet after a frame that is as tall as one.
  expect(await page.evaluate(() => document.body.offsetHeight)).toBeLessThan(1000);

  // Firefox cuts the rows of a table in a grid at the end of a sheet, and does not repeat its head.
  for (const path of ['/admin/settings', '/my-data']) {
    await page.goto(path);
    await expect(page.getByRole('table').last()).toBeVisible();
    expect(
      await page.getByRole('table').evaluateAll((tables) =>
        tables.filter((table) => {
          for (let box = table.parentElement; box; box = box.parentElement) {
            if (getComputedStyle(box).display === 'grid') return true;
          }
          return false;
        }),
      ),
    ).toHaveLength(0);
  }
});

test('the dashboard fills both columns, and its tabs fit on one line of a phone', async ({
  page,
}) => {
  await page.goto('/admin/dashboard');
  const left = async (name: string) =>
    (await page.getByRole('region', { name, exact: true }).boundingBox())?.x ?? 0;
  await expect(page.getByRole('region', { name: 'Ações rápidas' })).toBeVisible();
  expect(await left('Ações rápidas')).toBe(await left('Sessão atual'));
  expect(await left('Ações rápidas')).toBeGreaterThan(await left('Partes do sistema'));
  await page.setViewportSize({ width: 360, height: 780 });
  for (const path of ['/admin/dashboard', '/admin/settings']) {
    await page.goto(path);
    await expect(page.getByRole('tab').last()).toBeVisible();
    const tops = (await page.getByRole('tab').all()).map(
      async (tab) => (await tab.boundingBox())?.y,
    );
    expect(new Set(await Promise.all(tops)).size).toBe(1);
  }
  await page.goto('/admin/users');
  const top = async (label: string) => (await field(page, label).boundingBox())?.y;
  await expect(field(page, 'Situação')).toBeVisible();
  expect(await top('Papel')).toBe(await top('Situação'));
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('settings: what is loaded, the system, and the imports', async ({ page }) => {
  await page.goto('/admin/settings?aba=sistema');
  await expect(page.getByText('Produção', { exact: true })).toBeVisible();
  await expect(page.getByText(administrator.email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Diagnóstico de upload' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Envio avançado' })).toBeVisible();
  const health = page.waitForEvent('popup');
  await page.getByRole('link', { name: /Verificar saúde do sistema/ }).click();
  await expect((await health).locator('body')).toContainText('"part":"app_database"');
  await page.getByRole('tab', { name: 'Tabelas', exact: true }).click();
  const loaded = page.getByRole('table', { name: 'Tabelas de referência carregadas' });
  await expect(loaded.getByRole('columnheader')).toHaveText(['Tabela', 'Origem', 'Itens']);
  await button(page, 'Importar CBO').click();
  await expectToast(page, 'CBO importada', 'ocupações');
  await button(page, 'Importar municípios').click();
  await expectToast(page, 'Municípios importados', 'municípios');

  const occupations = page.getByLabel('Ocupações', { exact: true });
  await occupations.setInputFiles({
    name: 'CBO2002.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('isto;não\n1;2'),
  });
  await button(page, 'Importar arquivos').click();
  await expectToast(page, 'Erro na importação', 'CODIGO;TITULO');
  await expect(occupations).toHaveAccessibleDescription(/CODIGO;TITULO/);
});

test('an import that fails without a message shows a general message', async ({ page }) => {
  await page.goto('/admin/settings');
  await page.route('**/api/admin/import-cbo', (route) => route.fulfill({ status: 502, body: '' }));
  await button(page, 'Importar CBO').click();
  await expectToast(page, 'Erro na importação', 'Erro ao importar dados CBO');
});

test('a newer minimum wage is put in force and taken away again', async ({ page }) => {
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Importar um valor mais novo' });
  const source = 'Decreto de teste 1/2031';
  await form.getByLabel('Mês (AAAAMM)').fill('2031');
  await form.getByRole('button', { name: 'Importar' }).click();
  await expect(form.getByRole('alert')).toContainText('AAAAMM');
  await form.getByLabel('Mês (AAAAMM)').fill('203101');
  await form.getByLabel('Valor (R$)').fill('2.000,50');
  await form.getByLabel('Fonte').fill(source);
  await form.getByRole('button', { name: 'Importar' }).click();
  await expectToast(
    page,
    'Tabela atualizada',
    'O novo salário mínimo vale nas pesquisas a partir do seu mês.',
  );
  await expect(page.getByRole('row').filter({ hasText: source })).toContainText('R$ 2.000,50');
  await button(page, `Retirar: jan/2031, ${source}`).click();
  const dialog = page.getByRole('dialog', { name: 'Retirar este valor?' });
  await expect(dialog).toContainText(
    `As pesquisas deixam de usar na hora o valor de jan/2031 (${source}).`,
  );
  await dialog.getByRole('button', { name: 'Voltar' }).click();
  await expect(button(page, `Retirar: jan/2031, ${source}`)).toBeFocused();
  await button(page, `Retirar: jan/2031, ${source}`).click();
  await button(page, 'Retirar').click();
  await expect(page.getByText(source)).toHaveCount(0);
});

/** Imports January 2040 into the INPC; returns the form. */
async function importMonth(page: Page): Promise<Locator> {
  await page.goto('/admin/settings');
  const form = page.getByRole('form', { name: 'Importar um mês mais novo' });
  await form.getByLabel('Mês (AAAAMM)').fill('204001');
  await form.getByLabel('Variação (%)').fill('0,31');
  await form.getByLabel('Fonte').fill('IBGE');
  await form.getByRole('button', { name: 'Importar' }).click();
  return form;
}

test('INPC months follow one another', async ({ page }) => {
  const form = await importMonth(page);
  await expect(form.getByRole('alert')).toContainText('Falta o mês');
});

test('a month that is typed while another one is imported remains', async ({ page }) => {
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/admin/inpc', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await typed.promise;
    return route.fulfill({ json: [] });
  });
  const form = await importMonth(page);
  await form.getByLabel('Mês (AAAAMM)').fill('204002');
  typed.resolve();
  await expectToast(page, 'Tabela atualizada', 'em vigor');
  await expect(form.getByLabel('Mês (AAAAMM)')).toHaveValue('204002');
});

test('the audit is filtered by its link and taken away as a file', async ({ page }) => {
  await page.goto('/admin/audit');
  await field(page, 'Ação').selectOption('session.started');
  await expect(page).toHaveURL(/acao=session.started/);
  const rows = page.getByRole('table').getByRole('rowheader');
  await expect(rows.first()).toHaveText('Login');
  await field(page, 'Até').fill('2020-01-01');
  await expect(page.getByText('Nenhum registro com esses filtros')).toBeVisible();
  await field(page, 'Até').fill('');
  await expect(rows.first()).toHaveText('Login');
  await field(page, 'De').focus();
  await page.keyboard.type('05052020', { delay: 50 });
  await expect(page).toHaveURL(/de=2020-05-05/);
  await expect(field(page, 'De')).toHaveValue('2020-05-05');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Exportar CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^auditoria-.*\.csv$/);
});

const usualEntries = [
  'Pesquisar',
  'Comparar',
  'Minha folha',
  'Relatórios',
  'Histórico',
  'Pesquisas salvas',
];

test('an administrator is called one, and has four entries more', async ({ page }) => {
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Principal' });
  await expect(navigation.getByRole('heading', { name: 'Administração' })).toBeVisible();
  await expect(page.getByText('Administrador', { exact: true })).toBeVisible();
  await expect(navigation.getByRole('link').filter({ visible: true })).toHaveText([
    ...usualEntries,
    'Painel',
    'Processamento CAGED',
    'Usuários',
    'Configurações',
  ]);
});

test('screens that share an entry are tabs under their own addresses', async ({ page }) => {
  for (const [name, paths] of [
    ['Processamento CAGED', ['/admin/upload', '/admin/source', '/admin/releases']],
    ['Usuários', ['/admin/users', '/admin/companies', '/admin/audit']],
  ] as const) {
    await page.goto(paths[0]);
    const tabs = page.getByRole('navigation', { name, exact: true });
    for (const [index, path] of paths.entries()) {
      await tabs.getByRole('link').nth(index).click();
      await expect(page).toHaveURL(path);
      await expect(tabs.locator('[aria-current=page]')).toHaveAttribute('href', path);
    }
  }
  // The lists have entries of their own, so no tabs repeat them.
  await page.goto('/history');
  await expect(page.getByRole('heading', { name: 'Histórico', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Relatórios', exact: true })).toHaveCount(1);
});

test('no figures of MTE are offered beside demonstration data', async ({ page }) => {
  await signIn(page, administrator);
  await page.goto('/integrity');
  await expect(page.getByText(/^Os dados atuais são sintéticos, de demonstração/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Importar números do MTE' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Atualidade dos dados' }).click();
  await expect(page.getByRole('dialog')).not.toContainText('Conferir com os números');
});

test.describe('a user who is not an administrator', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('is called a client', async ({ page }) => {
    await signIn(page, await settledAccount('cliente.rotulo@exemplo.com.br', 'CLIENT'));
    await page.goto('/dashboard');
    await expect(page.getByText('Cliente', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Administração' })).toHaveCount(0);
    const navigation = page.getByRole('navigation', { name: 'Principal' });
    const links = navigation.getByRole('link').filter({ visible: true });
    await expect(links).toHaveText(usualEntries);
    await navigation.getByText('Mais', { exact: true }).click();
    await expect(links).toHaveText([...usualEntries, 'Igualdade', 'Integridade dos dados', 'API']);
  });

  test('sees neither section nor screens', async ({ page }) => {
    const account = await settledAccount('leitora@exemplo.com.br', 'VIEWER');
    await signIn(page, account);
    await page.goto('/dashboard');
    const navigation = page.getByRole('navigation', { name: 'Principal' });
    const links = navigation.getByRole('link');
    await expect(links.first()).toHaveText('Pesquisar');
    await navigation.getByText('Mais', { exact: true }).click();
    await expect(links.filter({ hasText: 'Integridade dos dados' })).toBeVisible();
    await expect(navigation.getByRole('heading', { name: 'Administração' })).toHaveCount(0);
    await expect(page.getByText('Visualizador', { exact: true })).toBeVisible();
    await page.goto('/integrity?importar=1');
    await expect(page.getByText(/^Os dados atuais são sintéticos, de demonstração/)).toBeVisible();
    // No counts of months that agree, differ or lack a file: demonstration data has nothing to agree with.
    await expect(page.getByText('iguais aos do MTE, até a última unidade')).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Série / })).toHaveCount(0);
    await page.getByText('Meses sintéticos, sem números do MTE').click();
    await expect(page.getByRole('region', { name: /^Série / })).toHaveCount(2);
    await expect(page.getByText('Importar números do MTE')).toHaveCount(0);
    for (const path of [
      'dashboard',
      'source',
      'releases',
      'users',
      'companies',
      'settings',
      'audit',
    ]) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole('heading', { name: 'Acesso negado' })).toBeVisible();
    }
  });
});

test('a late response does not replace a saved setting of the daily check', async ({ page }) => {
  const check: SourceCheck = {
    isEnabled: true,
    loadsByItself: false,
    source: 'ftp://exemplo.gov.br/caged',
    lastCheckAt: null,
    lastResult: null,
  };
  const saved = Promise.withResolvers<void>();
  const saving = Promise.withResolvers<void>();
  let isLate = false;
  let saves = 0;
  await page.route('**/api/admin/source/check', async (route) => {
    if (route.request().method() === 'PUT') {
      saves += 1;
      await saving.promise;
      await route.fulfill({ json: { ...check, isEnabled: false } });
      return;
    }
    if (isLate) await saved.promise;
    // The page may have cancelled the request.
    await route.fulfill({ json: check }).catch(() => undefined);
  });
  await page.goto('/admin/source');
  const daily = page.getByRole('checkbox', { name: 'Verificar a fonte todo dia' });
  await expect(daily).toBeChecked();
  await page.getByRole('link', { name: 'Versões' }).click();
  await expect(page.getByRole('heading', { name: 'Versões dos dados' })).toBeVisible();
  isLate = true;
  const older = page.waitForRequest('**/api/admin/source/check');
  await page.getByRole('link', { name: 'Fonte e limites' }).click();
  const request = await older;
  await daily.press('Space');
  await expect(daily).toBeDisabled();
  await daily.press('Space');
  await nextFrame(page);
  await expect(daily).toBeFocused();
  saving.resolve();
  await expectToast(page, 'Configuração salva', 'A fonte não é mais verificada todo dia.');
  expect(saves).toBe(1);
  saved.resolve();
  await request.response();
  await sleep(500);
  await expect(daily).not.toBeChecked();
});

test('after a failed query is repeated, the focus stays in its panel or on the page', async ({
  page,
}) => {
  const failed = { status: 500, body: '' };
  await page.route('**/api/admin/load-limits', (route) => route.fulfill(failed));
  await page.route('**/api/admin/source/check', (route) => route.fulfill(failed));
  await page.goto('/admin/source');
  const limits = page.getByRole('region', { name: 'Limites de conferência' });
  const retry = page.getByRole('button', { name: 'Tentar de novo' });
  await limits.locator(retry).press('Enter');
  await expect(limits).toBeFocused();
  await expect(retry).toHaveCount(2);
  await page.unroute('**/api/admin/load-limits');
  await limits.locator(retry).press('Enter');
  await expect(limits.getByText('Ver e alterar (11)')).toBeVisible();
  await expect(limits).toBeFocused();
  await retry.press('Enter');
  await expect(page.locator('#conteudo')).toBeFocused();
});

test('a search for news and a failed load leave the focus on their buttons', async ({ page }) => {
  const source = 'ftp://exemplo.gov.br/caged';
  const check: SourceCheck = {
    isEnabled: true,
    loadsByItself: false,
    source,
    lastCheckAt: null,
    lastResult: null,
  };
  const file = { name: 'CAGEDMOV202607.7z', bytes: 1_000, modifiedAt: null, hash: null };
  const news: SourceNews = {
    source,
    checkedAt: '2026-09-01T12:00:00.000Z',
    news: [{ kind: 'MOV', month: '202607', state: 'nova', file, loaded: null }],
  };
  const found = Promise.withResolvers<void>();
  let searches = 0;
  await page.route('**/api/admin/source/check', (route) => route.fulfill({ json: check }));
  await page.route('**/api/admin/source/news', async (route) => {
    searches += 1;
    await found.promise;
    await route.fulfill({ json: news });
  });
  await page.route('**/api/admin/source/load', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/admin/source');
  const search = page.getByRole('button', { name: /^Procura/ });
  await search.press('Enter');
  await expect(search).toHaveText('Procurando...');
  await search.press('Enter');
  await nextFrame(page);
  await expect(search).toBeFocused();
  found.resolve();
  const load = page.getByRole('button', { name: /^Carregar 1.mês$/ });
  await expect(load).toBeVisible();
  await expect(search).toBeFocused();
  expect(searches).toBe(1);
  await load.press('Enter');
  await expectToast(page, 'Erro ao carregar', 'Os arquivos podem não ter ido para a fila.');
  await nextFrame(page);
  await expect(load).toBeFocused();
  // Once the load is requested, its button is no longer on the page.
  const loaded: LoadedFromSource = { uploads: [], message: 'Nada a carregar agora.' };
  await page.route('**/api/admin/source/load', (route) => route.fulfill({ json: loaded }));
  await load.press('Enter');
  await expect(load).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Novidades da fonte' })).toBeFocused();
});

test('a save is sent once, and leaves the focus on its button or field', async ({ page }) => {
  let held = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/api/admin/load-limits', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    saves += 1;
    await held.promise;
    const changed = z.partialRecord(z.string(), z.number()).parse(route.request().postDataJSON());
    return route.fulfill({ json: { ...defaultLoadLimits, ...changed } });
  });
  await page.goto('/admin/source');
  await page.getByText('Ver e alterar (11)').click();
  const limit = page.getByLabel('Diferença da versão publicada (%)');
  const save = page.getByRole('button', { name: /^Salva/ });
  const own = page.getByRole('form').filter({ has: limit }).locator(save);
  await limit.fill('41');
  await own.press('Enter');
  await expect(own).toHaveText('Salvando...');
  await own.press('Enter');
  await nextFrame(page);
  await expect(own).toBeFocused();
  await expect(own).toBeDisabled();
  await limit.press('Enter');
  await own.focus();
  held.resolve();
  await expectToast(page, 'Configuração salva', 'próximo envio');
  // Nothing has changed since.
  await expect(own).toBeDisabled();
  await nextFrame(page);
  await expect(own).toBeFocused();
  expect(saves).toBe(1);

  held = Promise.withResolvers();
  await limit.fill('42');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(own).toHaveText('Salvando...');
  held.resolve();
  await expect(own).toHaveText('Salvar');
  await expect(limit).toBeFocused();
  expect(saves).toBe(2);
});

test('a number that is typed while others are saved remains', async ({ page }) => {
  const typed = Promise.withResolvers<void>();
  await page.route('**/api/admin/load-limits', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await typed.promise;
    const changed = z.partialRecord(z.string(), z.number()).parse(route.request().postDataJSON());
    return route.fulfill({ json: { ...defaultLoadLimits, ...changed } });
  });
  await page.goto('/admin/source');
  await page.getByText('Ver e alterar (11)').click();
  const [released, neighbours] = [
    page.getByLabel('Diferença da versão publicada (%)'),
    page.getByLabel('Diferença dos meses vizinhos (%)'),
  ];
  await released.fill('41');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await neighbours.fill('77');
  typed.resolve();
  await expectToast(page, 'Configuração salva', 'próximo envio');
  await expect(released).toHaveValue('41');
  await expect(neighbours).toHaveValue('77');
});

test('at twice the usual text size, screens fit on a phone', async ({ browser, session }) => {
  const withText = async (size: number, width: number, storageState: typeof session) => {
    const phone = await browser.newContext({ storageState, viewport: { width, height: 780 } });
    const page = await phone.newPage();
    const developer = await phone.newCDPSession(page);
    await developer.send('Page.setFontSizes', { fontSizes: { standard: size } });
    return page;
  };
  const large = await withText(32, 360, session);
  const screens = {
    '/my-data': large.getByText('Exportar tudo (JSON)'),
    '/admin/upload': large.getByText('Versão 1 dos dados publicada').first(),
    '/admin/settings': large.getByRole('table', { name: 'Tabelas de referência carregadas' }),
    '/admin/users': large.getByText(administrator.email).first(),
  };
  for (const [path, content] of Object.entries(screens)) {
    await large.goto(path);
    await expect(content).toBeVisible();
    expect(await widthOf(large), path).toBe(360);
  }
  // The width of the panel's content: two margins of 2 rem and two borders less than the page.
  expect((await large.getByLabel('Papel', { exact: true }).boundingBox())?.width).toBe(230);
  const cut = await large.getByRole('note').evaluate((banner) => {
    const text = document.createRange();
    text.selectNodeContents(banner);
    return banner.getBoundingClientRect().top - text.getBoundingClientRect().top;
  });
  expect(cut).toBeLessThanOrEqual(0);

  const signedOut = { cookies: [], origins: [] };
  const largeLogin = await withText(32, 360, signedOut);
  await largeLogin.goto('/login');
  await expect(largeLogin.getByRole('button', { name: 'Mediana' })).toBeVisible();
  expect(await widthOf(largeLogin)).toBe(360);
  const narrow = await withText(16, 320, session);
  await narrow.goto('/admin/settings');
  const number = narrow.getByRole('cell', { name: 'Decreto 12.797/2025' });
  const lines = await number.evaluate((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getClientRects().length;
  });
  expect(lines).toBe(2);
  const excess = await number.evaluate((cell) => {
    const region = cell.closest('[role=region]') ?? cell;
    return region.scrollWidth - region.clientWidth;
  });
  expect(excess).toBe(0);
  const narrowLogin = await withText(16, 320, signedOut);
  await narrowLogin.goto('/login');
  const gap = await narrowLogin.getByText(/ou mais$/).evaluate((label) => {
    const middle = label.previousElementSibling?.getBoundingClientRect().right ?? Number.NaN;
    return label.getBoundingClientRect().left - middle;
  });
  expect(gap).toBeGreaterThanOrEqual(8);
  await Promise.all([large, largeLogin, narrowLogin].map((page) => page.context().close()));
});
