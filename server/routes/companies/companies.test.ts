import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountsOver, type Accounts, type Person } from '../../../tests/support/accounts.ts';
import { testedStores } from '../../../tests/support/stores.ts';
import { Company, MyCompany } from '../../../shared/contracts/companies.ts';

const padaria = {
  name: 'Padaria São João',
  cnpj: '11.222.333/0001-81',
  cnaes: ['1091-1/02', '4721102'],
};

describe.each(testedStores())('companies, with the store in $dialect', ({ open }) => {
  let accounts: Accounts;
  let chief: Person;

  beforeEach(async () => {
    accounts = await accountsOver(await open());
    chief = await accounts.person('ADMIN');
  });
  afterEach(() => accounts.app.close());

  const create = (payload: object = {}) =>
    accounts.call(chief, {
      method: 'POST',
      url: '/api/admin/companies',
      payload: { ...padaria, ...payload },
    });
  const update = (id: string, payload: object) =>
    accounts.call(chief, { method: 'PUT', url: `/api/admin/companies/${id}`, payload });
  const list = async (query = '') =>
    (await accounts.call(chief, { url: `/api/admin/companies${query}` })).json();

  const names = async (query: string) => (await list(query)).map(({ name }: Company) => name);

  test('creates one, small unless stated otherwise, the first CNAE its principal', async () => {
    const answer = await create();
    expect(answer.statusCode).toBe(201);
    expect(Company.parse(answer.json())).toMatchObject({
      name: 'Padaria São João',
      cnpj: '11222333000181',
      industry: null,
      size: 'PEQUENA',
      cnaes: ['1091102', '4721102'],
      cnaePrincipal: '1091102',
      userCount: 0,
      version: 1,
    });
  });

  test('takes the alphanumeric CNPJ, in lower case and with signs', async () => {
    const answer = await create({ cnpj: '12.abc.345/01de-35', cnaePrincipal: '4721-1/02' });
    expect(answer.json()).toMatchObject({ cnpj: '12ABC34501DE35', cnaePrincipal: '4721102' });
  });

  test('shows its people its name and sector, the principal first, and others nothing', async () => {
    const { id } = (await create({ cnaePrincipal: '4721102' })).json();
    const mine = async (who: Person) =>
      (await accounts.call(who, { url: '/api/my-company' })).json();
    const owner = await accounts.person('CLIENT', { companyId: id });
    const { company } = MyCompany.parse(await mine(owner));
    expect(company?.name).toBe('Padaria São João');
    expect(company?.cnaes.map(({ codigo }) => codigo)).toEqual(['4721102', '1091102']);
    expect(await mine(await accounts.person('VIEWER'))).toEqual({ company: null });
  });

  test.each([
    [{ name: ' ' }, 'name', 'Nome e CNPJ da empresa são obrigatórios'],
    [{ cnpj: '' }, 'cnpj', 'Nome e CNPJ da empresa são obrigatórios'],
    [{ cnpj: undefined }, 'cnpj', 'Nome e CNPJ da empresa são obrigatórios'],
    [{ cnpj: '11.222.333/0001-82' }, 'cnpj', 'CNPJ inválido: confira os dígitos.'],
    [{ cnaes: [] }, 'cnaes', 'Selecione pelo menos um CNAE para a empresa'],
    [
      { cnaes: ['0111301', '0111302', '0111303', '0111399', '0112101', '0112102'] },
      'cnaes',
      'Limite máximo de 5 CNAEs atingido.',
    ],
    [{ cnaes: ['9999999'] }, 'cnaes', 'Não há subclasse 9999999 na CNAE 2.3.'],
    [{ cnaes: ['abc'] }, 'cnaes', 'Um código CNAE tem sete dígitos, por exemplo 4711-3/01.'],
    [
      { cnaePrincipal: '0111301' },
      'cnaePrincipal',
      'O CNAE principal deve ser um dos selecionados.',
    ],
    [{ industry: 'a\u200bb' }, 'industry', 'Este campo tem caracteres inválidos.'],
    [{ size: 'ENORME' }, 'size', 'O porte é MICRO, PEQUENA, MEDIA ou GRANDE.'],
    [{ owner: 'x' }, 'owner', 'Campo desconhecido: owner.'],
  ])('refuses %o', async (payload, field, message) => {
    const answer = await create(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ field, message });
    expect(await list()).toEqual([]);
  });

  test('has one company a CNPJ, also when two are sent together', async () => {
    const both = await Promise.all([create(), create({ cnpj: '11222333000181' })]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      code: 'cnpj_taken',
      field: 'cnpj',
      message: 'Já existe uma empresa com este CNPJ.',
    });
  });

  test('is edited whole, and the second of two editors gets a conflict', async () => {
    const { id } = (await create()).json();
    await accounts.person('CLIENT', { companyId: id });
    const edited = await update(id, {
      ...padaria,
      name: 'Padaria Nova',
      size: 'MICRO',
      version: 1,
    });
    expect(edited.json()).toMatchObject({ name: 'Padaria Nova', size: 'MICRO', userCount: 1 });
    const late = await update(id, { ...padaria, version: 1 });
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale_version']);
    const unknown = await update('4e2f7a52-7d2e-4d3e-9c58-111111111111', padaria);
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'unknown_company']);
  });

  test('is found by name and by CNPJ, and by its people through the user list', async () => {
    const { id } = (await create()).json();
    await create({ name: '3M do Brasil', cnpj: '45.997.418/0001-53' });
    await accounts.person('CLIENT', { companyId: id, firstName: 'Joana' });
    expect(await names('')).toEqual(['3M do Brasil', 'Padaria São João']);
    expect(await names('?search=sao%20joao')).toEqual(['Padaria São João']);
    expect(await names('?search=3m')).toEqual(['3M do Brasil']);
    expect(await names('?search=11.222')).toEqual(['Padaria São João']);
    const users = await accounts.call(chief, { url: '/api/admin/users?search=padaria' });
    expect(users.json()).toMatchObject([{ firstName: 'Joana', companyName: 'Padaria São João' }]);
  });
});
