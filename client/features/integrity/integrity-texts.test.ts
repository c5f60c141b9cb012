import { expect, test } from 'vitest';
import type { IntegrityRow } from '../../../shared/contracts/integrity.ts';
import {
  countsExplanation,
  missingNote,
  missingText,
  signedCount,
  signedReais,
  wageExplanation,
} from './integrity-texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const nothing = { admissions: null, separations: null, balance: null };
const noWage = { official: null, ours: null, difference: null, badge: 'sem referência' } as const;
const row: IntegrityRow = {
  month: '202307',
  series: 'ajustada',
  edition: '202311',
  source: 'MTE',
  isImported: false,
  official: nothing,
  ours: nothing,
  difference: { admissions: 3, separations: 0, balance: -1200 },
  badge: 'diverge',
  missing: [],
  nominalWage: noWage,
  realWage: noWage,
};

const months = (kind: 'MOV' | 'FOR', ...own: string[]) => own.map((month) => ({ kind, month }));

test('missing months that follow one another are reported as a run, over a new year too', () => {
  expect(
    missingText([
      ...months('FOR', '202401', '202312', '202311', '202308'),
      ...months('MOV', '202307'),
    ]),
  ).toBe('MOV jul/2023; FOR ago/2023, nov/2023 a jan/2024');
  expect(missingText([])).toBe('');
});

test('one missing file lacks, several lack', () => {
  expect(missingNote(months('MOV', '202307'))).toBe('falta MOV jul/2023');
  expect(missingNote([...months('MOV', '202307'), ...months('FOR', '202308')])).toBe(
    'faltam MOV jul/2023; FOR ago/2023',
  );
});

test('a difference is explained with its sign and without what is equal', () => {
  expect(plain(countsExplanation(row))).toContain(
    'Diferença (aqui menos MTE): admissões +3, saldo −1.200.',
  );
  expect(countsExplanation(row)).toContain('edição de nov/2023');
  const partial = {
    ...row,
    badge: 'parcial',
    missing: [{ kind: 'FOR', month: '202308' }],
  } as const;
  expect(countsExplanation({ ...partial, missing: [...partial.missing] })).toContain(
    'Falta carregar: FOR ago/2023.',
  );
  const wage = { official: 2000, ours: 1999.5, difference: -0.5, badge: 'diverge' } as const;
  expect(plain(wageExplanation(row, wage))).toContain('−R$ 0,50');
});

test('a month of which nothing is loaded is no partial one', () => {
  const empty: IntegrityRow = {
    ...row,
    badge: 'não carregado',
    missing: months('MOV', '202307'),
    nominalWage: { official: 2000, ours: null, difference: null, badge: 'não carregado' },
  };
  const text = 'Nenhum arquivo deste mês foi carregado. Falta carregar: MOV jul/2023.';
  expect(countsExplanation(empty)).toBe(text);
  expect(wageExplanation(empty, empty.nominalWage)).toBe(text);
});

test('signs stand before what they belong to, and zero has none', () => {
  expect(signedCount(0)).toBe('0');
  expect(plain(signedReais(12.5))).toBe('+R$ 12,50');
});
