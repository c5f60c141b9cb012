import { sum } from 'd3-array';
import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import {
  linesText,
  percentText,
  textsBeyond,
  usualProfiles,
  type CheckedFile,
  type CheckResult,
} from './checked-file.ts';
import type { FileProfile } from './profile.ts';
import { codeColumns } from './shape-sql.ts';
import {
  allowed,
  chanceOfKnownShare,
  chanceOfShare,
  employerShare,
  spreadOf,
} from './thresholds.ts';

interface Count {
  readonly lines: number;
  readonly all: number;
}

/** A share of a file's lines that is small, or near its usual value, in every correct file. */
interface Share {
  readonly code: keyof LoadLimits;
  /** The Portuguese sentence; `copies` is the number of lines to remove if the share should be usual. */
  readonly sentence: (share: string, copies: number) => string;
  readonly of: (profile: FileProfile) => Count;
  /** Used if no month is published: the usual share, and how far a file may exceed it. */
  readonly first: { readonly usual: number; readonly spread: number };
  /** Factor on the administrator's limit; 1 if absent. */
  readonly part?: number;
  /** Counts from real files. They weigh as much as a published month, so that files with few lines can be compared. */
  readonly seen?: Count;
  /** Number of lines that any file may have: mistakes of one employer. */
  readonly excused?: number;
  /**
   * The limit adds the lines that one employer may have, but from 100 lines on it allows at most this share, or what
   * chance explains. Null if no single employer causes such lines: then the limit adds nothing.
   */
  readonly max: number | null;
}

const ofAll = (count: (profile: FileProfile) => number) => (profile: FileProfile) => ({
  lines: count(profile),
  all: profile.total.lines,
});

const strangeShare = (
  name: keyof FileProfile['shape']['strange'],
  sentence: Share['sentence'],
  more: Partial<Share> = {},
): Share => ({
  code: 'contradictionPercent',
  sentence,
  of: ofAll(({ shape }) => shape.strange[name]),
  first: { usual: 0, spread: 0.05 },
  max: null,
  ...more,
});

const scaledShare: Share = {
  code: 'scaledPoints',
  sentence: (share) =>
    `${share} dos salários são cerca de 100 ou 1.000 vezes a mediana da ocupação, como sem a vírgula decimal`,
  of: ({ shape }) => ({ lines: shape.scaled.lines, all: shape.scaled.all }),
  first: { usual: 0.0001, spread: 0.002 },
  // Lines paid by the month in CAGEDFOR202307 and CAGEDEXC202307; one employer has two of the eight in a month.
  seen: { lines: 8, all: 63_442 },
  excused: 2,
  max: null,
};

const fixedShares: readonly Share[] = [
  scaledShare,
  {
    code: 'scaledPoints',
    sentence: (share) =>
      `em ${share} das linhas com salário por mês o salário é 10, 100 ou 1.000 vezes o valor do salário fixo`,
    of: ofAll(({ shape }) => shape.strange.unequalPay),
    first: { usual: 0, spread: 0.0002 },
    part: 0.1,
    // None occurs in CAGEDFOR202307 and CAGEDEXC202307; one is the most that this number of lines could conceal.
    seen: { lines: 1, all: 63_442 },
    excused: 2,
    max: null,
  },
  {
    code: 'contradictionPercent',
    sentence: (share, copies) =>
      `linhas repetidas: cerca de ${linesText(copies)} a mais que o usual; ${share} das linhas sem outra diferente no mesmo município, atividade e ocupação aparecem mais de uma vez`,
    of: ({ shape: { repeats } }) => ({ lines: repeats.repeated, all: repeats.groups }),
    first: { usual: 0.0024, spread: 0.05 },
    // CAGEDFOR202307 and CAGEDEXC202307.
    seen: { lines: 73, all: 30_637 },
    // A small file may have this many by chance: the lines of two small employers.
    excused: 30,
    max: null,
  },
  strangeShare(
    'contract',
    (share) => `em ${share} das linhas a categoria contradiz o trabalho intermitente ou o aprendiz`,
    { first: { usual: 0, spread: 0 }, part: 0.2 },
  ),
  {
    code: 'boundsPoints',
    sentence: (share) =>
      `${share} dos salários estão abaixo do piso da regra do MTE (0,3 salário mínimo)`,
    of: ({ shape }) => ({ lines: shape.bounds.below, all: shape.bounds.paid }),
    first: { usual: 0.08, spread: 0.4 },
    max: 0.93,
  },
  strangeShare(
    'rareHours',
    (share) =>
      `em ${share} das linhas as horas contratuais não são 44, 40, 36, 30 nem 20, como se a coluna fosse outra`,
    // In CAGEDFOR202307 10 %, and in no municipality, activity or occupation of 100 lines more than 49 %; ages as
    // hours: 78 %.
    { first: { usual: 0.1, spread: 0.5 }, part: 50 },
  ),
  strangeShare(
    'place',
    (share) => `${share} das linhas têm município, estado e região que se contradizem`,
  ),
  strangeShare(
    'months',
    (share) => `${share} das linhas têm meses que não cabem neste tipo de arquivo`,
  ),
];

