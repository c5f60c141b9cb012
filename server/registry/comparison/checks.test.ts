import { describe, expect, test } from 'vitest';
import { defaultLoadLimits, type LineRevision } from '../../../shared/contracts/comparison.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { checkConstants, checkDistributions } from './check-distributions.ts';
import { checkCopies, checkLines } from './check-lines.ts';
import { checkOfficial, officialCountsOf } from './check-official.ts';
import { checkRevision, isBeyondRevision } from './check-revision.ts';
import { checkShares } from './check-shares.ts';
import { checkWages, checkWageSpread } from './check-wages.ts';
import type { CheckedFile, CheckResult } from './checked-file.ts';
import type { FileProfile } from './profile.ts';
import type { Shape } from './shape.ts';

/** The profile of a file with this many lines, all of them admissions at R$ 1.500,00. */
function profileOf(lines: number, shape: Partial<Shape> = {}, nulls = {}): FileProfile {
  return {
    total: {
      lines,
      admissions: lines,
      separations: 0,
      wage_count: lines,
      wage_sum: lines * 150_000,
      median_wage: 150_000,
    },
    months: new Map(),
    nulls,
    largest: [],
    shape: {
      level: { lines: 0, sum: 0, squares: 0 },
      bounds: { paid: 0, below: 0 },
      strange: { rareHours: 0, place: 0, months: 0, contract: 0, unequalPay: 0 },
      scaled: { lines: 0, all: 0 },
      repeats: { repeated: 0, groups: 0 },
      single: [],
      unknown: {},
      codes: {},
      sketch: [],
      ...shape,
    },
  };
}

const fileOf = (profile: FileProfile, more: Partial<CheckedFile> = {}): CheckedFile => ({
  kind: 'MOV',
  month: '202307',
  profile,
  version: undefined,
  neighbours: [],
  sketches: [],
  ...more,
});

const neighbour = (month: string, profile: FileProfile) => ({ month, profile });
const messages = ({ findings = [] }: CheckResult) => findings.map(({ message }) => message);

const checkedLines = (
  count: number,
  kind: FileKind,
  neighbours: Readonly<Record<string, number>>,
) =>
  checkLines(
    fileOf(profileOf(count), {
      kind,
      neighbours: Object.entries(neighbours).map(([month, own]) =>
        neighbour(month, profileOf(own)),
      ),
    }),
    defaultLoadLimits,
  );

describe('the number of lines', () => {
  test('is compared with the nearest month, less the lines of one employer', () => {
    // √(ln² 1.5 + (4 · √(4 / 10,000 + 4 / 20,000))²) = ln 1.518; the difference is ln(19,900 / 10,000).
    expect(messages(checkedLines(10_000, 'MOV', { 202306: 20_000 }))).toEqual([
      'tem 10.000 linhas, muito longe dos meses de comparação: junho de 2023 (20.000); o limite para essa diferença é 51,8 %.',
    ]);
    // √(ln² 4 + (4 · √(4 / 10,000 + 4 / 41,115))²) = ln 4.0115: 41,110 lines less 1,000 are within it, 41,120 are not.
    expect(messages(checkedLines(10_000, 'FOR', { 202306: 41_110 }))).toEqual([]);
    expect(messages(checkedLines(10_000, 'FOR', { 202306: 41_120 }))).toEqual([
      'tem 10.000 linhas, muito longe dos meses de comparação: junho de 2023 (41.120); o limite para essa diferença é 301,1 %.',
    ]);
  });

  test.each([
    ['the month before', { 202305: 10_000, 202306: 10_000, 202308: 20_000, 202309: 20_000 }],
    ['the month after', { 202305: 20_000, 202306: 20_000, 202308: 10_000, 202309: 10_000 }],
    ['a year before', { 202305: 20_000, 202306: 20_000, 202207: 10_000, 202208: 10_000 }],
    ['a year after', { 202305: 20_000, 202306: 20_000, 202407: 10_000, 202406: 10_000 }],
  ])('one similar month is enough: %s', (_, others) => {
    expect(messages(checkedLines(10_000, 'MOV', others))).toEqual([]);
    expect(messages(checkedLines(40_000, 'MOV', others))).toHaveLength(1);
  });

  test('is compared with the nearest month if no adjacent one is published', () => {
    expect(messages(checkedLines(10_000, 'MOV', { 202303: 20_000 })).join()).toContain(
      'muito longe dos meses de comparação: março de 2023 (20.000);',
    );
  });

  test('of late files has a limit that shrinks with twelve steady months', () => {
    // 4 · √(3 · (ln 4 / 4)² / 15) = 0.61997, and √(0.61997² + (4 · √(4 / 10,000 + 4 / 19,735))²) = ln 1.8733.
    const months =
      '202207 202301 202302 202303 202304 202305 202306 202308 202309 202310 202311 202312';
    const steady = Object.fromEntries(months.split(' ').map((month) => [month, 10_000]));
    expect(messages(checkedLines(19_730, 'FOR', steady))).toEqual([]);
    expect(messages(checkedLines(19_740, 'FOR', steady))).toHaveLength(1);
  });

  test('a file in which half of the lines would not be noticed says so', () => {
    // Half of 10,000 differs by ln(9,900 / 5,000) = 0.68: more than ln 1.49 and a margin of ln 1.15.
    expect(checkedLines(10_000, 'MOV', { 202306: 10_000 }).undetectable).toEqual([]);
    // Half of 1,000 differs by ln(900 / 500) = 0.59; the limit is √(ln² 1.5 + 0.358²) = 0.54.
    expect(checkedLines(1000, 'MOV', { 202306: 1000 }).undetectable).toEqual(['lines']);
  });

  test('a version that loses a quarter of the lines passes, and one that loses more does not', () => {
    const version = profileOf(100);
    const lost = (count: number) =>
      messages(checkLines(fileOf(profileOf(count), { version }), defaultLoadLimits));
    expect(lost(75)).toEqual([]);
    expect(lost(74)).toEqual([
      'perde 26 % das linhas da maior versão publicada: tem 74, e a publicada, 100 (o limite é 25 %).',
    ]);
  });
});

