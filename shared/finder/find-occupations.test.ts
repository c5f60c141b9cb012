import { describe, expect, test } from 'vitest';
import { findOccupations } from './find-occupations.ts';
import { indexNames, indexingNames, type OccupationName } from './name-index.ts';

const title = (code: string, text: string): OccupationName => ({ code, text, isTitle: true });
const otherName = (code: string, text: string): OccupationName => ({ code, text, isTitle: false });

const names = [
  title('000001', 'Pintor de casas'),
  title('000002', 'Pintor'),
  title('000003', 'Ajudante de pintor'),
  title('000004', 'Pinteiro'),
  otherName('000002', 'Caiador'),
  title('000005', 'Analista de sistemas'),
  title('000006', 'Caixa (exceto caixa de banco)'),
  title('000007', 'Caixa de banco'),
  title('000008', 'Técnico em refrigeração'),
  title('000009', 'Empacotador, a mão'),
];
const index = indexNames(names);
const equallyCommon = () => 0;
const find = (text: string, commonness: (code: string) => number = equallyCommon) =>
  findOccupations(index, text, commonness);
const codes = (text: string) => find(text).map(({ code }) => code);

test('the whole name first, then names that begin with it, then those that mention it', () => {
  expect(codes('pintor').slice(0, 3)).toEqual(['000002', '000001', '000003']);
});

const oftenThird = (code: string) => (code === '000003' ? 9 : 0);

test('among equally good matches the more frequent occupation is first', () => {
  expect(find('ajudante casa', oftenThird)[0]?.code).toBe('000003');
  expect(find('pintor', oftenThird)[0]?.code).toBe('000002');
});

test.each([
  ['caiadora', '000002'],
  ['caia', '000002'],
  ['casas pintora', '000001'],
  ['pintro', '000002'],
  ['tecnica refrigeraçao', '000008'],
  ['refrigerasão', '000008'],
  ['tecn. refrigeracoes', '000008'],
  ['empacotadeira', '000009'],
  ['analistade sistemas', '000005'],
  ['analistasistemas', '000005'],
  ['anal sist', '000005'],
])('"%s" finds %s first', (text, code) => {
  expect(codes(text)[0]).toBe(code);
});

const meant = (text: string) => find(text).flatMap(({ code, isMeant }) => (isMeant ? [code] : []));

describe('the codes of a text', () => {
  test('are those of the name that equals it, and no others', () => {
    expect(meant('pintor')).toEqual(['000002']);
    expect(meant('caixa de banco')).toEqual(['000007']);
  });

  test('are those of all names that begin with it if none equals it', () => {
    expect(meant('pint').toSorted()).toEqual(['000001', '000002', '000004']);
  });

  test('are not those that match only by an alternative name, if titles match', () => {
    const few = indexNames([
      title('000001', 'Auxiliar de escritório'),
      title('000002', 'Faxineiro'),
      otherName('000002', 'Auxiliar de limpeza'),
    ]);
    const found = findOccupations(few, 'auxiliar', equallyCommon);
    expect(new Map(found.map(({ code, isMeant }) => [code, isMeant]))).toEqual(
      new Map([
        ['000001', true],
        ['000002', false],
      ]),
    );
  });

  test('are those of the name that has the first words of the text, before names with only the later words', () => {
    const few = indexNames([
      title('000001', 'Enfermeiro'),
      title('000002', 'Analista de padrões'),
      title('000003', 'Foguista'),
    ]);
    const counted = (text: string) =>
      findOccupations(few, text, equallyCommon).flatMap(({ code, isMeant, leftOut }) =>
        isMeant ? [[code, leftOut.join(' ')]] : [],
      );
    expect(counted('enfermeira padrão')).toEqual([['000001', 'padrao']]);
    expect(counted('enfermeiro folguista')).toEqual([['000001', 'folguista']]);
  });

  test('are those of the name with most of its words if none has all, and the other words are reported', () => {
    expect(find('pintor espacial')[0]).toMatchObject({ code: '000002', leftOut: ['espacial'] });
    expect(meant('pintor espacial')).toEqual(['000002']);
  });

  test('are none if no word is known; similar names are reported', () => {
    expect(find('emtador mo')[0]).toMatchObject({
      code: '000009',
      isLookalike: true,
      isMeant: false,
    });
  });
});

test('states by which name it was found', () => {
  expect(find('caiador')[0]?.name).toMatchObject({ text: 'Caiador', isTitle: false });
});

test.each(['', '   ', '123', '%$#@!', 'ç~^', 'de da e', 'xyzw', 'x', '\u0000', '漢字'])(
  '"%s" finds nothing',
  (text) => {
    expect(find(text)).toEqual([]);
  },
);

test('an overlong text finds nothing', () => {
  expect(find('pintor '.repeat(10_000))).toEqual([]);
});

test('an index that is built in slices is the same', () => {
  const many = Array.from({ length: 250 }, () => names).flat();
  const indexing = indexingNames(many);
  expect(indexing.next().done).toBe(false);
  expect(indexing.next().done).toBe(false);
  const last = indexing.next();
  expect(last.done && last.value).toEqual(indexNames(many));
});

test('a name that only a typing error brings near is left out if the text equals a name', () => {
  const similar = indexNames([title('000001', 'Boleiro'), title('000002', 'Goleiro')]);
  const codesOf = (text: string) =>
    findOccupations(similar, text, equallyCommon).map(({ code }) => code);
  expect(codesOf('boleira')).toEqual(['000001']);
  // A text that is no name may be a misspelled one.
  expect(codesOf('moleiro')).toEqual(['000001', '000002']);
});

test('a word derived from a known one is not read as a misspelling of another word', () => {
  const few = indexNames([title('000001', 'Patroleiro'), title('000002', 'Químico de petróleo')]);
  const codesOf = (text: string) =>
    findOccupations(few, text, equallyCommon).map(({ code }) => code);
  expect(codesOf('petroleiro')).toEqual(['000002']);
  expect(codesOf('petroleiras')).toEqual(['000002']);
  expect(codesOf('patrolerio')).toEqual(['000001']);
});
