import { withProfiles, type FileProfile, type ProfileDeps } from '../comparison/profile.ts';
import { monthLater, monthsFrom } from '../../../shared/codes/months.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';

type FilePlace = Pick<PublishedFile, 'kind' | 'month'>;
/** By kind and month. */
export type CountedFiles = ReadonlyMap<
  string,
  FilePlace & { readonly profile: Pick<FileProfile, 'months'> }
>;

const keyOf = ({ kind, month }: FilePlace) => `${kind}${month}`;

export async function countedFiles(
  deps: ProfileDeps,
  files: readonly PublishedFile[],
): Promise<CountedFiles> {
  const counted = await withProfiles(deps, files);
  return new Map(counted.map((file) => [keyOf(file), file]));
}

/** The months that have a MOV file, in the order of the release. */
export const declaredMonths = (files: CountedFiles): string[] =>
  [...files.values()].filter(({ kind }) => kind === 'MOV').map(({ month }) => month);

export interface OwnFigure {
  readonly admissions: number;
  readonly separations: number;
  /** Centavos of the month, not rounded; null if no admission counts. */
  readonly wage: number | null;
}

export interface OwnAnswer {
  /** Null if the release has no data for the month. */
  readonly figure: OwnFigure | null;
  readonly missing: readonly FilePlace[];
}

/** The month of the first file of exclusions; the first main file is of January 2020. */
const firstExclusions = '202004';
/** FOR declares movements of at most this many months before. */
const maxDelayMonths = 12;

/** Series "sem ajustes": the MOV file of the month alone. */
export function declaredFigure(files: CountedFiles, month: string): OwnAnswer {
  return answer(files, month, [{ kind: 'MOV', month }]);
}

/**
 * Series "com ajustes" as of an edition: MOV and FOR less EXC, by month of movement, with the FOR and EXC files up to
 * the edition's month. An exclusion counts −1 whether or not its line is loaded, as MTE counts it.
 */
export function adjustedFigure(files: CountedFiles, month: string, edition: string): OwnAnswer {
  const late = monthsFrom(monthLater(month, 1), edition);
  // The month's own file of exclusions usually has none of its lines: only its absence is no gap.
  const exclusionMonths = files.has(keyOf({ kind: 'EXC', month })) ? [month] : [];
  return answer(files, month, [
    { kind: 'MOV', month },
    ...late
      .filter((file) => file <= monthLater(month, maxDelayMonths))
      .map((file) => ({ kind: 'FOR' as const, month: file })),
    ...[...exclusionMonths, ...late]
      .filter((file) => file >= firstExclusions)
      .map((file) => ({ kind: 'EXC' as const, month: file })),
  ]);
}

function answer(files: CountedFiles, month: string, needed: readonly FilePlace[]): OwnAnswer {
  const of = (place: FilePlace) => files.get(keyOf(place));
  const missing = needed.filter((file) => of(file) === undefined);
  const parts = needed.flatMap((file) => {
    const counts = of(file)?.profile.months.get(month);
    return counts === undefined ? [] : [{ weight: file.kind === 'EXC' ? -1 : 1, counts }];
  });
  // If all files of a month are loaded and have no line of it, the month is empty, not unknown.
  if (parts.length === 0 && missing.length > 0) return { figure: null, missing };
  const sum = (pick: (counts: (typeof parts)[number]['counts']) => number) =>
    parts.reduce((total, { weight, counts }) => total + weight * pick(counts), 0);
  const wages = sum(({ wage_count }) => wage_count);
  return {
    missing,
    figure: {
      admissions: sum(({ admissions }) => admissions),
      separations: sum(({ separations }) => separations),
      wage: wages > 0 ? sum(({ wage_sum }) => wage_sum) / wages : null,
    },
  };
}