test('the first file of a month may differ from MTE’s counts by 0.5 %, and is a sample below a tenth', () => {
  const uf = Object.fromEntries(
    '11 12 13 14 15 16 17 21 22 23 24 25 26 27'.split(' ').map((code) => [code, 1]),
  );
  const official = { admissions: 100_000, separations: null, source: 'MTE' };
  const differs = (count: number, more: Partial<CheckedFile> = {}) =>
    messages(
      checkOfficial(
        fileOf(profileOf(count, { codes: { uf } }), { official, ...more }),
        defaultLoadLimits,
      ),
    );
  expect([99_500, 100_500].flatMap((count) => differs(count))).toEqual([]);
  expect(differs(100_501)).toHaveLength(1);
  expect(differs(99_499)).toEqual([
    'em julho de 2023 tem 99.499 admissões (o MTE divulgou 100.000). A diferença passa do limite de 0,5 %. Fonte: MTE.',
  ]);
  expect(differs(10_000)).toHaveLength(1);
  expect(differs(9999)).toEqual([]);
  expect(differs(99_499, { version: profileOf(99_499) })).toEqual([]);
  // A count that MTE did not publish is not compared.
  const profile = profileOf(100_000, { codes: { uf } });
  const both = { ...profile, total: { ...profile.total, separations: 50_000 } };
  expect(differs(100_000, { profile: both })).toEqual([]);
  // 13 states and lines of an unknown one.
  const { 27: _, ...thirteen } = uf;
  const regional = profileOf(99_499, { codes: { uf: { ...thirteen, 99: 1 } } });
  expect(differs(99_499, { profile: regional })).toEqual([]);
});

test('the counts of a month are the last that MTE published of its declared series', () => {
  const unknown = { admissions: null, separations: null, balance: null };
  const figure = {
    month: '202307',
    series: 'declarada',
    nominalWage: null,
    realWage: null,
  } as const;
  const figures = [
    { ...figure, ...unknown, edition: '202401', separations: 50, source: 'late' },
    { ...figure, ...unknown, edition: '202307', admissions: 100, separations: 40, source: 'first' },
    { ...figure, ...unknown, edition: '202311', admissions: 110, source: 'second' },
    { ...figure, ...unknown, edition: '202603', source: 'wages' },
    { ...figure, ...unknown, edition: '202402', series: 'ajustada', admissions: 120, source: 'x' },
    { ...figure, ...unknown, edition: '202402', month: '202308', admissions: 130, source: 'x' },
  ] as const;
  expect(officialCountsOf(figures, '202307')).toEqual({
    admissions: 110,
    separations: 50,
    source: 'late',
  });
  expect(officialCountsOf(figures, '202306')).toBeUndefined();
});

