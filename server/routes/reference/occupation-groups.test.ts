import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OccupationNodes } from '../../../shared/contracts/reference.ts';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { officialFile, type LineFields } from '../../../tests/support/official-file.ts';
import { serve, type Served } from '../../../tests/support/served.ts';

let installation: Installation;
let served: Served;
beforeAll(async () => {
  installation = await newInstallation();
  served = await serve(installation);
});
afterAll(async () => {
  await served.close();
  await installation.close();
});

const seller = (index: number): LineFields => ({ cbo: '521110', salary: `${1500 + index},00` });

const answer = (query: string) =>
  served.call('VIEWER', { url: `/api/reference/occupation-groups${query}` });
const nodes = async (query: string) => OccupationNodes.parse((await answer(query)).json());

describe('before a month is published', () => {
  test('the tree has names and no figures', async () => {
    const { valores, periodo, itens } = await nodes('');
    expect([valores, periodo]).toEqual(['semMeses', null]);
    expect(itens.map(({ codigo }) => codigo).join('')).toBe('0123456789');
    expect(itens[2]).toEqual({
      codigo: '2',
      nome: 'Profissionais das ciências e das artes',
      tipo: 'grandeGrupo',
      registros: null,
      mediana: null,
      inclui: [],
    });
  });

  test('groups of the same name say what is in them, and others do not', async () => {
    const { itens } = await nodes('');
    const [seventh, eighth] = [itens[7], itens[8]];
    expect(seventh?.nome).toBe(eighth?.nome);
    expect(seventh?.inclui[0]).toBe('Trabalhadores da indústria extrativa e da construção civil');
    expect(eighth?.inclui[0]).toBe(
      'Trabalhadores em indústrias de processos contínuos e outras indústrias',
    );
    expect(itens.filter(({ inclui }) => inclui.length > 0)).toEqual([seventh, eighth]);
  });

  test('each level leads to the next', async () => {
    const kinds = [];
    for (const pai of ['2', '21', '212', '2124']) {
      const { itens } = await nodes(`?pai=${pai}`);
      expect(itens.length).toBeGreaterThan(1);
      expect(itens.every(({ codigo }) => codigo.startsWith(pai))).toBe(true);
      kinds.push([...new Set(itens.map(({ tipo }) => tipo))]);
    }
    expect(kinds).toEqual([['subgrupoPrincipal'], ['subgrupo'], ['familia'], ['ocupacao']]);
  });

  test('a group that leads to no occupation is left out, and one without a name is not', async () => {
    const codes = async (pai: string) =>
      (await nodes(`?pai=${pai}`)).itens.map(({ codigo }) => codigo);
    expect(await codes('8')).not.toContain('87');
    const { itens } = await nodes('?pai=516');
    expect(itens.find(({ codigo }) => codigo === '5169')).toMatchObject({
      nome: null,
      tipo: 'familia',
    });
    expect(itens.find(({ codigo }) => codigo === '5169')?.inclui).not.toEqual([]);
  });

  test('words find groups of every level, the widest first', async () => {
    const { itens } = await nodes(`?nome=${encodeURIComponent('Informatica')}`);
    expect(itens[0]).toMatchObject({ codigo: '212', nome: 'Profissionais da informática' });
    const lengths = itens.map(({ codigo }) => codigo.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect((await nodes('?nome=2124')).itens.map(({ codigo }) => codigo)).toEqual(['2124']);
    expect((await nodes('?nome=xyzabc')).itens).toEqual([]);
    expect((await nodes('?nome=de')).itens).toEqual([]);
  });

  test('codes find their nodes, in the order requested', async () => {
    const { itens } = await nodes('?codigos=521110,000001,212');
    expect(itens.map(({ nome }) => nome)).toEqual([
      'Vendedor de comércio varejista',
      'Profissionais da informática',
    ]);
  });

  test('what is no group is refused', async () => {
    const unknown = await answer('?pai=999');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toEqual({
      code: 'unknown_group',
      message: 'Não há grupo com o código 999 na CBO.',
    });
    const group = 'O código de um grupo tem de 1 a 4 dígitos.';
    const anyForm =
      'Informe o código de um grupo (pai), um nome, ou até 50 códigos separados por vírgula.';
    for (const [query, message] of [
      ['?pai=21240', group],
      ['?pai=a', group],
      ['?nome=', anyForm],
      ['?codigos=1,', anyForm],
      ['?pai=1&nome=ab', anyForm],
      ['?x=1', 'Campo desconhecido: x.'],
    ]) {
      const refused = await answer(query ?? '');
      expect([query, refused.statusCode, refused.json().message]).toEqual([query, 400, message]);
    }
  });
});

describe('with a month', () => {
  beforeAll(async () => {
    await installation.load(
      await officialFile('CAGEDMOV202307.txt', 'MOV', [
        ...Array.from({ length: 5 }, (_, index) => seller(index)),
        ...Array.from({ length: 4 }, () => ({ cbo: '521115' })),
        { cbo: '521199' },
      ]),
    );
  });

  test('each node has its records and, from five on, its median in reais', async () => {
    const { valores, periodo, itens } = await nodes('?pai=5211');
    expect([valores, periodo]).toEqual(['prontos', { inicio: '202307', fim: '202307' }]);
    const result = new Map(
      itens.map(({ codigo, registros, mediana }) => [codigo, [registros, mediana]]),
    );
    expect(result.get('521110')).toEqual([5, 1502]);
    expect(result.get('521115')).toEqual([4, null]);
    expect(result.get('521105')).toEqual([0, null]);
  });

  test('a code that the CBO lacks stands among the others, without a name', async () => {
    const { itens } = await nodes('?pai=5211');
    expect(itens.find(({ codigo }) => codigo === '521199')).toMatchObject({
      nome: null,
      tipo: 'ocupacao',
      registros: 1,
      mediana: null,
    });
    const records = itens.reduce((sum, { registros }) => sum + (registros ?? 0), 0);
    const [family] = (await nodes('?codigos=5211')).itens;
    expect(family?.registros).toBe(records);
  });

  test('any signed-in user may browse', async () => {
    for (const role of ['ADMIN', 'CLIENT', 'VIEWER'] as const) {
      const { statusCode } = await served.call(role, { url: '/api/reference/occupation-groups' });
      expect([role, statusCode]).toEqual([role, 200]);
    }
    const out = await served.call(null, { url: '/api/reference/occupation-groups' });
    expect(out.statusCode).toBe(401);
  });
});
