import type { LineRevision, LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount } from '../../../shared/words/format.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { OfficialFigure } from '../../reference/official-figures.ts';
import type { FileProfile, MonthProfile } from './profile.ts';

/** A published month of the file's kind. */
export interface NeighbourMonth {
  /** AAAAMM. */
  readonly month: string;
  readonly profile: FileProfile;
}

/** The ministry's counts of a month as declared: those of its MOV file. */
export type OfficialCounts = Pick<OfficialFigure, 'admissions' | 'separations' | 'source'>;

export interface CheckedFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly profile: FileProfile;
  /**
   * The version of the same kind and month with which the file is compared, if any: the largest since an administrator
   * last approved one, or the version whose lines the file restores.
   */
  readonly version: FileProfile | undefined;
  /** The line-by-line comparison with the published version; undefined for a new month. */
  readonly revision?: {
    readonly current: LineRevision;
    /** Counts and wages of the published version. */
    readonly published: MonthProfile;
    /** The lines lost since the reference version, if that is not the published one. */
    readonly approved: { readonly gone: number; readonly lines: number } | undefined;
    /** The share of lines that revisions of this kind usually change in this installation, in percent. */
    readonly usualPercent: number;
  };
  /** Other published months of the kind that are at most a year away, the nearest first. */
  readonly neighbours: readonly NeighbourMonth[];
  /** Every published month of the kind whose lowest hashes are stored. */
  readonly sketches: readonly { readonly month: string; readonly sketch: readonly number[] }[];
  /** The ministry's counts of the month, if the file is a MOV and they are known. */
  readonly official?: OfficialCounts | undefined;
}

/** Why an administrator should check a file, in a Portuguese sentence. */
export interface Finding {
  readonly code: keyof LoadLimits | 'sameLines' | 'officialCounts';
  readonly message: string;
}

/** Anomalies that could go unnoticed in a file with few lines, or with few months to compare it with. */
export const undetectableSentences = {
  lines:
    'Há poucas linhas para comparar: mesmo com a metade ou o dobro das linhas, a diferença poderia ser acaso ou variação usual.',
  wages: 'Há poucos salários: uma diferença de três vezes ainda poderia ser acaso.',
  commas:
    'Há poucos salários: a falta da vírgula decimal em um de cada duzentos ainda poderia ser acaso.',
  columns: 'Há poucas linhas: uma coluna vazia ou trocada ainda poderia ser acaso.',
  month: 'Há poucas linhas diferentes: não reconheceríamos as de outro mês.',
} as const;
export type Undetectable = keyof typeof undetectableSentences;

export interface CheckResult {
  readonly findings?: readonly Finding[];
  /** Anomalies that the check cannot distinguish from chance in this file. */
  readonly undetectable?: readonly Undetectable[];
}

/** Number of published months that define what is usual. */
const usualMonths = 12;

/** The profiles that define what is usual for the file: its own earlier version and the nearest months. */
export function usualProfiles({ version, neighbours }: CheckedFile): readonly FileProfile[] {
  const months = neighbours.slice(0, usualMonths).map(({ profile }) => profile);
  return version === undefined ? months : [version, ...months];
}

/** Number of lines from which no single employer dominates a file. */
export const manyLines = 5_000;

/** Above this share the message omits the limit: there are too few figures, or they vary too much. */
const maxExplained = 10;

/** States the limit of a difference; `limit` is a natural logarithm. */
export function explainedText(limit: number): string {
  const share = Math.expm1(limit);
  return share > maxExplained
    ? 'nem a variação usual nem o acaso explicam tanto'
    : `o limite para essa diferença é ${percentText(share)}`;
}

export const percentText = (share: number) =>
  `${(share * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;

/** A number and the limit that it exceeds, with as many digits as distinguish them. */
export function textsBeyond(value: number, limit: number): readonly [value: string, limit: string] {
  const texts = (digits: number) => [textOf(value, digits), textOf(limit, digits)] as const;
  const digits = [1, 2, 3, 4, 5, 6].find((count) => new Set(texts(count)).size === 2);
  return texts(digits ?? 1);
}

/** Below 0.1, significant digits ("0,03"): a limit or what exceeds it is not zero. */
const textOf = (value: number, digits: number) =>
  value.toLocaleString('pt-BR', {
    [value < 0.1 ? 'maximumSignificantDigits' : 'maximumFractionDigits']: digits,
  });

/** "1 linha", "1.234 linhas". */
export const linesText = (lines: number) =>
  `${formatCount(lines)} ${lines === 1 ? 'linha' : 'linhas'}`;