const hashes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at);

const copiesOf = (own: readonly number[], other: readonly number[], month = '202306') =>
  checkCopies(
    fileOf(profileOf(10_000, { sketch: [...own] }), { sketches: [{ month, sketch: other }] }),
  );

describe('lines of another month', () => {
  test('are held from more than half of the lowest hashes of both on', () => {
    expect(messages(copiesOf(hashes(0, 100), hashes(49, 149)))).toEqual([
      'cerca de 51 % das linhas são as de junho de 2023, com outro mês: um dos dois arquivos está com o mês errado.',
    ]);
    expect(messages(copiesOf(hashes(0, 100), hashes(50, 150)))).toEqual([]);
    expect(messages(copiesOf(hashes(0, 100), hashes(0, 100), '202307'))).toEqual([]);
  });

  test('are found by the shorter of two sketches, of fifty hashes or more', () => {
    expect(messages(copiesOf(hashes(0, 100), hashes(0, 50))).join()).toContain('cerca de 100 %');
    expect(messages(copiesOf(hashes(0, 100), hashes(0, 49)))).toEqual([]);
    expect(copiesOf(hashes(0, 49), hashes(0, 49)).undetectable).toEqual(['month']);
  });
});

const changeOf = (column: string, lines: number) => ({
  columns: [column],
  lines,
  isEstimate: false,
  factor: null,
  only: '1',
});

describe('a revision', () => {
  test.each([
    [99, 10],
    [100, 1],
    [500, 5],
    [1000, 10],
    [2000, 10],
    [5000, 25],
  ])('of %i lines changes at most %i without approval', (lines, most) => {
    const isBeyond = (gone: number, added: number) =>
      isBeyondRevision({ gone, added }, lines, defaultLoadLimits.revisionPercent);
    expect([isBeyond(most, 0), isBeyond(0, most)]).toEqual([false, false]);
    expect([isBeyond(most + 1, 0), isBeyond(0, most + 1)]).toEqual([true, true]);
  });

  const current: LineRevision = {
    publishedLines: 1000,
    gone: 0,
    added: 0,
    isRestored: false,
    changes: [],
    examples: [],
  };
  const published = profileOf(1000).total;
  const revised = (change: Partial<LineRevision>, now = published, usualPercent = 0) =>
    messages(
      checkRevision(
        fileOf(
          { ...profileOf(1000), total: now },
          {
            revision: {
              current: { ...current, ...change },
              published,
              approved: undefined,
              usualPercent,
            },
          },
        ),
        defaultLoadLimits,
      ),
    );

  test('has the limit of the installation’s usual revisions, and none if it restores a version', () => {
    expect(revised({ gone: 20 }, published, 2)).toEqual([]);
    expect(revised({ gone: 21 }, published, 2)).toEqual([
      '21 linhas da versão publicada não estão neste arquivo (2,1 %); o limite é 2 %.',
    ]);
    expect(revised({ gone: 21, isRestored: true })).toEqual([]);
    expect(revised({ gone: 100 }).join()).toContain('(10 %); o limite é 0,5 %.');
  });

  const drifted = (own: Partial<LineRevision>, gone: number) =>
    messages(
      checkRevision(
        fileOf(profileOf(1000), {
          revision: {
            current: { ...current, ...own },
            published,
            approved: { gone, lines: 1000 },
            usualPercent: 0,
          },
        }),
        defaultLoadLimits,
      ),
    );

  test('adds to earlier ones, unless it restores a version, and names its three largest changes', () => {
    const changes = ['a', 'b', 'c', 'd'].map((column, at) => changeOf(column, 9 - at));
    expect(drifted({}, 10)).toEqual([]);
    expect(drifted({}, 11)).toHaveLength(1);
    expect(drifted({ isRestored: true }, 11)).toEqual([]);
    expect(drifted({ gone: 11, changes }, 0).join()).toMatch(
      /: em 9 linhas só a coluna a mudou, sempre para 1; em 8 linhas só a coluna b mudou, sempre para 1; em 7 linhas só a coluna c mudou, sempre para 1\.$/,
    );
  });

  test('of more than two lines must not move the mean or the median by more than 1 %', () => {
    const mean = (reais: number) => ({ ...published, wage_sum: 1000 * reais * 100 });
    expect(revised({ added: 3 }, mean(1514))).toEqual([]);
    expect(revised({ added: 2 }, mean(1600))).toEqual([]);
    expect(revised({ added: 3, isRestored: true }, mean(1600))).toEqual([]);
    expect(revised({ added: 3 }, mean(1484)).map((text) => text.replaceAll('\u00a0', ' '))).toEqual(
      ['o salário médio das admissões passa de R$ 1.500,00 para R$ 1.484,00, mais que 1 %.'],
    );
    expect(revised({ gone: 3 }, { ...published, median_wage: 151_600 }).join()).toContain(
      'a mediana das admissões passa de',
    );
  });
});

