import { afterEach, describe, expect, test } from 'vitest';
import {
  findEveryday,
  findOfficialNames,
  findWithTypingErrors,
} from '../../bench/titles/find-titles.ts';
import advertised from '../../bench/titles/advertised.json' with { type: 'json' };
import independent from '../../bench/titles/independent.json' with { type: 'json' };
import heldOut from '../../bench/titles/held-out.json' with { type: 'json' };
import { EverydayTitles } from '../../bench/titles/find-titles.ts';
import { everydayNames } from '../../shared/finder/cbo/official-names.ts';
import { plainText } from '../../shared/words/format.ts';
import { timesKnownWork } from '../../tests/support/processor-time.ts';
import {
  matchingCodes,
  commonnessBy,
  occupationItems,
  readyOccupationSearch,
  searchOccupations,
} from './occupation-search.ts';
import { allOccupations, occupationTable, occupationsWith, useOccupations } from './occupations.ts';

const codes = (text: string) => searchOccupations(text).map(({ code }) => code);

describe('the official names', () => {
  test.each([
    ['vendedor', '521110'],
    ['vendedor varejista', '521110'],
    ['comércio varejista vendedor', '521110'],
    ['VENDEDORAS DO COMÉRCIO VAREJISTA', '521110'],
    ['vendedor varejo', '521110'],
    ['auxiliar de limpeza', '514320'],
    ['auxiliar administrativo', '411005'],
    ['assistente administrativo', '411010'],
    ['asistente administrativa', '411010'],
    ['auxiliar escritorio', '411005'],
    ['auxliar de escritorio', '411005'],
    ['auxiliar contábil', '413110'],
    ['enfermeira', '223505'],
    ['enfermeiras', '223505'],
    ['medicos clinicos', '225125'],
    ['médica clínica', '225125'],
    ['tecnico enfermagem', '322205'],
    ['tec. enfermagem', '322205'],
    ['engenheiras civis', '214205'],
    ['analsita de sistmas', '212405'],
    ['garcom', '513405'],
    ['garçonete', '513405'],
    ['faxineira', '514320'],
    ['contadora', '252210'],
    ['motoboy', '519110'],
    ['recepsionista', '422105'],
    ['auxiliar de limpeza urbana', '514225'],
    ['professor de academia', '224120'],
    ['pet shop banho e tosa', '519315'],
  ])('"%s" finds %s first', (text, code) => {
    expect(codes(text)[0]).toBe(code);
  });

  test('a twentieth of the titles find their own name first, a twentieth of all names their code among the first three', () => {
    for (const { code, title } of allOccupations().filter((_, place) => place % 20 === 0)) {
      const [first, ...others] = searchOccupations(title).slice(0, 3);
      expect(plainText(first?.name.text ?? '')).toBe(plainText(title));
      expect([first, ...others].map((found) => found?.code)).toContain(code);
    }
    expect(findOfficialNames(20).missed).toEqual([]);
  });

  test('a title with a typing error is still among the first five, 97 times of a hundred', () => {
    const { requested, found } = findWithTypingErrors(100, 1);
    expect(found / requested).toBeGreaterThanOrEqual(0.97);
  });

  test('four digits are a family', () => {
    const family = allOccupations().filter(({ code }) => code.startsWith('5211'));
    expect(family.length).toBeGreaterThan(5);
    expect(matchingCodes(' 5211 ')).toEqual(family.map(({ code }) => code));
    expect(matchingCodes('0001')).toEqual([]);
    expect(occupationItems('5211').map(({ codigo }) => codigo)).toEqual(matchingCodes('5211'));
  });
});

