import { expect, test } from 'vitest';
import { heapsOfMedians } from '../../../shared/statistics/heaping.ts';
import { intervalMeaning } from '../../../shared/statistics/interval-meaning.ts';
import { incompleteText } from '../../../shared/statistics/completeness.ts';
import { partial } from '../../../tests/support/sample-completeness.ts';
import { sampleReport, type SampleSelection } from '../../../tests/support/sample-report.ts';
import { syntheticNotice } from '../../../shared/codes/codes.ts';
import { answerNotes, listedRecords, methodFacts, methodTexts, noticeOf } from './model.ts';

test('documents state when a gap has no interval: one salary fills that of either median', () => {
  const filled = { medianInterval: { lower: 1320, upper: 1320 } };
  const spread = { medianInterval: { lower: 1400, upper: 1600 } };
  expect([heapsOfMedians(filled, spread), heapsOfMedians(spread, filled)]).toEqual([
    [1320],
    [1320],
  ]);
  expect(methodTexts.filter((text) => text.includes('mulheres e homens'))).toEqual([
    expect.stringMatching(/exceto se um deles se reduz a um só salário\.$/),
  ]);
});

test('documents state what the interval of a full count means', () => {
  expect(methodTexts.filter((text) => text.startsWith(intervalMeaning))).toHaveLength(1);
  expect(intervalMeaning).toContain('não uma amostra');
});

const salariesOf = (count: number) => Array.from({ length: count }, () => 150_000);

test('the records of a selection with fewer than five are not listed', () => {
  expect(
    listedRecords(sampleReport([{ salaries: salariesOf(4) }, { salaries: salariesOf(5) }])),
  ).toBe(5);
});

const noticeFor = (isSynthetic: boolean, completeness?: typeof partial) =>
  noticeOf({
    ...sampleReport([{ salaries: salariesOf(5), ...(completeness && { completeness }) }]),
    isSynthetic,
  });

test('the notice of every page names synthetic and incomplete data', () => {
  const incomplete = 'Dados incompletos: falta o arquivo principal (MOV) de 1 dos 2 meses';
  expect(noticeFor(false)).toBeNull();
  expect(noticeFor(true)).toBe(syntheticNotice);
  expect(noticeFor(false, partial)).toBe(incomplete);
  expect(noticeFor(true, partial)).toBe(`${syntheticNotice} · ${incomplete}`);
});

const factsFor = (more: Partial<SampleSelection>, period?: null) =>
  sampleReport([{ salaries: salariesOf(5), ...more }]).selections.map(({ answer }) =>
    methodFacts(
      period === undefined ? answer : { ...answer, method: { ...answer.method, period } },
    ),
  )[0];

test('the facts of a selection have its period, and its missing files', () => {
  expect(factsFor({})?.at(-1)).toEqual(['Período', 'mai/2026 a jun/2026']);
  expect(factsFor({}, null)?.at(-1)).toEqual(['Período', 'sem dados']);
  expect(factsFor({})?.map(([term]) => term)).not.toContain('Completude');
  expect(factsFor({ completeness: partial })?.[0]).toEqual(['Completude', incompleteText]);
});

const notesOf = (fullTime?: number) =>
  sampleReport([{ salaries: salariesOf(200) }]).selections.flatMap(({ answer }) =>
    answerNotes({ ...answer, ...(fullTime !== undefined && { fullTime }) }),
  );

test('records of other hours are noted with their share', () => {
  expect(notesOf()).toEqual([]);
  expect(
    sampleReport([{ salaries: salariesOf(99) }]).selections.flatMap(({ answer }) =>
      answerNotes(answer),
    ),
  ).toEqual(['P10 e P90 incertos: menos de 10 registros além deles.']);
  expect(notesOf(150)).toEqual([
    expect.stringMatching(/^25,0\s% dos registros são de menos de 40 horas/),
  ]);
});
