import { expect, test } from 'vitest';
import { digestSentences, digestTitle } from './month-digest.ts';

const change = (name: string, before: number, now: number, followsMinimumWage = false) => ({
  id: name,
  name,
  medians: { before, now },
  followsMinimumWage,
});
const months = { month: '202601', before: '202512' };
const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll('\u00a0', ' '));

test('says a common cause once, and every other change by itself', () => {
  const digest = {
    ...months,
    minimumWage: { before: 1518, now: 1621 },
    changes: [
      change('Faxina', 1518, 1621, true),
      change('Médicos', 9000, 8550),
      change('Vendas', 1600, 1700, true),
    ],
  };
  expect(digestTitle(digest)).toBe('O que mudou em janeiro de 2026');
  expect(plain(digestSentences(digest))).toEqual([
    'Em janeiro de 2026, o salário mínimo passou de R$ 1.518,00 para R$ 1.621,00 (+6,8 %). Mudaram junto com ele: “Faxina” e “Vendas”.',
    '“Médicos”: a mediana passou de R$ 9.000,00 em dez/2025 para R$ 8.550,00 em jan/2026 (−5,0 %).',
  ]);
});

test('a change that rounds to zero has no sign', () => {
  const changes = [change('Médicos', 20_000, 20_005), change('Juízes', 20_000, 19_995)];
  const sentences = digestSentences({ ...months, minimumWage: null, changes });
  expect(plain(sentences)).toEqual([
    '“Médicos”: a mediana passou de R$ 20.000,00 em dez/2025 para R$ 20.005,00 em jan/2026 (0,0 %).',
    '“Juízes”: a mediana passou de R$ 20.000,00 em dez/2025 para R$ 19.995,00 em jan/2026 (0,0 %).',
  ]);
});

test('names at most 30 searches', () => {
  const changes = Array.from({ length: 32 }, (_, at) => change(`P${at}`, 1000, 1100));
  const sentences = plain(digestSentences({ ...months, minimumWage: null, changes }));
  expect(sentences).toHaveLength(31);
  expect(sentences.at(-1)).toBe('… e mais 2 pesquisas.');
  const common = changes.map((one) => ({ ...one, followsMinimumWage: true }));
  const minimumWage = { before: 1000, now: 1100 };
  const [one, ...others] = plain(digestSentences({ ...months, minimumWage, changes: common }));
  expect(one).toMatch(/ “P29” e mais 2 outras\.$/);
  expect(others).toEqual([]);
  expect(digestSentences({ ...months, minimumWage: null, changes: [] })).toEqual([]);
});
