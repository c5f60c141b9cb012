import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoFindings, expectNoFindingsInAnyLook } from './findings.ts';
import { expectToast, newAccount, settledAccount, signIn } from './people.ts';
import { administrator } from './served-product.ts';
import { test } from './signed-in.ts';

const ofSignedOut = [
  '/login',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=abc',
  '/test-login',
  '/working-login',
  '/docs/api',
  '/privacy',
  '/terms',
  '/unsubscribe',
  '/nada-aqui',
];
const ofSignedIn = [
  '/admin/dashboard',
  '/admin/dashboard?aba=usuarios',
  '/admin/dashboard?aba=envios',
  '/admin/dashboard?aba=configuracoes',
  '/admin/users?novo=1',
  '/admin/companies?novo=1',
  '/admin/settings',
  '/admin/settings?aba=links',
  '/admin/settings?aba=sistema',
  '/admin/audit',
  '/admin/source',
  '/admin/releases',
  '/integrity?mes=202307',
  '/integrity?importar=1',
  '/my-data',
  '/change-password',
  '/nada-aqui',
];

async function expectNoFindingsAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('output', { hasText: 'Carregando...' })).toHaveCount(0);
  await expectNoFindingsInAnyLook(page);
}

test('axe finds a planted defect, in the whole page and in its part', async ({ page }) => {
  await page.goto('/my-data');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')));
  await expect(expectNoFindings(page)).rejects.toThrow('image-alt');
  await expect(expectNoFindings(page, 'main')).rejects.toThrow('image-alt');
  await expectNoFindings(page, 'header');
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'Salvar';
    button.ariaLabel = 'Enviar';
    document.querySelector('header')?.append(button);
  });
  await expect(expectNoFindings(page, 'header')).rejects.toThrow('label-content-name-mismatch');
});

for (const path of ofSignedIn) {
  test(`axe finds nothing on ${path}`, ({ page }) => expectNoFindingsAt(page, path));
}

test.describe('signed out', () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  for (const path of ofSignedOut) {
    test(`axe finds nothing on ${path}`, ({ page }) => expectNoFindingsAt(page, path));
  }

  test('axe finds nothing where a role is not admitted', async ({ page }) => {
    await signIn(page, await settledAccount('sem.acesso@exemplo.com.br'));
    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { name: 'Acesso negado' })).toBeVisible();
    await expectNoFindingsInAnyLook(page);
  });
});

const ground = (place: Locator) =>
  place.evaluate((element) => getComputedStyle(element).backgroundColor);

const ink = (place: Locator) => place.evaluate((element) => getComputedStyle(element).color);

test('forced colours show which tab and which screen are chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/admin/dashboard');
  const tab = (selected: boolean) => page.getByRole('tab', { selected }).first();
  expect(await ground(tab(true))).not.toBe(await ground(tab(false)));
  const entry = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await ground(entry('Painel'))).not.toBe(await ground(entry('Usuários')));
  await page.goto('/integrity');
  await page.getByText('Meses sintéticos, sem números do MTE').click();
  const month = page.locator('button[aria-pressed]').first();
  await month.click();
  expect(await ink(month.locator('span').first())).toBe(await ink(month));
  await page.emulateMedia({ forcedColors: 'none' });
});

test('forced colours show that a region scrolls', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/docs/api');
  await expect(page.locator('.scroll-edges[tabindex]').first()).toHaveCSS('border', /^2px dashed/);
  await page.emulateMedia({ forcedColors: 'none' });
});

test('forced colours show which box is ticked, and their theme prevails over the chosen one', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/history');
  await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
  const box = page.getByRole('checkbox', { name: 'Usar atalhos de uma tecla' });
  const tick = page.getByRole('dialog').locator('label svg');
  await expect(box).toBeChecked();
  await expect(tick).toBeVisible();
  await box.uncheck();
  await expect(tick).toBeHidden();
  await box.check();
  // Charts have the product's colours, which must suit the system's ground.
  const scheme = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
    return getComputedStyle(document.documentElement).colorScheme;
  });
  expect(scheme).toBe('light dark');
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
});

async function expectInWindow(opened: Locator): Promise<void> {
  const box = await opened.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.y ?? 0) + (box?.height ?? 360)).toBeLessThanOrEqual(360);
}

