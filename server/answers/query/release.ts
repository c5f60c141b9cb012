import type { Method } from '../../../shared/contracts/search.ts';
import type { SelectableMonths } from '../../../shared/filters/data.ts';
import type {
  CurrentRelease,
  PublishedFile,
  ReleaseMonth,
} from '../../platform/store/current-release.ts';

/** The data that users may read: the batches of one published release, and their months. */
export interface Release
  extends SelectableMonths, Pick<CurrentRelease, 'number' | 'publishedAt' | 'isSynthetic'> {
  /** The published files: which months have their MOV file. */
  readonly files: readonly Pick<PublishedFile, 'kind' | 'month'>[];
  /** Batches of movements and of matched exclusions. */
  readonly batches: readonly number[];
  /** Design effects by family of occupations, and for all (shared/statistics/design-effect.ts). */
  readonly designEffects: ReadonlyMap<number, number>;
}

/** A release as responses state it; null while nothing is published. */
export const statedRelease = ({ number, publishedAt, isSynthetic }: Release): Method['release'] =>
  number === null || publishedAt === null ? null : { number, publishedAt, isSynthetic };

/** The months that queries of a release select from, of its months, ascending. */
export function selectableMonths(
  months: readonly Pick<ReleaseMonth, 'month' | 'mov_lines' | 'for_lines'>[],
): SelectableMonths {
  return {
    months: months
      .filter(({ mov_lines, for_lines }) => mov_lines + for_lines > 0)
      .map(({ month }) => month),
    firstMonth: months.find(({ mov_lines }) => mov_lines > 0)?.month ?? null,
  };
}

/** The current release in the form that salary queries need. */
export function readableRelease({
  number,
  publishedAt,
  isSynthetic,
  files,
  months,
  designEffects,
}: CurrentRelease): Release {
  const cancellations = months.flatMap((month) =>
    month.cancellation_batch === null ? [] : [month.cancellation_batch],
  );
  return {
    number,
    publishedAt,
    isSynthetic,
    ...selectableMonths(months),
    files: files.map(({ kind, month }) => ({ kind, month })),
    batches: [
      ...files.filter(({ kind }) => kind !== 'EXC').map(({ batch }) => batch),
      ...cancellations,
    ],
    designEffects: new Map(designEffects.map(({ family, effect }) => [family, effect])),
  };
}
