import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { allowed, chanceOfKnownShare, chanceOfShare, employerShare, spreadOf } from './chance.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { percentText, usualProfiles, type JudgedFile, type Verdict } from './judged-file.ts';
import type { FileProfile } from './profile.ts';
import { codeColumns } from './shape-sql.ts';

type ShareLimit =
  | 'scaledPoints'
  | 'nullPoints'
  | 'newCodeLinesPercent'
  | 'boundsPoints'
  | 'contradictionPercent';

/** A share of a file's lines that in every undamaged file is small or near its usual value. */
interface Share {
  readonly code: ShareLimit;
  readonly told: (share: string) => string;
  readonly of: (profile: FileProfile) => { readonly lines: number; readonly all: number };
  /** Used if no month is published: the usual share, and how far a file may exceed it. */
  readonly first: { readonly usual: number; readonly spread: number };
  /** Factor on the administrator's limit; 1 if absent. */
  readonly part?: number;
  /** Minimum number of lines for this check while no month is published. */
  readonly fewest?: number;
  /** Minimum excess allowed for late files (FOR, EXC): employers declare a year's lines at once. */
  readonly late?: number;
  /** Counts from real files. They weigh as much as a published month, so that files with few lines can be compared. */
  readonly seen?: { readonly lines: number; readonly all: number };
  /** Number of lines that any file may have: mistakes of one employer. */
  readonly excused?: number;
  /**
   * The limit adds the lines that one employer may have, but from 100 lines on it allows at most this share, or what
   * chance explains. Null if no single employer causes such lines: then the limit adds nothing.
   */
  readonly most: number | null;
}

const ofAll = (count: (profile: FileProfile) => number) => (profile: FileProfile) => ({
  lines: count(profile),
  all: profile.total.lines,
});

const boundsShare = (
  side: 'below' | 'above',
  told: Share['told'],
  { most, ...first }: Share['first'] & Pick<Share, 'most'>,
): Share => ({
  code: 'boundsPoints',
  told,
  of: ({ shape }) => ({ lines: shape.bounds[side], all: shape.bounds.paid }),
  first,
  most,
});

const strangeShare = (
  name: keyof FileProfile['shape']['strange'],
  told: Share['told'],
  most: Share['most'] = null,
): Share => ({
  code: 'contradictionPercent',
  told,
  of: ofAll(({ shape }) => shape.strange[name]),
  first: { usual: 0, spread: 0.05 },
  most,
});

/** Number of lines from which no single employer dominates a file. */
export const telling = 5_000;

const scaledShare: Share = {
  code: 'scaledPoints',
  told: (share) =>
    `${share} dos salários são cerca de 100 ou 1.000 vezes a mediana da ocupação, como sem a vírgula decimal`,
  of: ({ shape }) => ({ lines: shape.scaled.lines, all: shape.scaled.all }),
  first: { usual: 0.0001, spread: 0.002 },
  // Lines paid by the month in CAGEDFOR202307 and CAGEDEXC202307; one employer has two of the eight in a month.
  seen: { lines: 8, all: 63_442 },
  excused: 4,
  most: null,
};

const fixedShares: readonly Share[] = [
  scaledShare,
  {
    code: 'scaledPoints',
    told: (share) =>
      `em ${share} das linhas com salário por mês o salário é 10, 100 ou 1.000 vezes o valor do salário fixo`,
    of: ofAll(({ shape }) => shape.strange.unequalPay),
    first: { usual: 0, spread: 0.0002 },
    part: 0.1,
    // None occurs in CAGEDFOR202307 and CAGEDEXC202307; one is the most that this number of lines could conceal.
    seen: { lines: 1, all: 63_442 },
    excused: 2,
    most: null,
  },
  {
    code: 'contradictionPercent',
    told: (share) => `${share} das linhas repetem outra linha`,
    of: ({ shape }) => shape.repeated,
    first: { usual: 0.033, spread: 0.05 },
    // In CAGEDFOR202307 3.3 % of the country's lines repeat another one, and up to 15 % of a state's.
    late: 0.15,
    most: 0.9,
    fewest: telling,
  },
  {
    code: 'contradictionPercent',
    told: (share) =>
      `em ${share} das linhas a categoria contradiz o trabalho intermitente ou o aprendiz`,
    of: ofAll(({ shape }) => shape.strange.contract),
    first: { usual: 0, spread: 0 },
    most: null,
    part: 0.2,
  },
  boundsShare(
    'below',
    (share) => `${share} dos salários estão abaixo do piso da regra do MTE (0,3 salário mínimo)`,
    { usual: 0.08, spread: 0.4, most: 0.93 },
  ),
  boundsShare(
    'above',
    (share) => `${share} dos salários estão acima do teto da regra do MTE (150 salários mínimos)`,
    { usual: 0.002, spread: 0.05, most: null },
  ),
  strangeShare(
    'hours',
    (share) => `${share} das linhas têm menos de uma ou mais de 84 horas semanais`,
    0.9,
  ),
  strangeShare('age', (share) => `${share} das linhas têm idade fora de 10 a 99 anos`, 0.9),
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
  told: (share) => `a coluna ${column} está vazia em ${share} das linhas`,
  of: ofAll(({ nulls }) => nulls[column] ?? 0),
  first: { usual: 0.05, spread: 0.4 },
  most: 0.98,
});

