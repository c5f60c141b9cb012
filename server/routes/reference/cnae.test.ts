import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsOver, type Accounts, type Person } from '../../../tests/support/accounts.ts';
import { testStores } from '../../../tests/support/stores.ts';
import type { CnaeItem } from '../../../shared/codes/cnae.ts';
import { allCnaes } from '../../reference/cnaes.ts';

const [sqlite] = testStores();
let accounts: Accounts;
let client: Person;

beforeAll(async () => {
  accounts = await accountsOver(await sqlite.open());
  client = await accounts.person('CLIENT');
});
afterAll(() => accounts.app.close());

const search = (text: string) =>
  accounts.call(client, { url: `/api/reference/cnae?search=${encodeURIComponent(text)}` });
const codes = async (text: string) =>
  (await search(text)).json().map(({ codigo }: CnaeItem) => codigo);

const details = (cnaes: unknown) =>
  accounts.call(client, {
    method: 'POST',
    url: '/api/reference/cnae/details',
    payload: { cnaes },
  });

test('the table has 1,332 subclasses, each with section and division', () => {
  expect(allCnaes()).toHaveLength(1332);
  expect(allCnaes().map(({ codigo }) => codigo)).toEqual(
    allCnaes()
      .map(({ codigo }) => codigo)
      .toSorted(),
  );
  expect(allCnaes().find(({ codigo }) => codigo === '4711301')).toEqual({
    codigo: '4711301',
    descricao:
      'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios – hipermercados',
    secao: 'G',
    divisao: '47',
  });
});

test('is searched by code with or without signs', async () => {
  expect(await codes('4711-3')).toEqual(['4711301', '4711302']);
  expect(await codes('47.11-3/01')).toEqual(['4711301']);
  expect(await codes('01')).toHaveLength(50);
});

test('is searched by words, accents ignored, beginnings first', async () => {
  expect(await codes('padaria')).toEqual(['4721102', '1091102']);
  expect(await codes('PREDOMINANCIA hipermercados')).toEqual(['4711301']);
  expect(await codes('zzzz')).toEqual([]);
});

test('starts at two characters', async () => {
  const answer = await search('a');
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    {
      code: 'invalid_value',
      field: 'search',
      message: 'Digite pelo menos 2 caracteres para pesquisar.',
    },
  ]);
  expect(await codes('--')).toEqual([]);
});

test('gives the details of codes in their order', async () => {
  const answer = await details(['4711-3/02', '0111301']);
  expect(answer.json().map(({ codigo }: CnaeItem) => codigo)).toEqual(['4711302', '0111301']);
  expect((await details(['9999999'])).json()).toMatchObject({ field: 'cnaes' });
  expect((await details('4711302')).json()).toMatchObject({ field: 'cnaes' });
  expect((await details([])).json()).toEqual([]);
});
