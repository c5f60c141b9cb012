import { expect, test } from 'vitest';
import { comparisonVerdict, type JudgedSelection } from './comparison-verdict.ts';

const base = { name: 'Minas Gerais', count: 347, difference: null };

const against = (
  name: string,
  reais: number,
  [lower, upper]: readonly [number, number],
  count = 100,
): JudgedSelection => ({
  name,
  count,
  difference: { reais, percent: (reais / 1344) * 100, interval: { lower, upper } },
});

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

test('who pays more or less is told with how much, and who cannot be told apart is named', () => {
  const judged = [
    base,
    against('Ceará', -40, [-70, -10]),
    against('Pernambuco', 5, [-20, 30]),
    against('São Paulo', 160, [110, 210]),
  ];
  expect(plain(comparisonVerdict(judged, 'places'))).toBe(
    'São Paulo paga R$ 160,00 (11,9 %) a mais que Minas Gerais; Ceará, R$ 40,00 (3 %) a menos; Pernambuco não se distingue.',
  );
  expect(plain(comparisonVerdict(judged, 'groups'))).toBe(
    'A mediana de São Paulo é R$ 160,00 (11,9 %) maior que a de Minas Gerais; a de Ceará, R$ 40,00 (3 %) menor; Pernambuco não se distingue.',
  );
});

test('an interval that touches zero tells nothing apart', () => {
  const judged = [base, against('Ceará', 30, [0, 60]), against('Pernambuco', -20, [-40, 0])];
  expect(comparisonVerdict(judged, 'places')).toBe(
    'Ceará e Pernambuco não se distinguem de Minas Gerais: a diferença pode ser acaso.',
  );
});

test('twenty-nine records are too few to judge by, thirty are not', () => {
  expect(plain(comparisonVerdict([base, against('Acre', 90, [50, 130], 29)], 'places'))).toBe(
    'Acre tem só 29 registros, poucos para dizer.',
  );
  expect(plain(comparisonVerdict([base, against('Acre', 90, [50, 130], 30)], 'places'))).toBe(
    'Acre paga R$ 90,00 (6,7 %) a mais que Minas Gerais.',
  );
  const few = { ...base, count: 29 };
  expect(plain(comparisonVerdict([few, against('Acre', 90, [50, 130])], 'places'))).toBe(
    'Minas Gerais tem só 29 registros: são poucos para comparar outras seleções com ela.',
  );
});

test('without an interval nothing is claimed, and one selection alone has no verdict', () => {
  const one = { name: 'Acre', count: 90, difference: { reais: 9, percent: 1, interval: null } };
  expect(comparisonVerdict([base, one], 'places')).toBe(
    'De Acre não se sabe, porque os registros do meio são todos iguais.',
  );
  expect(comparisonVerdict([base], 'places')).toBeNull();
});
