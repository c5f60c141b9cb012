import { expect, test, type Locator, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { expectNoFindingsInAnyLook } from './findings.ts';
import { expectToast, settledAccount, signIn } from './people.ts';
import { administrator } from './served-product.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'the form stands beside what the product offers, shown on real figures',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto('/');
    await expect(button(page, 'Entrar')).toBeVisible();
    await expect(page.getByRole('term')).toHaveText([
      'Filtros avançados',
      'Análise estatística interativa',
      'Relatórios profissionais',
      'Dados do governo',
      'Proteção de dados',
      'Atualizações mensais',
    ]);
    for (const shown of [
      /· Brasil · .+ a /,
      /^média R\$\s[\d.,]+ · mediana R\$\s[\d.,]+$/,
      /^[\d.]+\sregistros · percentis exatos$/,
      'Por enquanto, esta instalação só tem a demonstração.',
      /registros, mais que o mínimo de 5$/,
      /^dados até /,
    ])
      await expect(page.getByRole('definition').filter({ hasText: shown })).toHaveCount(1);
    const miniature = page.getByRole('figure');
    await expect(miniature).toContainText('Dados sintéticos de demonstração');
    // The outermost bars include the records beyond them.
    await expect(miniature).toContainText(/R\$\s[\d.]+ ou menos.*ou mais/);
    const half = await miniature.getByText('Metade ganha até').textContent();
    await miniature.getByRole('button', { name: 'P90' }).click();
    await expect(miniature.getByText('Nove em cada dez ganham até')).not.toHaveText(half ?? '');
  },
);