const nullShare = (column: string): Share => ({
  code: 'nullPoints',
  sentence: (share) => `a coluna ${column} está vazia em ${share} das linhas`,
  of: ofAll(({ nulls }) => nulls[column] ?? 0),
  first: { usual: 0.05, spread: 0.4 },
  max: 0.98,
});

/** Columns to which the ministry adds codes. */
const growingColumns: ReadonlySet<string> = new Set<string>([
  'cbo',
  'subclass',
  'municipality',
  'category',
]);

const unknownShare = (name: string, column: string): Share => ({
  code: 'newCodeLinesPercent',
  sentence: (share) =>
    `${share} das linhas têm códigos de ${column} que nenhuma tabela do registro tem`,
  of: ofAll(({ shape }) => shape.unknown[name] ?? 0),
  first: growingColumns.has(name) ? { usual: 0.01, spread: 0.05 } : { usual: 0, spread: 0 },
  max: null,
});

/** Compares the shares of empty, unknown, unlikely and contradictory fields with those of the neighbouring months. */
export function checkShares(file: CheckedFile, limits: LoadLimits): CheckResult {
  const shares = [
    ...fixedShares,
    ...Object.keys(file.profile.nulls).map(nullShare),
    ...[...codeColumns].map(([name, column]) => unknownShare(name, column)),
  ];
  const results = shares.map((share) => ({ share, ...checkShare(file, share, limits) }));
  const areCommasDetectable = results.every(
    ({ share, limit }) => share !== scaledShare || limit <= 0.005,
  );
  return {
    findings: results.flatMap(({ findings }) => findings),
    undetectable: [
      ...(results.some(({ limit }) => limit >= 0.9) ? (['columns'] as const) : []),
      ...(areCommasDetectable ? [] : (['commas'] as const)),
    ],
  };
}

function checkShare(file: CheckedFile, share: Share, limits: LoadLimits) {
  const { lines, all } = share.of(file.profile);
  if (all === 0) return { findings: [], limit: 0 };
  const past = usualProfiles(file)
    .map(share.of)
    .filter((month) => month.all > 0);
  const usual = pooled(share.seen ? [...past, share.seen] : past) ?? share.first.usual;
  const least = (limits[share.code] / 100) * (share.part ?? 1);
  const spread =
    past.length === 0
      ? Math.max(least, share.first.spread)
      : spreadOf(
          past.map((month) => ({
            difference: month.lines / month.all - usual,
            chance: chanceOfShare(usual, month.all),
          })),
          { expected: least, least },
        );
  const limit = Math.max(
    limitOf(file.kind, share, { usual, spread, all }),
    (share.excused ?? 0) / all - usual,
  );
  const excess = lines / all - usual;
  if (excess <= limit) return { findings: [], limit };
  const where = past.length === 0 ? 'o usual no país é' : 'nos meses próximos são';
  const copies = Math.round((excess / (1 + excess)) * file.profile.total.lines);
  const [own, maximum] = textsBeyond((lines / all) * 100, (usual + limit) * 100);
  const message = `${share.sentence(`${own} %`, copies)}; ${where} ${percentText(usual)}, e o limite para tantas linhas é ${maximum} %.`;
  return { findings: [{ code: share.code, message }], limit };
}

function limitOf(
  kind: FileKind,
  { max, seen }: Share,
  { usual, spread, all }: { readonly usual: number; readonly spread: number; readonly all: number },
): number {
  const chance = seen ? chanceOfKnownShare(usual, all) : chanceOfShare(usual, all);
  const byChance = allowed(spread, chance);
  if (max === null) return byChance;
  const limit = byChance + employerShare(kind, all);
  return all < 100 ? limit : Math.min(limit, Math.max(byChance, max - usual));
}

function pooled(past: readonly Count[]) {
  const all = sum(past, (month) => month.all);
  return all === 0 ? undefined : sum(past, ({ lines }) => lines) / all;
}