test('a menu that is taller than the window scrolls in it, and its focused option has a ring', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 360 });
  await page.goto('/dashboard?cbo=521110&uf=SP');
  await page.getByRole('button', { name: /^qualquer escolaridade/ }).click();
  const levels = page.getByRole('dialog', { name: 'Mudar: Escolaridade' });
  await expectInWindow(levels);
  await levels.getByRole('button').last().focus();
  await expectInWindow(levels.getByRole('button').last());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('button', { name: /^Municípios/ }).press('Enter');
  await expectInWindow(page.getByRole('dialog', { name: 'Municípios' }));
  const town = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') })
    .first();
  await town.getByRole('checkbox').focus();
  await expect(town.locator('label')).toHaveCSS('outline-style', 'solid');
  await page.goto('/compare?s=cbo%3D521110&s=cbo%3D411010');
  await page.getByRole('button', { name: 'Ações de A' }).click();
  await expectInWindow(page.getByRole('menu'));
});

test('the months of the integrity screen fit their buttons, also beside the open menu', async ({
  page,
}) => {
  await page.goto('/integrity');
  await page.getByText('Meses sintéticos, sem números do MTE').click();
  const months = page.getByRole('region', { name: /^Série / }).getByRole('button');
  for (const width of [320, 640, 700, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(months.first()).toBeVisible();
    const narrow = await months.evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const own = button.getBoundingClientRect().width;
        return button.scrollWidth > button.clientWidth || own < 24 ? [own] : [];
      }),
    );
    expect(narrow, `${width} pixels wide`).toEqual([]);
  }
});

test('a field for several files says in full that none is chosen, also at 320 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/admin/upload');
  const text = page.getByText('Nenhum arquivo escolhido', { exact: true });
  await expect(text).toBeVisible();
  expect(await text.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
});

test('the fields of a new row fit their panel, also beside the open menu', async ({ page }) => {
  await page.goto('/admin/settings');
  const fields = page.getByRole('form', { name: /^Importar um / }).getByRole('textbox');
  for (const width of [320, 640, 700, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(fields).toHaveCount(6);
    const narrow = await fields.evaluateAll((inputs) =>
      inputs.map((input) => input.getBoundingClientRect().width).filter((own) => own < 120),
    );
    expect(narrow, `${width} pixels wide`).toEqual([]);
  }
});

test('axe finds nothing on what opens: refused fields, role menu, dialogs, drawer', async ({
  page,
}) => {
  const { email } = await newAccount('menu.aberto@exemplo.com.br');
  await page.goto(`/admin/users?novo=1&busca=${email}`);
  await page.getByRole('button', { name: 'Criar usuário' }).click();
  await expect(page.getByLabel('Nome', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectNoFindings(page);
  await page.getByRole('button', { name: /^Papel de / }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Editar: / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByText('Eliminar os dados desta pessoa').click();
  await page.getByLabel('Digite o e-mail da pessoa para confirmar').fill('outra@exemplo.com.br');
  await page.getByRole('button', { name: 'Eliminar para sempre' }).click();
  await page.getByLabel('Sua senha', { exact: true }).fill(administrator.password);
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expectToast(page, 'Erro ao eliminar os dados', 'e-mail');
  await expectNoFindings(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectNoFindings(page);
});

test('a dialog returns the focus to a clicked button, also as Safari focuses', async ({ page }) => {
  await page.goto('/admin/users');
  // Safari gives the focus to the panel around a clicked button.
  await page.evaluate(() =>
    addEventListener('mousedown', (event) => {
      event.preventDefault();
      if (event.target instanceof Element) {
        event.target.closest<HTMLElement>('[tabindex="-1"]')?.focus();
      }
    }),
  );
  const edit = page.getByRole('button', { name: /^Editar: / }).first();
  await edit.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
});

test('nothing is below the camera of a phone on its side', async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  const insets = { left: 59, right: 59, bottom: 21 };
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.setViewportSize({ width: 852, height: 393 });
  await page.goto('/dashboard');
  const menu = await page.getByRole('link', { name: 'Pesquisar', exact: true }).boundingBox();
  expect(menu?.x).toBeGreaterThan(insets.left);
  await page.getByRole('button', { name: 'Filtros' }).click();
  const form = page.getByRole('dialog');
  await expect(form).toBeVisible();
  const padding = await page.evaluate(() => getComputedStyle(document.body).paddingLeft);
  expect(padding).toBe(`${insets.left}px`);
  const close = await form.getByRole('button', { name: 'Fechar' }).boundingBox();
  expect((close?.x ?? 852) + (close?.width ?? 0)).toBeLessThan(852 - insets.right);
  const search = await form.getByRole('button', { name: 'Buscar Dados' }).boundingBox();
  expect((search?.y ?? 393) + (search?.height ?? 0)).toBeLessThan(393 - insets.bottom);
  await devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
});

test('the pages of text keep the menu of a signed-in user', { tag: '@axe' }, async ({ page }) => {
  for (const path of ['/docs/api', '/privacy', '/terms']) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Pesquisar', exact: true })).toBeVisible();
    await expectNoFindingsAt(page, path);
  }
});