const unknownShare = (name: string, column: string): Share => ({
  code: 'newCodeLinesPercent',
  told: (share) =>
    `${share} das linhas têm códigos de ${column} que nenhuma tabela do registro tem`,
  of: ofAll(({ shape }) => shape.unknown[name] ?? 0),
  first: { usual: 0.01, spread: 0.05 },
  most: null,
});

/** Compares the shares of empty, unknown, unlikely and contradictory fields with those of the months around. */
export function judgeShares(file: JudgedFile, limits: LoadLimits): Verdict {
  const shares = [
    ...fixedShares,
    ...Object.keys(file.profile.nulls).map(nullShare),
    ...Object.entries(codeColumns).map(([name, column]) => unknownShare(name, column)),
  ];
  const judged = shares.map((share) => judgeShare(file, share, limits));
  const isScaledVisible = judged.every(
    ({ limit }, at) => shares[at] !== scaledShare || limit <= 0.005,
  );
  return {
    findings: judged.flatMap(({ findings }) => findings),
    untold: [
      ...(judged.some(({ limit }) => limit >= 0.9) ? (['columns'] as const) : []),
      ...(isScaledVisible ? [] : (['commas'] as const)),
    ],
  };
}

function judgeShare(file: JudgedFile, share: Share, limits: LoadLimits) {
  const { lines, all } = share.of(file.profile);
  const past = usualProfiles(file).map(share.of);
  const isTooShort = past.length === 0 && file.profile.total.lines < (share.fewest ?? 0);
  if (all === 0 || isTooShort) return { findings: [], limit: 0 };
  const usual = pooled(share.seen ? [...past, share.seen] : past) ?? share.first.usual;
  const least = Math.max(
    (limits[share.code] / 100) * (share.part ?? 1),
    file.kind === 'MOV' ? 0 : (share.late ?? 0),
  );
  const spread =
    past.length === 0
      ? Math.max(least, share.first.spread)
      : spreadOf(
          past
            .filter((month) => month.all > 0)
            .map((month) => ({
              difference: month.lines / month.all - usual,
              chance: chanceOfShare(usual, month.all),
            })),
          { expected: least, least },
        );
  const limit = Math.max(
    limitOf(file.kind, share, { usual, spread, all }),
    (share.excused ?? 0) / all - usual,
  );
  if (lines / all - usual <= limit) return { findings: [], limit };
  const where = past.length === 0 ? 'o usual no país é' : 'nos meses ao redor são';
  const message = `${share.told(percentText(lines / all))}; ${where} ${percentText(usual)}, e o limite para tantas linhas é ${percentText(usual + limit)}.`;
  return { findings: [{ code: share.code, message }], limit };
}

function limitOf(
  kind: FileKind,
  { most, seen }: Share,
  { usual, spread, all }: { readonly usual: number; readonly spread: number; readonly all: number },
): number {
  const chance = seen ? chanceOfKnownShare(usual, all) : chanceOfShare(usual, all);
  const byChance = allowed(spread, chance);
  if (most === null) return byChance;
  const limit = byChance + employerShare(kind, all);
  return all < manyLines ? limit : Math.min(limit, Math.max(byChance, most - usual));
}

const manyLines = 100;

function pooled(past: readonly { readonly lines: number; readonly all: number }[]) {
  const all = past.reduce((sum, month) => sum + month.all, 0);
  return all === 0 ? undefined : past.reduce((sum, { lines }) => sum + lines, 0) / all;
}
