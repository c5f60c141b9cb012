import { expect, type Page } from '@playwright/test';
import { samplePng } from '../support/sample-images.ts';
import { expectToast, newAccount } from './people.ts';
import { administrator } from './served-product.ts';
import { test } from './signed-in.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Types the user's own password and submits the confirmation. */
async function confirm(page: Page): Promise<void> {
  await field(page, 'Sua senha').fill(administrator.password);
  await page
    .getByRole('button', { name: /^(?:Confirmar|Trocar|Ativar|Desativar|Eliminar)$/ })
    .click();
}

const suggestions = (page: Page) =>
  page.getByRole('listbox', { name: /^Sugestões/ }).getByRole('option');

async function pickCnae(page: Page, words: string, code: string): Promise<void> {
  await field(page, 'CNAEs (até 5)').fill(words);
  await suggestions(page).filter({ hasText: code }).click();
}

test('a user with a company that is created on the way', { tag: '@main' }, async ({ page }) => {
  await page.goto('/admin/users');
  await button(page, 'Novo usuário').press('Enter');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Nome')).toBeFocused();
  await button(page, 'Criar usuário').click();
  await expectToast(page, 'Erro ao criar usuário', 'Preencha todos os campos obrigatórios');
  await expect(field(page, 'Nome')).toHaveAccessibleDescription(
    'Preencha todos os campos obrigatórios',
  );
  await expect(field(page, 'Senha temporária')).toHaveAttribute(
    'placeholder',
    'Mínimo 8 caracteres',
  );

  await button(page, 'Nova empresa').press('Enter');
  await expect(page.getByRole('region', { name: 'Nova empresa' })).toBeFocused();
  await button(page, 'Criar empresa').click();
  await expectToast(page, 'Confira os dados da empresa', 'Nome e CNPJ da empresa são obrigatórios');
  await expect(page.getByText('Selecione pelo menos um CNAE para a empresa')).toBeVisible();
  await field(page, 'Nome da empresa').fill('Padaria Boa Massa');
  await field(page, 'CNPJ').fill('11.222.333/0001-80');
  await expect(page.getByText('CNPJ inválido: confira os dígitos.')).toBeVisible();
  await field(page, 'CNPJ').fill('11.222.333/0001-81');
  await pickCnae(page, 'padaria', '1091-1/02');
  await pickCnae(page, '4711301', '4711-3/01');
  const chosen = page.getByRole('list', { name: 'CNAEs escolhidos' });
  await expect(chosen.getByRole('listitem').first()).toContainText('Principal');
  await button(page, 'Tornar principal: 4711-3/01').click();
  await expect(chosen.getByRole('listitem').last()).toContainText('Principal');
  const group = page.getByRole('group', { name: 'CNAEs da empresa' });
  await expect(group).toBeFocused();
  await button(page, 'Remover 4711-3/01').press('Enter');
  await expect(chosen.getByRole('listitem').first()).toContainText('Principal');
  await expect(group).toBeFocused();
  await button(page, 'Criar empresa').click();
  await expectToast(page, 'Empresa criada!', 'Padaria Boa Massa');
  await expect(field(page, 'Empresa')).toHaveValue('Padaria Boa Massa');
  await expect(field(page, 'Empresa')).toBeFocused();

  await field(page, 'Nome').fill('Joana');
  await field(page, 'Sobrenome').fill('Prado');
  await field(page, 'E-mail').fill('joana.prado@exemplo.com.br');
  const temporaryPassword = await field(page, 'Senha temporária').inputValue();
  expect(temporaryPassword).toMatch(/.{29}/);
  await button(page, 'Criar usuário').dblclick();
  await expectToast(page, 'Usuário criado!', 'joana.prado@exemplo.com.br');
  const given = page.getByRole('dialog', { name: 'Senha temporária' });
  await expect(given).toContainText(temporaryPassword);
  // Time after which a click beside a dialog is not the second half of a double click.
  await page.waitForTimeout(600);
  await page.mouse.click(300, 400);
  await expect(given).toContainText('72 horas');
  await given.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByText(temporaryPassword)).toHaveCount(0);
  await expect(button(page, 'Novo usuário')).toBeFocused();
  await expect(row(page, 'Joana Prado')).toContainText('Senha temporária');
  await expect(row(page, 'Joana Prado')).toContainText('Padaria Boa Massa');

  await button(page, 'Novo usuário').click();
  await field(page, 'Nome').fill('Outra');
  await field(page, 'Sobrenome').fill('Joana');
  await field(page, 'E-mail').fill('JOANA.prado@exemplo.com.br');
  await button(page, 'Criar usuário').click();
  await expectToast(page, 'Erro ao criar usuário', 'e-mail');
  await expect(field(page, 'E-mail')).toBeFocused();
  await button(page, 'Cancelar').press('Enter');
  await expect(button(page, 'Novo usuário')).toBeFocused();
});