test('without published months, or without an answer, the offers still stand', async ({ page }) => {
  await page.route('**/api/showcase', (route) => route.fulfill({ json: null }));
  await page.goto('/login');
  await expect(page.getByText(/e os últimos meses estiverem completos/)).toBeVisible();
  await page.unroute('**/api/showcase');
  await page.route('**/api/showcase', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Não foi possível carregar o exemplo agora.')).toBeVisible();
  await expect(page.getByRole('term')).toHaveCount(6);
});

test(
  'a link to a signed-in screen goes on there after the login',
  { tag: '@main' },
  async ({ page }) => {
    await page.goto('/admin/users?busca=admin');
    await field(page, 'E-mail').fill(administrator.email);
    await field(page, 'Senha').fill(administrator.password);
    await button(page, 'Entrar').click();
    await expect(page).toHaveURL(/\/admin\/users\?busca=admin$/);
    await expect(page.getByRole('heading', { name: 'Usuários', exact: true })).toBeVisible();
  },
);

test('the login page offers the provider, returns to the requested screen and shows why a sign-in failed', async ({
  page,
}) => {
  await page.route('**/api/oidc', (route) =>
    route.fulfill({ json: { label: 'a conta do banco' } }),
  );
  await page.goto('/saved?a=1');
  const way = page.getByRole('link', { name: 'Entrar com a conta do banco' });
  await expect(way).toHaveAttribute('href', '/api/oidc/start?returnTo=%2Fsaved%3Fa%3D1');
  await page.goto('/login?problema=provider_no_role');
  await expect(page.getByRole('alert')).toContainText('não tem acesso a este sistema');
  await page.goto('/login?problema=%3Cb%3Eoutro');
  await expect(way).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an unknown path is not found, signed out and signed in', async ({ page }) => {
  const answer = await page.goto('/nada-aqui');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await signIn(page, administrator);
  await page.goto('/test-login');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('the login test shows the server’s message, or that there is none', async ({ page }) => {
  await page.goto('/test-login');
  await field(page, 'E-mail').fill('ninguem@exemplo.com.br');
  await field(page, 'Senha').fill('qualquer coisa');
  await button(page, 'Testar login').click();
  await expect(page.getByRole('alert')).toContainText('O servidor respondeu 401');
  await expect(page.getByRole('alert')).toContainText('Usuário ou senha inválidos');
  await page.route('**/api/login', (route) => route.abort());
  await button(page, 'Testar login').click();
  await expect(page.getByRole('alert')).toContainText('Erro de conexão');
  await page.unroute('**/api/login');
  await field(page, 'E-mail').fill(administrator.email);
  await field(page, 'Senha').fill(administrator.password);
  await button(page, 'Testar login').click();
  await expect(page.getByText('O servidor respondeu 200')).toBeVisible();
  await button(page, 'Abrir o sistema').click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the simulated login sends nothing to a server and states so', async ({ page }) => {
  const requested: string[] = [];
  await page.goto('/working-login');
  // The form appears once the page knows that the user is signed out: earlier requests are not the form's.
  await expect(button(page, 'Simular login')).toBeVisible();
  page.on('request', (request) => requested.push(request.url()));
  await field(page, 'E-mail').fill(administrator.email);
  await field(page, 'Senha').fill(administrator.password);
  await button(page, 'Simular login').click();
  await expect(page.getByText('Isto é uma simulação')).toBeVisible();
  expect(requested.filter((url) => url.includes('/api/'))).toEqual([]);
  await page.goto('/dashboard');
  await expect(button(page, 'Entrar')).toBeVisible();
});

test('privacy notice and terms can be read by anyone', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Aviso de privacidade' }).click();
  await expect(page.getByRole('heading', { name: 'Aviso de privacidade' })).toBeVisible();
  await expect(page.getByText('365 dias')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Termos de uso' }).click();
  await expect(page.getByRole('heading', { name: 'Termos de uso' })).toBeVisible();
});

test('own data: seen, exported, corrected, and a request to delete them', async ({ page }) => {
  const account = await settledAccount('meus.dados@exemplo.com.br');
  await signIn(page, account);
  await page.goto('/my-data');
  await expect(page.getByRole('definition').filter({ hasText: account.email })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Exportar tudo (JSON)' }).click();
  expect((await download).suggestedFilename()).toBe('meus-dados.json');

  await field(page, 'Nome').fill('');
  await button(page, 'Corrigir nome').click();
  await expect(field(page, 'Nome')).toHaveAccessibleDescription(
    'Preencha todos os campos obrigatórios',
  );
  await field(page, 'Nome').fill('Maria Clara');
  await button(page, 'Corrigir nome').click();
  await expectToast(page, 'Nome corrigido', 'Maria Clara Souza');
  await expect(page.getByRole('complementary')).toContainText('Maria Clara Souza');

  await button(page, 'Pedir eliminação').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pedir eliminação' }).click();
  await expectToast(page, 'Pedido recebido', 'Um administrador vai eliminar os seus dados.');
  await expect(page.getByText(/Você pediu a eliminação em/)).toBeVisible();
});

/** The colours of a strip just above the lower border of a dialog. */
async function coloursAtBottom(dialog: Locator): Promise<number[]> {
  const box = await dialog.boundingBox();
  if (!box) throw new Error('The dialog is not visible.');
  const clip = { x: box.x + box.width / 2, y: Math.floor(box.y + box.height) - 5, width: 40 };
  const picture = await dialog
    .page()
    .screenshot({ clip: { ...clip, height: 4 }, scale: 'css', animations: 'disabled' });
  return dialog.evaluate(
    async (_, bytes) => {
      const drawn = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')!;
      context.drawImage(drawn, 0, 0);
      const { data } = context.getImageData(0, 0, drawn.width, drawn.height);
      return [...new Set(new Uint32Array(data.buffer))];
    },
    [...picture],
  );
}

test('the recovery codes of a second factor take the focus, and its act is listed', async ({
  page,
}) => {
  const account = await settledAccount('duas.etapas@exemplo.com.br');
  await signIn(page, account);
  await page.goto('/my-data');
  await button(page, 'Ligar').click();
  const dialog = page.getByRole('dialog');
  // Nothing scrolls, so no line marks the lower edge.
  expect(await coloursAtBottom(dialog)).toHaveLength(1);
  await dialog.getByLabel('Sua senha', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.locator(':focus')).toContainText('Leia a imagem com o aplicativo');
  const key = (await page.getByText('Chave:').locator('code').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  // A code is valid in its own 30 seconds only.
  if (totp.remaining() < 15_000) await sleep(totp.remaining() + 1_000);
  await field(page, 'Código do aplicativo').fill(totp.generate());
  await button(page, 'Confirmar').press('Enter');
  await expect(page.locator(':focus')).toContainText('Guarde estes códigos de recuperação');
  const codes = page.getByLabel('Códigos de recuperação').locator('code');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = () => codes.evaluateAll((all) => all.map((code) => code.getClientRects().length));
    // The sidebar goes a moment after the window becomes narrow.
    await expect.poll(lines, `lines of the codes at ${width} px`).toEqual(Array(8).fill(1));
  }
  const [recovery = ''] = await codes.allInnerTexts();
  await button(page, 'Já guardei').press('Enter');
  await expect(page.getByRole('region', { name: 'Verificação em duas etapas' })).toBeFocused();
  await expect(page.getByRole('row', { name: /etapas ligada/ })).toBeVisible();
  await button(page, 'Trocar os códigos de recuperação').click();
  await dialog.getByLabel('Sua senha', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Trocar' }).click();
  await dialog.getByLabel('Código de verificação').fill(recovery);
  await dialog.getByRole('button', { name: 'Trocar' }).click();
  await expect(page.locator(':focus')).toContainText('Guarde estes códigos de recuperação');
});

/** Signs in over the screen of a session that ended. */
async function signInAgain(page: Page, { email, password }: typeof administrator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Entrar de novo' });
  const secret = dialog.getByLabel('Senha', { exact: true });
  // The e-mail is filled in.
  await expect(secret).toBeFocused();
  await dialog.getByLabel('E-mail', { exact: true }).fill(email);
  await secret.fill(password);
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('after a session ended elsewhere, the login form opens on the same screen', async ({
  page,
}) => {
  await signIn(page, administrator);
  await page.goto('/my-data');
  await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Usuários' }).click();
  await expectToast(page, 'Sessão encerrada', 'Você precisa fazer login primeiro.');
  // Another call fails while the button is pressed: the click is not lost.
  await page.getByRole('button', { name: 'Fazer Login' }).hover();
  await page.mouse.down();
  const refused = page.waitForResponse('**/api/admin/users**');
  await button(page, 'Tentar de novo').evaluate((retry: HTMLElement) => retry.click());
  await refused;
  // The call is repeated once before it fails.
  await page.waitForResponse('**/api/admin/users**');
  await expect(button(page, 'Tentar de novo')).toBeEnabled();
  await page.mouse.up();
  await signInAgain(page, administrator);
  await expect(page.getByRole('table', { name: 'Usuários' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test('what was typed in a session that ended elsewhere stays', async ({ page }) => {
  await page.route('**/api/oidc', (route) =>
    route.fulfill({ json: { label: 'a conta do banco' } }),
  );
  await signIn(page, administrator);
  await page.goto('/my-data');
  await field(page, 'Nome').fill('Maria');
  await page.context().clearCookies();
  await button(page, 'Corrigir nome').click();
  await expectToast(page, 'Sessão encerrada', 'Você precisa fazer login primeiro.');
  await page.getByRole('button', { name: 'Fazer Login' }).click();
  const way = page.getByRole('link', { name: 'Entrar com a conta do banco (outra aba)' });
  await expect(way).toHaveAttribute('rel', 'opener');
  await signInAgain(page, administrator);
  await expect(field(page, 'Nome')).toHaveValue('Maria');
  await expect(page.locator('#conteudo')).toBeFocused();
  await expect(page).toHaveURL(/\/my-data$/);
});

test('another user who signs in over a screen does not see what was typed there', async ({
  page,
}) => {
  const other = await settledAccount('outra.pessoa@exemplo.com.br');
  await signIn(page, administrator);
  await page.goto('/my-data');
  await field(page, 'Nome').fill('Rosa');
  await page.context().clearCookies();
  await button(page, 'Corrigir nome').click();
  await page.getByRole('button', { name: 'Fazer Login' }).click();
  await signInAgain(page, other);
  await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  await expect(field(page, 'Nome')).toHaveValue('Maria');
  await expect(page.getByText(other.email)).toBeVisible();
});

test('signing out in one window signs out in all of them', async ({ page, context }) => {
  await signIn(page, administrator);
  await page.goto('/my-data');
  await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await button(other, 'Sair').click();
  await expect(button(other, 'Entrar')).toBeVisible();
  await expect(button(page, 'Entrar')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toHaveCount(0);
});

test('a screen whose script is gone from the server shows an error, and opens after a reload', async ({
  page,
}) => {
  await page.route(/terms.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/login');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Termos' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'O sistema pode ter sido atualizado. Recarregue a página.',
  );
  await page.unroute(/terms.*\.js/);
  await button(page, 'Recarregar a página').click();
  await expect(page.getByRole('heading', { name: 'Termos' }).first()).toBeVisible();
});

test('a frame whose script does not load shows an error on an empty page, and opens after a reload', async ({
  page,
}) => {
  await signIn(page, administrator);
  const failures: Error[] = [];
  page.on('pageerror', (failure) => failures.push(failure));
  // The build puts the frame and the first screen into one file.
  const frameScript = /\/search-.*\.js/;
  await page.route(frameScript, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/my-data');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('O sistema pode ter sido atualizado. Recarregue a página.');
  await page.unroute(frameScript);
  await button(page, 'Recarregar a página').click();
  await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a login form that does not load over the screen leaves an error in sight', async ({
  page,
}) => {
  await signIn(page, administrator);
  await page.route(/sign-in-again.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/my-data');
  await field(page, 'Nome').fill('Maria');
  await page.context().clearCookies();
  await button(page, 'Corrigir nome').click();
  await page.getByRole('button', { name: 'Fazer Login' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'O sistema pode ter sido atualizado.' });
  await expect(alert).toBeInViewport({ ratio: 1 });
  await button(page, 'Fechar').click();
  await expect(alert).toHaveCount(0);
  await expect(field(page, 'Nome')).toHaveValue('Maria');
  await button(page, 'Corrigir nome').click();
  await page.getByRole('button', { name: 'Fazer Login' }).click();
  await expect(alert).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Recarregar a página')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Entrar')).toBeVisible();
  await expect(page).toHaveURL(/\/my-data$/);
});

test('a page that opens when it is tried again has the focus', async ({ page }) => {
  await signIn(page, administrator);
  await page.route('**/api/user', (route) => route.abort(), { times: 1 });
  await page.goto('/my-data');
  await expect(page.getByRole('alert')).toContainText('Sem conexão com o servidor.');
  await button(page, 'Tentar de novo').click();
  await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  await expect(page.locator('#conteudo')).toBeFocused();
});

/** Milliseconds, by the page's own clock, from the pointer's arrival at a button to its tooltip's appearance. */
async function watchRest(icon: Locator): Promise<() => Promise<number>> {
  await icon.evaluate((element) => {
    const rest = { from: NaN, to: NaN };
    Object.assign(window, { rest });
    element.addEventListener('pointerenter', ({ timeStamp }) => (rest.from = timeStamp));
    new MutationObserver((_, watching) => {
      const parts = [...document.body.children];
      if (!parts.some(({ textContent }) => textContent === element.getAttribute('aria-label')))
        return;
      rest.to = performance.now();
      watching.disconnect();
    }).observe(document.body, { childList: true });
  });
  return () =>
    icon.evaluate(() => {
      const { from, to } = Reflect.get(window, 'rest');
      return Number(to) - Number(from);
    });
}

test('an icon says what it does when the pointer rests on it, and Esc takes that away', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('figure')).toBeVisible();
  const icon = button(page, 'Usar tema escuro');
  const tip = page.getByText('Usar tema escuro', { exact: true });
  const restedMs = await watchRest(icon);
  await icon.hover();
  await expect(tip).toBeVisible();
  // Not immediately: a pointer that only passes shows no tooltip. By the page's own clock, however slow the machine.
  expect(await restedMs()).toBeGreaterThanOrEqual(690);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
});

test('the page of the API describes every call, with an example and its answer, to everyone', async ({
  page,
}) => {
  await page.goto('/docs/api');
  const first = page.getByRole('region', { name: 'Em três linhas, no terminal' }).first();
  await expect(first).toContainText(
    `curl -H "Authorization: Bearer $CHAVE" "${new URL(page.url()).origin}/api/v1/estatisticas?cbo=521110&uf=SP"`,
  );
  const code = page.locator('pre').first().locator('..');
  await expect(code).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByRole('heading', { name: 'Poucos registros' })).toBeVisible();
  await expect(page.getByText('120 pedidos por minuto')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('`');
  const search = page
    .getByRole('region', { name: 'Estatísticas de uma pergunta salarial' })
    .first();
  await expect(search).toContainText('GET /api/v1/estatisticas');
  const example = search.getByText('Resposta de exemplo');
  await expect(example).toBeHidden();
  await search.getByText('GET /api/v1/estatisticas').click();
  await expect(search).toContainText('/api/v1/estatisticas?cbo=521110&uf=SP');
  await example.click();
  await expect(search).toContainText('"mediana": 2475');
  const inBody = page
    .getByRole('region', { name: 'Estatísticas, com a pergunta no corpo' })
    .first();
  await expect(inBody).toContainText(`-d '{"filtros":{"cbo":"521110","uf":"SP"}}'`);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(17);
  await page.getByText('Filtros de um pedido', { exact: true }).first().click();
  await expect(page.getByRole('row', { name: 'faixa_etaria' })).toContainText(
    '26-35 (26 a 35 anos)',
  );
});

test(
  'the page of the API opens the call that its address names, and paper has every call',
  { tag: '@axe' },
  async ({ page }) => {
    await page.goto('/docs/api#estatisticas');
    const request = page.getByText('/api/v1/estatisticas?cbo=521110&uf=SP"').last();
    await expect(request).toBeInViewport();
    const receipt = page.getByText('/api/v1/recibos/').last();
    await expect(receipt).toBeHidden();
    await page.getByText('GET /api/v1/recibos/{id}', { exact: true }).click();
    await page.getByRole('link', { name: 'Link para este endpoint: Lê um recibo' }).click();
    await expect(page).toHaveURL(/\/docs\/api#recibo$/);
    await expect(page.getByText('GET /api/v1/recibos/{id}', { exact: true })).toBeInViewport();
    await expectNoFindingsInAnyLook(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('row', { name: 'faixa_etaria' })).toBeVisible();
    await expect(page.getByText('/api/v1/municipios?').last()).toBeVisible();
  },
);
