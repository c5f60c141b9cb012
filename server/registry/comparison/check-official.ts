import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatLongMonth } from '../../../shared/words/format.ts';
import type { OfficialFigure } from '../../reference/official-figures.ts';
import {
  percentText,
  type CheckedFile,
  type CheckResult,
  type OfficialCounts,
} from './checked-file.ts';
import type { FileProfile } from './profile.ts';

/** A file with lines of at least this many of the 27 states is one of the whole country, and not one of a region. */
const fewestStates = 14;

/** The unknown state, and an empty field. */
const unknownStates: ReadonlySet<string> = new Set(['99', '65535', '']);

const statesOf = ({ shape }: FileProfile) =>
  Object.keys(shape.codes['uf'] ?? {}).filter((code) => !unknownStates.has(code));

/**
 * Compares the first MOV file of a month with the counts that the ministry published for it. There is no published
 * version whose lines it could be compared with.
 */
export function checkOfficial(
  { month, profile, version, official }: CheckedFile,
  { revisionPercent }: LoadLimits,
): CheckResult {
  if (official === undefined || version !== undefined) return {};
  if (statesOf(profile).length < fewestStates) return {};
  const counts = [
    { name: 'admissões', own: profile.total.admissions, published: official.admissions },
    { name: 'desligamentos', own: profile.total.separations, published: official.separations },
  ].flatMap(({ name, own, published }) =>
    published === null || Math.abs(own - published) * 100 <= revisionPercent * published
      ? []
      : [`${formatCount(own)} ${name}, e o MTE divulgou ${formatCount(published)}`],
  );
  if (counts.length === 0) return {};
  const message = `tem ${counts.join('; e ')}, para ${formatLongMonth(month)} (${official.source}); a diferença passa de ${percentText(revisionPercent / 100)}.`;
  return { findings: [{ code: 'officialCounts', message }] };
}

/** The counts with which a MOV file of this month is compared: those of the last edition that has them. */
export function officialCountsOf(
  figures: readonly OfficialFigure[],
  month: string,
): OfficialCounts | undefined {
  return figures
    .filter((figure) => figure.month === month && figure.series === 'declarada')
    .filter(({ admissions, separations }) => admissions !== null || separations !== null)
    .toSorted((a, b) => a.edition.localeCompare(b.edition))
    .at(-1);
}