test('a dialog stays open after a double click on its button, and beside what was typed', async ({
  page,
}) => {
  const { email } = await newAccount('clique.duplo@exemplo.com.br');
  await page.goto('/admin/users?busca=clique.duplo');
  const dialog = page.getByRole('dialog', { name: 'Desativar esta conta?' });
  const deactivate = row(page, email).getByRole('button', { name: /^Desativar/ });
  const box = await deactivate.boundingBox();
  if (box === null) throw new Error('The button is not on the screen.');
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  for (const pauseMs of [80, 600]) {
    await page.mouse.click(...place);
    await page.waitForTimeout(pauseMs);
  }
  await expect(dialog).toBeVisible();
  await page.mouse.click(...place);
  await expect(dialog).toBeHidden();
  await expect(deactivate).toBeFocused();

  await deactivate.click();
  await field(page, 'Sua senha').fill('digitada');
  await page.waitForTimeout(600);
  await page.mouse.click(...place);
  await expect(field(page, 'Sua senha')).toHaveValue('digitada');
  await expect(field(page, 'Sua senha')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('role, activity and the list itself', { tag: '@main' }, async ({ page }) => {
  const { email } = await newAccount('papel.troca@exemplo.com.br');
  await page.goto('/admin/users');
  await field(page, 'Pesquisar usuários').fill('PAPEL.troca');
  await expect(page).toHaveURL(/busca=PAPEL.troca/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, email)
    .getByRole('button', { name: /^Papel de/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Visualizador' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Trocar o papel?' });
  await confirmation.getByLabel('Sua senha', { exact: true }).fill('errada');
  await confirmation.getByRole('button', { name: 'Trocar' }).click();
  await expect(confirmation.getByLabel('Sua senha', { exact: true })).toHaveAccessibleDescription(
    'Senha incorreta',
  );
  await confirm(page);
  await expectToast(page, 'Usuário atualizado!', email);
  await expect(row(page, email)).toContainText('Visualizador');
  await row(page, email)
    .getByRole('button', { name: /^Desativar/ })
    .click();
  await confirm(page);
  await expect(row(page, email)).toContainText('Inativo');
  await row(page, email)
    .getByRole('button', { name: /^Ativar/ })
    .click();
  await confirm(page);
  await expect(row(page, email)).toContainText('Ativo');

  await field(page, 'Pesquisar usuários').fill('ninguém com este nome');
  await expect(page.getByText('Nenhum usuário encontrado')).toBeVisible();
  await page.route('**/api/admin/users?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'x', message: 'Algo deu errado.' } }),
  );
  await field(page, 'Pesquisar usuários').fill('outra pergunta');
  await expect(page.getByRole('alert')).toContainText(
    'Erro ao carregar usuários: Algo deu errado.',
  );
});

test('a company is found on the server, chosen, refused while only typed, and taken away', async ({
  page,
  request,
}) => {
  const added = await request.post('/api/admin/companies', {
    data: { name: 'Zebu Laticínios do Vale', cnpj: '22.333.444/0001-81', cnaes: ['1091102'] },
  });
  expect(added.status()).toBe(201);
  const { email } = await newAccount('troca.empresa@exemplo.com.br');
  const edit = () =>
    row(page, email)
      .getByRole('button', { name: /^Editar/ })
      .click();
  await page.goto('/admin/users?busca=troca.empresa');
  await edit();
  await field(page, 'Empresa').fill('zebu lati');
  await expect(suggestions(page)).toHaveText(['Zebu Laticínios do Vale']);
  await button(page, 'Salvar').click();
  await expect(field(page, 'Empresa')).toHaveAccessibleDescription('Escolha uma empresa da lista.');
  await field(page, 'Empresa').fill('22333444');
  await expect(suggestions(page)).toHaveText(['Zebu Laticínios do Vale']);
  await field(page, 'Empresa').press('ArrowDown');
  await field(page, 'Empresa').press('Enter');
  await expect(field(page, 'Empresa')).toHaveValue('Zebu Laticínios do Vale');
  await button(page, 'Salvar').click();
  await button(page, 'Confirmar').click();
  await expect(field(page, 'Sua senha')).toHaveAccessibleDescription(/Confirme com a sua senha/);
  await confirm(page);
  await expectToast(page, 'Usuário atualizado!', email);
  await expect(row(page, email)).toContainText('Zebu Laticínios do Vale');

  await edit();
  await expect(field(page, 'Empresa')).toHaveValue('Zebu Laticínios do Vale');
  await field(page, 'Empresa').fill('nenhuma assim');
  await expect(page.getByText('Nenhuma empresa encontrada')).toBeVisible();
  await field(page, 'Empresa').fill('');
  await button(page, 'Salvar').click();
  await confirm(page);
  await expect(row(page, email)).not.toContainText('Zebu');
});

test('administrators see a change of their own name at once', async ({ page, request }) => {
  const navigation = page.getByRole('complementary');
  await page.goto('/admin/users?papel=ADMIN&busca=admin@exemplo');
  const rename = async (name: string) => {
    await row(page, 'admin@exemplo.com.br')
      .getByRole('button', { name: /^Editar/ })
      .click();
    await field(page, 'Nome').fill(name);
    await button(page, 'Salvar').click();
    await expectToast(page, 'Usuário atualizado!', 'admin@exemplo.com.br');
  };
  const { firstName }: { firstName: string } = await (await request.get('/api/user')).json();
  await rename('Renomeada');
  await expect(navigation).toContainText('Renomeada');
  await rename(firstName);
  await expect(navigation).not.toContainText('Renomeada');
});

test('the own account can neither be closed nor demoted', async ({ page }) => {
  await page.goto('/admin/users?papel=ADMIN&busca=admin@exemplo');
  const own = row(page, 'admin@exemplo.com.br');
  await expect(own.getByRole('button', { name: /^Papel de/ })).toBeDisabled();
  await expect(own.getByRole('button', { name: /^Desativar/ })).toHaveCount(0);
});

test('the second of two administrators sees that the user has changed', async ({
  page,
  request,
}) => {
  const { id, email } = await newAccount('dois.editores@exemplo.com.br');
  await page.goto('/admin/users?busca=dois.editores');
  await row(page, email)
    .getByRole('button', { name: /^Editar/ })
    .click();
  const answer = await request.put(`/api/admin/users/${id}`, { data: { firstName: 'Mariana' } });
  expect(answer.status()).toBe(200);
  await field(page, 'Sobrenome').fill('Lima');
  await button(page, 'Salvar').click();
  await expectToast(page, 'Erro ao atualizar usuário', 'enquanto você');
  const dialog = page.getByRole('dialog', { name: 'Editar usuário' });
  await expect(dialog.getByRole('alert')).toContainText('mudou enquanto você o editava');
  await dialog.getByRole('button', { name: 'Recarregar a lista' }).click();
  await expect(row(page, 'Mariana Souza')).toBeVisible();
  await row(page, email)
    .getByRole('button', { name: /^Editar/ })
    .click();
  await field(page, 'Sobrenome').fill('Lima');
  await button(page, 'Salvar').click();
  await expectToast(page, 'Usuário atualizado!', email);
  await expect(row(page, 'Mariana Lima')).toBeVisible();
});

test('a change that ends after its dialog was closed leaves the next dialog open', async ({
  page,
}) => {
  const slow = await newAccount('mudanca.lenta@exemplo.com.br');
  const next = await newAccount('seguinte@exemplo.com.br');
  await page.goto('/admin/users');
  const edit = (email: string) =>
    row(page, email)
      .getByRole('button', { name: /^Editar/ })
      .click();
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/admin/users/${slow.id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await edit(slow.email);
  await field(page, 'Sobrenome').fill('Lenta');
  await button(page, 'Salvar').click();
  await expect(button(page, 'Salvando...')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await edit(next.email);
  await field(page, 'Sobrenome').fill('Ainda não salvo');
  held.resolve();
  await expectToast(page, 'Usuário atualizado!', slow.email);
  await expect(field(page, 'Sobrenome')).toHaveValue('Ainda não salvo');
});

test('typing while a confirmation is in progress does not allow another', async ({ page }) => {
  const { id, email } = await newAccount('confirma.uma.vez@exemplo.com.br');
  await page.goto('/admin/users?busca=confirma.uma.vez');
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/admin/users/${id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await row(page, email)
    .getByRole('button', { name: /^Desativar/ })
    .click();
  await confirm(page);
  await expect(button(page, 'Desativando...')).toBeVisible();
  await field(page, 'Sua senha').press('End');
  await page.keyboard.type('!');
  await expect(field(page, 'Sua senha')).toHaveValue(`${administrator.password}!`);
  await expect(button(page, 'Desativando...')).toHaveAttribute('aria-disabled', 'true');
  held.resolve();
  await expect(row(page, email)).toContainText('Inativo');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the button of a second factor leaves with the factor', async ({ page }) => {
  const { email } = await newAccount('segunda.etapa@exemplo.com.br');
  let hasSecondFactor = true;
  await page.route('**/api/admin/users?*', async (route) => {
    const response = await route.fetch();
    const users: object[] = await response.json();
    await route.fulfill({ response, json: users.map((user) => ({ ...user, hasSecondFactor })) });
  });
  await page.route('**/remove-second-factor', async (route) => {
    hasSecondFactor = false;
    await route.fulfill({ json: { message: 'A verificação foi desligada.' } });
  });
  await page.goto('/admin/users?busca=segunda.etapa');
  await row(page, email)
    .getByRole('button', { name: /^Editar/ })
    .click();
  await button(page, 'Desligar a segunda etapa').click();
  await field(page, 'Sua senha').fill(administrator.password);
  await button(page, 'Desligar').click();
  await expectToast(page, 'Verificação em duas etapas desligada', 'A verificação foi desligada.');
  await expect(button(page, 'Desligar a segunda etapa')).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Editar usuário' })).toBeFocused();
});

test('a person is deleted only when the e-mail is typed again', async ({ page }) => {
  const { email } = await newAccount('apagar@exemplo.com.br');
  await page.goto('/admin/users?busca=apagar@');
  await row(page, email)
    .getByRole('button', { name: /^Editar/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Acesso desta pessoa' })).toBeVisible();
  await page.getByText('Eliminar os dados desta pessoa').click();
  const confirmation = field(page, 'Digite o e-mail da pessoa para confirmar');
  await confirmation.fill('outra@exemplo.com.br');
  await button(page, 'Eliminar para sempre').click();
  await confirm(page);
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
  await confirmation.fill(email);
  await button(page, 'Eliminar para sempre').click();
  await confirm(page);
  await expectToast(page, 'Dados eliminados', 'Os dados da pessoa foram eliminados.');
  await expect(page.getByText('Nenhum usuário encontrado')).toBeVisible();
});

test('companies: the limit of CNAEs, what a search can say, and editing', async ({ page }) => {
  await page.goto('/admin/companies?novo=1');
  const cnaes = field(page, 'CNAEs (até 5)');
  await cnaes.fill('qwertyuiop');
  await expect(page.getByText('Nenhum CNAE encontrado')).toBeVisible();
  // Enter in the field acts on the list below it: the form is not submitted.
  await cnaes.press('Enter');
  await expect(page.getByText('Selecione pelo menos um CNAE')).toHaveCount(0);
  await page.route('**/api/reference/cnae?*', (route) => route.fulfill({ status: 500, body: '' }));
  await cnaes.fill('software');
  await expect(page.getByText('Erro ao buscar códigos CNAE')).toBeVisible();
  await page.unroute('**/api/reference/cnae?*');
  for (const code of ['6201501', '6201502', '6202300', '6203100', '6204000']) {
    await cnaes.fill(code);
    await suggestions(page).first().click();
  }
  await expect(page.getByText('Limite máximo de 5 CNAEs atingido.')).toBeVisible();

  await field(page, 'Nome da empresa').fill('Nuvem Clara Sistemas');
  await field(page, 'CNPJ').fill('12.ABC.345/01DE-35');
  await button(page, 'Criar empresa').click();
  await expectToast(page, 'Empresa criada!', 'Nuvem Clara Sistemas');
  await expect(row(page, 'Nuvem Clara')).toContainText('12.ABC.345/01DE-35');
  await expect(row(page, 'Nuvem Clara')).toContainText('e mais 4');

  await page.route('**/api/reference/cnae/details', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await row(page, 'Nuvem Clara')
    .getByRole('button', { name: /^Editar/ })
    .click();
  await field(page, 'Porte').selectOption('MEDIA');
  await button(page, 'Salvar').click();
  await expectToast(page, 'Empresa atualizada!', 'Nuvem Clara Sistemas');
  await expect(row(page, 'Nuvem Clara')).toContainText('Média');
});

test("companies: a logo is chosen, refused, replaced and removed beside the company's fields", async ({
  page,
}) => {
  await page.goto('/admin/companies?novo=1');
  await field(page, 'Nome da empresa').fill('Padaria do Logotipo');
  await field(page, 'CNPJ').fill('33.000.167/0001-01');
  await field(page, 'CNAEs (até 5)').fill('1091102');
  await suggestions(page).first().click();
  await button(page, 'Criar empresa').click();
  await row(page, 'Padaria do Logotipo')
    .getByRole('button', { name: /^Editar/ })
    .click();
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByRole('alert')).toContainText('deve ser uma imagem PNG ou JPEG');
  await choose.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(512 * 1024 + 1),
  });
  await expect(page.getByRole('alert')).toContainText('até 512 KB');
  await choose.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: samplePng({ width: 60, height: 20 }),
  });
  await expectToast(page, 'Logotipo salvo', 'Padaria do Logotipo');
  const picture = page.getByRole('img', { name: 'Logotipo de Padaria do Logotipo' });
  await expect
    .poll(() =>
      picture.evaluate((element) => ('naturalWidth' in element ? element.naturalWidth : 0)),
    )
    .toBe(60);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Remover logotipo').click();
  await expect(picture).toHaveCount(0);
  await expect(page.getByLabel('Escolher logotipo: Padaria do Logotipo')).toBeAttached();
});

test('a revoked key leaves the focus in the dialog of the keys', async ({ page }) => {
  const company = { name: 'Chaveiro Central', cnpj: '27865757000102', cnaes: ['6201501'] };
  const made = await page.request.post('/api/admin/companies', {
    data: { ...company, industry: null, size: 'PEQUENA' },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto('/admin/companies');
  await row(page, company.name)
    .getByRole('button', { name: /^Chaves/ })
    .click();
  const term = page.getByLabel('Vale por');
  const place = await term.boundingBox();
  // Refused before the password is requested.
  await button(page, 'Criar chave').click();
  await expect(field(page, 'Nome da chave')).toBeFocused();
  await expect(field(page, 'Nome da chave')).toHaveAccessibleDescription(
    'Dê um nome à chave, por exemplo o do programa que a usa.',
  );
  expect(await term.boundingBox()).toEqual(place);
  await expect(field(page, 'Sua senha')).toHaveCount(0);
  await field(page, 'Nome da chave').fill('Painel');
  await button(page, 'Criar chave').click();
  await confirm(page);
  await page.getByRole('button', { name: /^Revogar ?: Painel$/ }).click();
  await expect(
    page.getByText('O programa que usa a chave “Painel” perde o acesso na hora.'),
  ).toBeVisible();
  await button(page, 'Revogar agora').press('Enter');
  await expectToast(page, 'Chave revogada', 'Painel');
  await expect(button(page, 'Revogar agora')).toHaveCount(0);
  const keys = page.getByRole('dialog', { name: 'Chaves de acesso' });
  await expect(keys).toContainText('revogada em');
  await expect(keys).toBeFocused();
});

test('details of CNAEs that cannot be fetched are reported', async ({ page }) => {
  await page.route('**/api/reference/cnae/details', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await page.goto('/admin/companies?novo=1');
  await pickCnae(page, '6201501', '6201-5/01');
  await expect(page.getByText('Erro ao buscar detalhes dos CNAEs')).toBeVisible();
});

test('a company that cannot be created is reported', async ({ page }) => {
  await page.goto('/admin/companies?novo=1');
  await field(page, 'Nome da empresa').fill('Queda Livre');
  await field(page, 'CNPJ').fill('11.444.777/0001-61');
  await pickCnae(page, '6201501', '6201-5/01');
  await page.route('**/api/admin/companies', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 502, body: '' })
      : route.continue(),
  );
  await button(page, 'Criar empresa').click();
  await expectToast(page, 'Erro ao criar empresa', 'Erro ao criar empresa');
});
