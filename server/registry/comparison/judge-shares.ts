import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { allowed, chanceOfShare, employerShare, spreadOf } from './chance.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { percentText, usualProfiles, type JudgedFile, type Verdict } from './judged-file.ts';
import type { FileProfile } from './profile.ts';
import { codeColumns } from './shape-sql.ts';

type ShareLimit = 'nullPoints' | 'newCodeLinesPercent' | 'boundsPoints' | 'contradictionPercent';

/** A share of a file's lines that is small in every honest file, or as large as ever. */
interface Share {
  readonly code: ShareLimit;
  readonly told: (share: string) => string;
  readonly of: (profile: FileProfile) => { readonly lines: number; readonly all: number };
  /** Before any month is published: the usual share, and how far a file may be above it. */
  readonly first: { readonly usual: number; readonly spread: number };
  /** One employer may bring all of it, but never so large a share of a hundred lines or more; null where none does. */
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

const fixedShares: readonly Share[] = [
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

/** Holds the shares of empty, unknown, unlikely and contradictory fields against those of the months around. */
export function judgeShares(file: JudgedFile, limits: LoadLimits): Verdict {
  const shares = [
    ...fixedShares,
    ...Object.keys(file.profile.nulls).map(nullShare),
    ...Object.entries(codeColumns).map(([name, column]) => unknownShare(name, column)),
  ];
  const judged = shares.map((share) => judgeShare(file, share, limits));
  return {
    findings: judged.flatMap(({ findings }) => findings),
    untold: judged.some(({ limit }) => limit >= 0.9) ? ['columns'] : [],
  };
}

function judgeShare(file: JudgedFile, share: Share, limits: LoadLimits) {
  const { lines, all } = share.of(file.profile);
  if (all === 0) return { findings: [], limit: 0 };
  const past = usualProfiles(file).map(share.of);
  const usual = pooled(past) ?? share.first.usual;
  const least = limits[share.code] / 100;
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
  const limit = limitOf(file.kind, share, { usual, spread, all });
  if (lines / all - usual <= limit) return { findings: [], limit };
  const where = past.length === 0 ? 'o usual no país é' : 'nos meses ao redor são';
  const message = `${share.told(percentText(lines / all))}; ${where} ${percentText(usual)}, e o limite para tantas linhas é ${percentText(usual + limit)}.`;
  return { findings: [{ code: share.code, message }], limit };
}

function limitOf(
  kind: FileKind,
  { most }: Share,
  { usual, spread, all }: { readonly usual: number; readonly spread: number; readonly all: number },
): number {
  const byChance = allowed(spread, chanceOfShare(usual, all));
  if (most === null) return byChance;
  const limit = byChance + employerShare(kind, all);
  return all < manyLines ? limit : Math.min(limit, Math.max(byChance, most - usual));
}

const manyLines = 100;

function pooled(past: readonly { readonly lines: number; readonly all: number }[]) {
  const all = past.reduce((sum, month) => sum + month.all, 0);
  return all === 0 ? undefined : past.reduce((sum, { lines }) => sum + lines, 0) / all;
}