const sharesOf = (own: FileProfile, ...others: FileProfile[]) =>
  messages(
    checkShares(
      fileOf(own, { neighbours: others.map((other, at) => neighbour(`20230${6 - at}`, other)) }),
      defaultLoadLimits,
    ),
  );

const scaled = (lines: number) => sharesOf(profileOf(10_000, { scaled: { lines, all: 10_000 } }));

const repeated = (own: number, groups: number) =>
  sharesOf(profileOf(20_000, { repeats: { repeated: own, groups } }));

const below = (lines: number, paid: number) =>
  sharesOf(profileOf(10_000, { bounds: { below: lines, paid } }));

const rare = (rareHours: number) =>
  profileOf(10_000, {
    strange: { rareHours, place: 0, months: 0, contract: 0, unequalPay: 0 },
  });

const undetectableShares = (lines: number) =>
  checkShares(fileOf(profileOf(lines, {}, { idade: 0 })), defaultLoadLimits).undetectable;

const emptyAges = (nulls: number) => profileOf(10_000, {}, { idade: nulls });

describe('shares of lines', () => {
  test('of salaries a hundred times too high exceed the few of real files by 0.2 points', () => {
    // 8 / 63,442 + √(0.002² + (4 · 0.00022457)²) = 0.2319 %.
    expect(scaled(23)).toEqual([]);
    expect(scaled(24)).toHaveLength(1);
  });

  test('of repeated groups exceed those of real files by five points, or thirty groups', () => {
    // 73 / 30,637 + √(0.05² + (4 · 0.00097511)²) = 5.2535 %.
    expect(repeated(525, 10_000)).toEqual([]);
    // 5.26 % less 0.238 % are 5.0217 % of the groups: 0.050217 / 1.050217 of 20,000 lines.
    const message = repeated(526, 10_000).join();
    expect(message).toContain('cerca de 956 linhas a mais que o usual; 5,26 % das');
    expect(message).toContain('e o limite para tantas linhas é 5,25 %.');
    expect(repeated(30, 100)).toEqual([]);
    expect(repeated(31, 100)).toHaveLength(1);
  });

  test('of salaries below 0.3 minimum wages exceed the country’s by 40 points, or all but 7 %', () => {
    // 8 % + √(0.4² + (4 · 0.0054363)²) + 100 / 10,000 = 49.06 %.
    expect(below(4905, 10_000)).toEqual([]);
    expect(below(4906, 10_000)).toHaveLength(1);
    expect(below(93, 100)).toEqual([]);
    expect(below(94, 100)).toHaveLength(1);
  });

  test('of rare hours may exceed those of a near month by fifty points', () => {
    // 10 % + √(0.5² + (4 · 0.0060083)²) = 60.06 %.
    expect(sharesOf(rare(6005), rare(1000))).toEqual([]);
    expect(sharesOf(rare(6006), rare(1000))).toHaveLength(1);
  });

  test('of empty fields are compared with the near months, however far apart those are', () => {
    // A month with as many adds nothing to the spread: 5 % + √(0.05² + (4 · 0.0043738)²) + 0.01 = 11.297 %.
    expect(sharesOf(emptyAges(1129), emptyAges(500))).toEqual([]);
    expect(sharesOf(emptyAges(1130), emptyAges(500))).toHaveLength(1);
    const withVersion = (nulls: number) =>
      messages(
        checkShares(fileOf(emptyAges(nulls), { version: emptyAges(500) }), defaultLoadLimits),
      );
    expect([withVersion(1129), withVersion(1130).length]).toEqual([[], 1]);
    expect(sharesOf(emptyAges(10_000), emptyAges(10_000), emptyAges(0))).toEqual([]);
    // Of three months 6 % are usual. Their differences of −1, −1 and 2 points give a spread of
    // 4 · √((3 · 0.0125² + 0.00053195) / 6) = 0.05166: √(0.05166² + (4 · 0.0047628)²) + 0.01 = 6.506 points.
    const months = [emptyAges(500), emptyAges(500), emptyAges(800)];
    expect(sharesOf(emptyAges(1250), ...months)).toEqual([]);
    expect(sharesOf(emptyAges(1251), ...months)).toHaveLength(1);
  });

  test('that one employer may cause would not be noticed in a hundred lines', () => {
    // At most 98 % may be empty, 93 points more than usual.
    expect(undetectableShares(100)).toContain('columns');
    expect(undetectableShares(5000)).toEqual([]);
  });
});

