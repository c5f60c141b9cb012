import { expect, test, type Page } from '@playwright/test';
import { administrator } from './served-product.ts';

const email = (page: Page) => page.getByLabel('E-mail', { exact: true });
const password = (page: Page) => page.getByLabel('Senha', { exact: true });
const enter = (page: Page) => page.getByRole('button', { name: 'Entrar', exact: true });
const toast = (page: Page) => page.getByRole('region', { name: /^Notificações/ });

async function signIn(page: Page): Promise<void> {
  await email(page).fill(administrator.email);
  await password(page).fill(administrator.password);
  await enter(page).click();
}

test('both fields must be filled, and blanks fill none', { tag: '@main' }, async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await enter(page).click();
  await expect(toast(page)).toContainText('Campos obrigatórios');
  await expect(toast(page)).toContainText('Por favor, preencha email e senha.');
  await expect(email(page)).toBeFocused();
  await toast(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(toast(page).getByText('Campos obrigatórios')).toHaveCount(0);

  await email(page).fill(administrator.email);
  await password(page).fill('   ');
  await enter(page).click();
  await expect(toast(page)).toContainText('Campos obrigatórios');
  await expect(password(page)).toBeFocused();
  expect(requested).not.toContain('/api/login');
});

test(
  'a wrong password is reported in the words of the server, one message at a time',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto('/login');
    await enter(page).click();
    await expect(toast(page)).toContainText('Campos obrigatórios');
    await email(page).fill(administrator.email);
    await password(page).fill('Estrela-Polar-28');
    await enter(page).click();
    await expect(toast(page)).toContainText('Erro no login');
    await expect(toast(page)).toContainText('Usuário ou senha inválidos');
    await expect(toast(page).getByText('Campos obrigatórios')).toHaveCount(0);
    await expect(page).toHaveURL(/\/login$/);
    await expect(email(page)).toHaveValue(administrator.email);
  },
);

test('an answer without words, and no answer at all, are reported too', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/api/login', (route) => route.fulfill({ status: 502, body: '' }));
  await signIn(page);
  await expect(toast(page)).toContainText('O servidor não está respondendo (erro 502)');
  await page.unroute('**/api/login');
  await page.route('**/api/login', (route) => route.abort('connectionrefused'));
  await enter(page).click();
  await expect(toast(page)).toContainText('Sem conexão com o servidor');
});

test('a required code opens its field, and an empty code is requested again', async ({ page }) => {
  const message = 'Digite o código do seu aplicativo de verificação.';
  await page.goto('/login');
  await page.route('**/api/login', (route) =>
    route.fulfill({ status: 401, json: { code: 'code_required', field: 'code', message } }),
  );
  await signIn(page);
  await expect(page.getByLabel('Código de verificação')).toBeFocused();
  await expect(toast(page).getByText('Erro no login')).toHaveCount(0);
  await enter(page).click();
  await expect(toast(page)).toContainText(message);
});

test(
  'the keyboard alone signs in and arrives at the search',
  { tag: '@main' },
  async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/login', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/login');
    await email(page).focus();
    await page.keyboard.type(administrator.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(administrator.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Entrando...' })).toBeDisabled();
    held.resolve();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(toast(page)).toContainText('Login realizado');
    await expect(toast(page)).toContainText('Bem-vindo ao CAGED Analytics!');
    await expect(page.getByRole('heading', { name: 'Nenhuma pesquisa realizada' })).toBeVisible();
  },
);

test('a shared query waits behind the login', async ({ page }) => {
  await page.goto('/?cbo=521110&uf=SP');
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard\?cbo=521110&uf=SP$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Vendedor de comércio');
});

test(
  'after signing out the login appears, also with the back button',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto('/login');
    await signIn(page);
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(enter(page)).toBeVisible();
    // The page that comes back reloads itself at once, which breaks off a wait for its load.
    await page.goBack({ waitUntil: 'commit' });
    await expect(enter(page).or(page.getByRole('link', { name: 'Fazer Login' }))).toBeVisible();
    await expect(page.getByRole('button', { name: 'Buscar Dados' })).toHaveCount(0);
  },
);

test('a signed-in user is redirected from the login to the search', async ({ page }) => {
  await page.goto('/login');
  await signIn(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('button', { name: 'Buscar Dados' })).toBeVisible();
});
