import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import type { FileProfile } from './profile.ts';

/** A published month of the file's kind. */
export interface MonthBeside {
  /** AAAAMM. */
  readonly month: string;
  readonly profile: FileProfile;
}

/** A file with everything that it is held against. */
export interface JudgedFile {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
  readonly profile: FileProfile;
  /** The published file of the same kind and month, if any. */
  readonly version: FileProfile | undefined;
  /** Other published months of the kind: those less than a year and a month away, the nearest first. */
  readonly around: readonly MonthBeside[];
  /** Every other published month of the kind whose lowest hashes are kept. */
  readonly sketches: readonly { readonly month: string; readonly sketch: readonly number[] }[];
}

/** Why a file should be looked at, in a Portuguese sentence. */
export interface Finding {
  readonly code: keyof LoadLimits | 'sameLines';
  readonly message: string;
}

/** What damage a file with few lines, or with few months beside it, could have without anybody seeing it. */
export const untoldSentences = {
  lines:
    'Com o que há para comparar, a metade ou o dobro das linhas não se distinguiria da variação usual e do acaso.',
  wages:
    'Com tão poucos salários, três vezes mais ou três vezes menos não se distinguiria do acaso.',
  columns: 'Com tão poucas linhas, uma coluna vazia ou trocada não se distinguiria do acaso.',
  month: 'Com tão poucas linhas diferentes, as de outro mês não seriam reconhecidas.',
} as const;
export type Untold = keyof typeof untoldSentences;

/** What one kind of figure tells of a file. */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** What damage its few lines could not tell from chance. */
  readonly untold: readonly Untold[];
}

/** So many published months tell what is usual. */
const usualMonths = 12;

/** What is usual for the file: its own earlier version and the nearest months. */
export function usualProfiles({ version, around }: JudgedFile): readonly FileProfile[] {
  const months = around.slice(0, usualMonths).map(({ profile }) => profile);
  return version === undefined ? months : [version, ...months];
}

export const percentText = (share: number) =>
  `${(share * 100).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} %`;