const emptyIn = (lines: number, nulls: number) =>
  messages(checkShares(fileOf(profileOf(lines, {}, { idade: nulls })), defaultLoadLimits));

test('a column may be empty in 40 points more lines than in the country, besides those of one employer', () => {
  // 5 % + √(0.4² + (4 · 0.0043738)²) + 100 / 10,000 = 46.038 %.
  expect(emptyIn(10_000, 4603)).toEqual([]);
  expect(emptyIn(10_000, 4604)).toEqual([
    'a coluna idade está vazia em 46,04 % das linhas; o usual no país é 5 %, e o limite para tantas linhas é 46,038 %.',
  ]);
  // From 100 lines on at most 98 %; fewer lines may all be of one employer.
  expect(emptyIn(100, 98)).toEqual([]);
  expect(emptyIn(100, 99)).toHaveLength(1);
  expect(emptyIn(99, 99)).toEqual([]);
});

const level = (lines: number, mean: number, deviation: number) =>
  profileOf(lines, {
    level: { lines, sum: lines * mean, squares: lines * (mean ** 2 + deviation ** 2) },
  });

describe('salaries', () => {
  const usual = level(10_000, 0.3, 0.5);
  const wages = (own: FileProfile) =>
    checkWages(fileOf(own, { neighbours: [neighbour('202306', usual)] }), defaultLoadLimits);

  test('may differ from the near months by 20 %, chance and the lines of one employer', () => {
    // √(ln² 1.2 + (4 · 0.5 · 2 / 100)²) + 0.01 = 0.19666.
    expect(messages(wages(level(10_000, 0.3 + 0.1966, 0.5)))).toEqual([]);
    expect(messages(wages(level(10_000, 0.3 - 0.1966, 0.5)))).toEqual([]);
    expect(messages(wages(level(10_000, 0.3 - 0.1967, 0.5)))).toHaveLength(1);
    expect(messages(wages(level(10_000, 0.3 + 0.1967, 0.5)))).toEqual([
      'o salário típico (média geométrica) é de 1,64 salários mínimos, e nos meses próximos de 1,35 salários mínimos; o limite para essa diferença é 21,7 %.',
    ]);
  });

  test('have a deviation of 0.4 to 0.8 for chance, and are not compared below five', () => {
    // √(ln² 1.2 + 0.032²) + 0.01 = 0.19511, and √(ln² 1.2 + 0.064²) + 0.01 = 0.20323.
    expect(messages(wages(level(10_000, 0.3 + 0.195, 0.1)))).toEqual([]);
    expect(messages(wages(level(10_000, 0.3 + 0.1952, 0.1)))).toHaveLength(1);
    expect(messages(wages(level(10_000, 0.3 + 0.2032, 1.2)))).toEqual([]);
    expect(messages(wages(level(10_000, 0.3 + 0.2033, 1.2)))).toHaveLength(1);
    expect(wages(level(4, 9, 0.1))).toEqual({ undetectable: ['wages'] });
    expect(messages(wages(level(5, 9, 0.1)))).toHaveLength(1);
  });

  test('of which a triple would not be noticed say so', () => {
    // √(ln² 1.2 + 0.22627²) + 100 / 200 = 0.791, and √(ln² 1.2 + 0.29212²) + 100 / 120 = 1.178: ln 3 is 1.099.
    expect(wages(level(200, 0.3, 0.1)).undetectable).toEqual([]);
    expect(wages(level(120, 0.3, 0.1)).undetectable).toEqual(['wages']);
  });

  const spreadOf = (own: FileProfile, other = usual) =>
    messages(checkWageSpread(fileOf(own, { neighbours: [neighbour('202306', other)] })));

  test('vary by at most 1.3, or as much as in a near month, in fifty lines or more', () => {
    expect(spreadOf(level(50, 1, 1.29))).toEqual([]);
    expect(spreadOf(level(50, 1, 1.31))).toHaveLength(1);
    expect(spreadOf(level(49, 1, 1.31))).toEqual([]);
    expect(spreadOf(level(50, 1, 1.31), level(100, 1, 1.4))).toEqual([]);
  });
});

