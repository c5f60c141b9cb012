import { getCnae } from '@brazilian-utils/brazilian-utils/get-cnae';
import { expect, test } from 'vitest';
import { allCnaes, cnaeSections, maybeCnae, sectionOfSubclass } from './cnaes.ts';

/** A class is the first five digits, and each class has a subclass with one of these endings. */
const endings = [0, 1, 2, 3, 99];

test('lists every code that the table answers to, ascending', () => {
  const answered: string[] = [];
  for (let start = 0; start < 100_000; start++) {
    if (!endings.some((ending) => getCnae(start * 100 + ending))) continue;
    for (let ending = 0; ending < 100; ending++) {
      const found = getCnae(start * 100 + ending);
      if (found) answered.push(found.code);
    }
  }
  expect(allCnaes()).toHaveLength(1332);
  expect(allCnaes().map(({ codigo }) => codigo)).toEqual(answered);
});

// As in IBGE's own list (CONCLA).
test.each([
  ['4762800', 'Comércio varejista de discos, CDs, DVDs e fitas'],
  ['5250805', 'Operador de transporte multimodal - OTM'],
  ['8640208', 'Serviços de diagnóstico por registro gráfico - ECG, EEG e outros exames análogos'],
])('acronyms keep their capitals: %s', (code, description) => {
  expect(maybeCnae(code)?.descricao).toBe(description);
});

test('names sections A to U', () => {
  expect(Object.keys(cnaeSections).join('')).toBe('ABCDEFGHIJKLMNOPQRSTU');
});

test.each([
  ['01', 'A'],
  ['03', 'A'],
  ['05', 'B'],
  ['09', 'B'],
  ['10', 'C'],
  ['33', 'C'],
  ['35', 'D'],
  ['36', 'E'],
  ['43', 'F'],
  ['45', 'G'],
  ['47', 'G'],
  ['49', 'H'],
  ['56', 'I'],
  ['63', 'J'],
  ['64', 'K'],
  ['68', 'L'],
  ['75', 'M'],
  ['82', 'N'],
  ['84', 'O'],
  ['85', 'P'],
  ['88', 'Q'],
  ['93', 'R'],
  ['96', 'S'],
  ['97', 'T'],
  ['99', 'U'],
])('division %s is of section %s', (division, section) => {
  expect(sectionOfSubclass(`${division}00000`)).toBe(section);
});

test.each(['00', '04', '34', '40', '44', '48', '98', '1', '', 'AB'])(
  'division "%s" is of none',
  (division) => {
    expect(sectionOfSubclass(`${division}00000`)).toBeUndefined();
  },
);

test('finds the section of a padded subclass', () => {
  expect(sectionOfSubclass('4711301')).toBe('G');
  expect(sectionOfSubclass('0161099')).toBe('A');
  expect(sectionOfSubclass('161099')).toBeUndefined();
});