describe('everyday names', () => {
  test('of advertisements have an accepted occupation among the first five', () => {
    for (const list of [advertised, heldOut, independent]) {
      const { found, missed } = findEveryday(EverydayTitles.parse(list));
      expect(found / list.length, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.98);
    }
  });

  test('mean codes that the CBO has, each once', () => {
    for (const [name, meant] of Object.entries(everydayNames)) {
      expect(
        meant.filter((code) => !occupationTable().has(code)),
        name,
      ).toEqual([]);
      expect(new Set(meant).size, name).toBe(meant.length);
    }
  });

  test('that mean several occupations count all of them', () => {
    expect(matchingCodes('analista de TI').toSorted()).toEqual(
      everydayNames['analista de ti']?.toSorted(),
    );
  });

  test('are shown with the title that they stand for', () => {
    expect(occupationItems('motoboy')[0]).toEqual({
      codigo: '519110',
      titulo: 'Motofretista',
      sinonimo: 'motoboy',
    });
    expect(occupationItems('escriturário fiscal')[0]).toEqual({
      codigo: '413110',
      titulo: 'Auxiliar de contabilidade',
      sinonimo: 'escriturário fiscal',
    });
    expect(occupationItems('Motofretista')[0]).toEqual({
      codigo: '519110',
      titulo: 'Motofretista',
    });
  });
});

test('"no Brasil" is no part of a job', () => {
  const item = { codigo: '715210', titulo: 'Pedreiro' };
  expect(occupationItems('pedreiro no Brasil')[0]).toEqual(item);
  expect(occupationItems('pedreiro em todo o Brasil')[0]).toEqual(item);
});

test('words that match no name are reported', () => {
  expect(occupationItems('vendedor qwertyuiop')[0]).toEqual(
    expect.objectContaining({ codigo: '521110', ignoradas: ['qwertyuiop'] }),
  );
  expect(occupationItems('Diretortfinancirjo')[0]).toMatchObject({ parecida: true });
});

describe('among names that a text finds equally well', () => {
  test('the occupation with more records is first, and without records the one that usually has more', () => {
    const records = new Map([['225165', 50]]);
    expect(searchOccupations('médico', commonnessBy(records)).slice(0, 9)).toContainEqual(
      expect.objectContaining({ code: '225165' }),
    );
    expect(codes('médico').indexOf('225125')).toBeLessThan(9);
  });

  test('a single record outweighs what is usual, which orders equal ones', () => {
    const [common, rare] = ['521110', '225165'];
    const one = commonnessBy(new Map([[rare, 1]]));
    expect(one(rare)).toBeGreaterThan(one(common));
    const none = commonnessBy(new Map());
    expect(none(common)).toBeGreaterThan(none(rare));
  });

  test('the whole name stays first', () => {
    const records = new Map([['223510', 7_000]]);
    expect(searchOccupations('enfermeiro', commonnessBy(records))[0]?.code).toBe('223505');
  });
});

describe('after an import', () => {
  afterEach(() => useOccupations(occupationsWith([], [])));

  test('its other names are in force in place of those that came with the product', async () => {
    useOccupations(occupationsWith([], [{ code: '223505', title: 'Zarabatana' }]));
    await readyOccupationSearch();
    expect(codes('zarabatana')[0]).toBe('223505');
    expect(codes('brigadeiro')).not.toContain('010105');
    useOccupations(occupationsWith([], []));
    expect(codes('brigadeiro')[0]).toBe('010105');
  });
});

test('answers within some milliseconds of work, typing errors or not', async () => {
  const texts = ['auxliar de escritorio', 'operador de maquina', 'xyzwk vendedro', 'tecnico'];
  for (const text of texts) searchOccupations(text);
  const work = await timesKnownWork(() => {
    for (const text of texts) searchOccupations(text);
  });
  expect(work / texts.length).toBeLessThan(0.25);
});

test('a text without known words is compared with all names in as little', async () => {
  const texts = ['xqzwk vrtplm', 'jkwq zzptr lmno', 'a1 b1 c1 d1 e1 f1'];
  for (const text of texts) searchOccupations(text);
  const work = await timesKnownWork(() => {
    for (const text of texts) searchOccupations(text);
  });
  expect(work / texts.length).toBeLessThan(0.25);
});