const sexes = (men: number, women: number) =>
  profileOf(men + women, { codes: { sex: { 1: men, 3: women } } });

const mixed = (own: FileProfile, neighbours: CheckedFile['neighbours'] = []) =>
  messages(checkDistributions(fileOf(own, { neighbours }), defaultLoadLimits));

const lateCodes = (own: FileProfile) =>
  messages(checkDistributions(fileOf(own, { kind: 'FOR' }), defaultLoadLimits));

const onlyMen = (men: number, women: number) =>
  messages(
    checkConstants(
      fileOf(profileOf(10_000, { codes: { sex: { 1: 10_000 } } }), {
        neighbours: [neighbour('202306', sexes(men, women))],
      }),
    ),
  );

const withoutApprentices = (lines: number) =>
  messages(checkConstants(fileOf(profileOf(lines, { codes: { apprentice: { 0: lines } } }))));

const singleValues = (lines: number) =>
  messages(checkConstants(fileOf(profileOf(lines, { single: ['salary', 'age'] }))));

describe('the codes of a column', () => {
  test('of a first file differ from the country by at most half, in 5,000 lines or more', () => {
    // 57.6 % are men. √(0.5² + (2 · 0.0078861)²) + 100 / 10,000 = 0.51025.
    expect(mixed(sexes(660, 9340))).toEqual([]);
    expect(mixed(sexes(650, 9350))).toEqual([
      'a coluna sexo tem outra distribuição: 51,1 % das linhas estão em outros códigos que no país, e o limite para tantas linhas é 51 %.',
    ]);
    expect(mixed(sexes(0, 4999))).toEqual([]);
    expect(mixed(sexes(0, 5000))).toHaveLength(1);
  });

  test('of late files have the lines of a thousand for an employer, but ages those of a hundred', () => {
    expect(lateCodes(sexes(0, 10_000))).toEqual([]);
    // The country's ages ten times, and 11,500 of 21,500 lines beyond: 53.5 %. The limit is 50 % + 100 / 21,500.
    const ages = { 3: 620, 4: 1710, 5: 1740, 6: 1470, 7: 1330, 8: 1120, 9: 790, 10: 560 };
    const others = { 11: 370, 12: 200, 13: 90, 40: 11_500 };
    expect(lateCodes(profileOf(21_500, { codes: { age: { ...ages, ...others } } }))).toHaveLength(
      1,
    );
  });

  test('of a first file leave no column unnoticed, whatever the limit', () => {
    const limits = { ...defaultLoadLimits, mixPoints: 95 };
    expect(checkDistributions(fileOf(sexes(5000, 0)), limits)).toEqual({
      findings: [],
      undetectable: [],
    });
  });

  test('differ from a near month by at most 30 %', () => {
    // √(0.3² + (2 · 0.0078861)²) + 0.01 = 0.31041.
    const near = [neighbour('202306', sexes(5760, 4240))];
    expect(mixed(sexes(2656, 7344), near)).toEqual([]);
    expect(mixed(sexes(2655, 7345), near).join()).toContain('que nos meses próximos');
  });

  test('are missed from a hundred lines on, besides those of one employer', () => {
    // Of 10,000 lines 1.99 % and 2 % are 199 and 200, less 100.
    expect(onlyMen(9801, 199)).toEqual([]);
    expect(onlyMen(9800, 200)).toEqual(['a coluna sexo tem o mesmo valor em todas as linhas.']);
  });

  test('are missed in a first file from a quarter of the country’s share on', () => {
    // A quarter of 1.1 % of 72,000 and 73,000 lines are 198 and 200.75, less 100.
    expect(withoutApprentices(72_000)).toEqual([]);
    expect(withoutApprentices(73_000)).toHaveLength(1);
  });

  test('and values are named by the column of the file, in 5,000 lines or more', () => {
    expect(singleValues(4999)).toEqual([]);
    expect(singleValues(5000)).toEqual([
      'a coluna salário tem o mesmo valor em todas as linhas.',
      'a coluna idade tem o mesmo valor em todas as linhas.',
    ]);
  });
});
