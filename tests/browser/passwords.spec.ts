import { expect, test, type Page } from '@playwright/test';
import { resetLinkFor } from './letters.ts';
import { expectToast, newAccount, settledAccount, signIn } from './people.ts';
import { administrator } from './served-product.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const good = 'Trem-das-Onze_19h';

const rule = (what: string) => `Nova senha deve conter pelo menos ${what}`;

test(
  'a temporary password opens nothing until another is chosen',
  { tag: '@main' },
  async ({ page }) => {
    const account = await newAccount('primeira@exemplo.com.br');
    await page.goto('/my-data');
    await field(page, 'E-mail').fill(account.email);
    await field(page, 'Senha').fill(account.password);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { name: 'Escolha a sua senha' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Escolha a sua senha' })).toBeVisible();

    await page.goto('/my-data');
    await field(page, 'Nova senha').fill(good);
    await field(page, 'Confirmar nova senha').fill(good);
    await page.getByRole('button', { name: 'Salvar a senha' }).click();
    await expectToast(page, 'Senha alterada', 'Sua senha foi alterada com sucesso!');
    await expect(page.getByRole('heading', { name: 'Meus dados', exact: true })).toBeVisible();
  },
);

test('changing the password: rules, strength, refusals and success', async ({ page }) => {
  const account = await settledAccount('troca@exemplo.com.br');
  await signIn(page, account);
  await page.goto('/change-password');
  const submit = page.getByRole('button', { name: 'Alterar senha' });
  await expect(page.getByRole('heading', { name: 'Dicas de segurança' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Voltar à pesquisa' })).toHaveAttribute(
    'href',
    '/dashboard',
  );

  await submit.click();
  await expect(page.getByText('Senha atual é obrigatória')).toBeVisible();
  await expect(page.getByText('Nova senha deve ter no mínimo 8 caracteres')).toBeVisible();

  const missing = page.getByRole('list', { name: 'O que falta' });
  for (const [text, what] of [
    ['sem-maiuscula-1', 'uma letra maiúscula'],
    ['SEM-MINUSCULA-1', 'uma letra minúscula'],
    ['Sem-Numero-Aqui', 'um número'],
    ['SemEspecial12', 'um caractere especial'],
  ] as const) {
    await field(page, 'Nova senha').fill(text);
    await expect(missing).toHaveText(rule(what));
    await expect(field(page, 'Nova senha')).toHaveAccessibleDescription(rule(what));
  }

  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill('outra');
  await submit.click();
  await expect(field(page, 'Senha atual')).toHaveAccessibleDescription('Senha atual é obrigatória');
  await expect(field(page, 'Confirmar nova senha')).toHaveAccessibleDescription(
    'Confirmação de senha não confere',
  );

  await field(page, 'Senha atual').fill('Errada-de-todo-1');
  await field(page, 'Nova senha').fill('P@ssword1');
  await expect(page.getByText('Muito Fraca').first()).toBeVisible();
  await field(page, 'Confirmar nova senha').fill('outra');
  await submit.click();
  await expect(page.getByText('Confirmação de senha não confere')).toBeVisible();
  await expectToast(
    page,
    'Senha inválida',
    'Por favor, corrija os problemas na nova senha antes de continuar.',
  );
  await field(page, 'Nova senha').fill('curta');
  await submit.click();
  await expectToast(
    page,
    'Senha inválida',
    'Por favor, corrija os problemas na nova senha antes de continuar.',
  );
  await field(page, 'Nova senha').fill('P@ssword1');
  await field(page, 'Confirmar nova senha').fill('P@ssword1');
  await submit.click();
  await expectToast(
    page,
    'Senha inválida',
    'Por favor, corrija os problemas na nova senha antes de continuar.',
  );

  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  await submit.click();
  await expectToast(page, 'Erro', 'Senha atual incorreta');
  await expect(field(page, 'Senha atual')).toHaveAccessibleDescription('Senha atual incorreta');

  await field(page, 'Senha atual').fill(account.password);
  await submit.click();
  await expectToast(page, 'Senha alterada', 'Sua senha foi alterada com sucesso!');
  await expect(field(page, 'Nova senha')).toHaveValue('');
  await expect(page.getByText('Força da senha')).toHaveCount(0);
});

const checkPath = '**/api/auth/check-password-strength';

test('a password whose check fails waits for one that can be made, and is then sent', async ({
  page,
}) => {
  const account = await settledAccount('sem.verificacao@exemplo.com.br');
  await signIn(page, account);
  await page.goto('/change-password');
  const submit = page.getByRole('button', { name: 'Alterar senha' });
  let changes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/change-password') && request.method() === 'POST') changes += 1;
  });
  await page.route(checkPath, (route) => route.fulfill({ status: 500, body: '' }));
  await field(page, 'Senha atual').fill(account.password);
  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  await submit.click();
  await expectToast(
    page,
    'Senha inválida',
    'Não foi possível verificar a força da senha. Confira a sua conexão e envie de novo em instantes',
  );
  expect(changes).toBe(0);

  // The check during typing has failed; the check on submit can now reach the server.
  await page.unroute(checkPath);
  await submit.click();
  await expectToast(page, 'Senha alterada', 'Sua senha foi alterada com sucesso!');
  expect(changes).toBe(1);
});

test('a link opened while another person is signed in leaves that person signed in', async ({
  page,
}) => {
  const other = await settledAccount('fica@exemplo.com.br');
  const { email } = await settledAccount('redefine@exemplo.com.br');
  await signIn(page, other);
  await page.request.post('/api/auth/request-password-reset', { data: { email } });
  await page.goto(await resetLinkFor(email));
  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(page.getByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible();
  await expect(page.getByText(`continua aberta a sessão de ${other.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sair e fazer login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await field(page, 'E-mail').fill(email);
  await field(page, 'Senha').fill(good);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  const signedIn = await page.request.get('/api/user');
  expect(await signedIn.json()).toMatchObject({ email });
});

test('typed text can be shown and hidden', async ({ page }) => {
  await page.goto('/reset-password?token=qualquer');
  await field(page, 'Nova senha').fill('abc');
  await page.getByRole('button', { name: 'Mostrar: Nova senha' }).click();
  await expect(field(page, 'Nova senha')).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Ocultar: Nova senha' }).click();
  await expect(field(page, 'Nova senha')).toHaveAttribute('type', 'password');
});

const levels = [
  { level: 'Muito Fraca', strength: 29, token: 'red' },
  { level: 'Fraca', strength: 49, token: 'orange' },
  { level: 'Média', strength: 69, token: 'yellow' },
  { level: 'Forte', strength: 89, token: 'blue' },
  { level: 'Muito Forte', strength: 90, token: 'green' },
] as const;

test('the five levels of strength, each in its colour', async ({ page }) => {
  await page.goto('/reset-password?token=qualquer');
  for (const { level, strength, token } of levels) {
    await page.route('**/api/auth/check-password-strength', (route) =>
      route.fulfill({ json: { strength, level, feedback: [], errors: [], isValid: true } }),
    );
    await field(page, 'Nova senha').fill(`${level} ${strength}`);
    const word = page.locator('output', { hasText: new RegExp(`^${level}$`) });
    await expect(word).toHaveClass(new RegExp(`text-strength-${token}`));
    await expect(page.locator('meter + div > div')).toHaveClass(new RegExp(`bg-strength-${token}`));
    await page.unroute('**/api/auth/check-password-strength');
  }
});

test('a forgotten password: the mailed link sets a new one, once', async ({ page }) => {
  const { email } = await settledAccount('esqueci@exemplo.com.br');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  const send = page.getByRole('button', { name: 'Enviar instruções' });
  await field(page, 'E-mail').fill('isto não é e-mail');
  await send.click();
  await expect(page.getByText('Email inválido')).toBeVisible();

  await field(page, 'E-mail').fill(email);
  await send.click();
  await expectToast(
    page,
    'Email enviado',
    'Verifique sua caixa de entrada para instruções de recuperação.',
  );
  await expect(page.getByRole('heading', { name: 'Email Enviado!' })).toBeVisible();
  await expect(page.locator('#conteudo')).toBeFocused();
  await expect(
    page.getByText(
      'Se o email existe em nossa base, você receberá instruções para redefinir sua senha em alguns minutos.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'pasta de spam' })).toBeVisible();
  await page.getByRole('button', { name: 'Enviar para outro email' }).click();
  await expect(field(page, 'E-mail')).toHaveValue('');

  const link = await resetLinkFor(email);
  await page.goto(link);
  const submit = page.getByRole('button', { name: 'Redefinir senha' });
  await expect(page.locator('input[type=hidden][name=token]')).toHaveValue(/.{20,}/);
  await field(page, 'Nova senha').fill('P@ssword1');
  await field(page, 'Confirmar nova senha').fill('P@ssword1');
  await expect(page.getByText('Muito Fraca').first()).toBeVisible();
  await submit.click();
  await expectToast(
    page,
    'Senha inválida',
    'Por favor, corrija os problemas na senha antes de continuar.',
  );
  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  await submit.click();
  await expectToast(
    page,
    'Senha redefinida',
    'Sua senha foi redefinida com sucesso! Você já pode fazer login.',
  );
  await expect(page.getByRole('heading', { name: 'Senha Redefinida!' })).toBeVisible();
  await expect(page.locator('#conteudo')).toBeFocused();
  await signIn(page, { email, password: good });

  // From another page: navigating to the same address would not load a new page.
  await page.goto('/privacy');
  await page.goto(link);
  await field(page, 'Nova senha').fill(`${good}!`);
  await field(page, 'Confirmar nova senha').fill(`${good}!`);
  await submit.click();
  await expect(page.getByRole('alert')).toContainText(/Token inválido ou expirado/);
  await expect(submit).toBeDisabled();
});

test('a reset link without its token', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Token Inválido' })).toBeVisible();
  await expect(
    page.getByText('Token de recuperação não encontrado. Solicite um novo reset de senha.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Solicitar novo reset' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

/** Holds a call back until the test has looked at the button, then fulfils it. */
async function answerLater(page: Page, path: string, answer: { status: number; json?: object }) {
  const held = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await held.promise;
    await route.fulfill({ body: '', ...answer });
  });
  return held.resolve;
}

test('a request for a link: waiting, a failure without a message, no connection', async ({
  page,
}) => {
  const path = '/api/auth/request-password-reset';
  await page.goto('/forgot-password');
  await field(page, 'E-mail').fill('alguem@exemplo.com.br');
  const answer = await answerLater(page, path, { status: 500 });
  await page.getByRole('button', { name: 'Enviar instruções' }).click();
  await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
  answer();
  await expectToast(page, 'Erro', 'Erro ao enviar email de recuperação');
  await page.unroute(`**${path}`);
  await page.route(`**${path}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Enviar instruções' }).click();
  await expectToast(page, 'Erro', 'Sem conexão com o servidor.');
});

test('setting a password by a link: waiting, a failure without words, a refused field', async ({
  page,
}) => {
  const path = '/api/auth/reset-password';
  await page.goto('/reset-password?token=qualquer');
  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  const answer = await answerLater(page, path, { status: 500 });
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expect(page.getByRole('button', { name: 'Redefinindo...' })).toBeDisabled();
  answer();
  await expectToast(page, 'Erro', 'Erro ao redefinir senha');
  await page.unroute(`**${path}`);
  const message = 'Nova senha é fácil demais de adivinhar: escolha uma menos comum';
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 400, json: { code: 'weak_password', field: 'newPassword', message } }),
  );
  await page.getByRole('button', { name: 'Redefinir senha' }).click();
  await expectToast(page, 'Erro', message);
  await expect(field(page, 'Nova senha')).toHaveAccessibleDescription(message);
});

test('changing the password: waiting, and a failure without words', async ({ page }) => {
  await signIn(page, administrator);
  await page.goto('/change-password');
  await field(page, 'Senha atual').fill(administrator.password);
  await field(page, 'Nova senha').fill(good);
  await field(page, 'Confirmar nova senha').fill(good);
  const answer = await answerLater(page, '/api/auth/change-password', { status: 500 });
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await expect(page.getByRole('button', { name: 'Alterando...' })).toBeDisabled();
  answer();
  await expectToast(page, 'Erro', 'Erro ao alterar senha');
});
