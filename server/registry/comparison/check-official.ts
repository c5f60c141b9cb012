import { sum } from 'd3-array';
import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import { formatCount, formatDecimal, formatLongMonth } from '../../../shared/words/format.ts';
import type { OfficialFigure } from '../../reference/official-figures.ts';
import { states } from '../../../shared/codes/states.ts';
import type { CheckedFile, CheckResult, OfficialCounts } from './checked-file.ts';
import type { FileProfile } from './profile.ts';

/** A file with lines of at least this many of the 27 states counts as national. */
const minStates = 14;

/** A file with less than this share of the sum of the ministry's counts is a sample of the country. */
const maxSampleShare = 0.1;

const stateCodes: ReadonlySet<string> = new Set(states.map(({ codigo }) => codigo));

const isNational = ({ shape }: FileProfile) =>
  Object.keys(shape.codes['uf'] ?? {}).filter((code) => stateCodes.has(code)).length >= minStates;

/**
 * Compares the first MOV file of a month with the counts that the ministry published for it, since there is no published
 * version with which to compare its lines. Extracts of a region and samples are not compared.
 */
export function checkOfficial(
  { month, profile, version, official }: CheckedFile,
  { revisionPercent }: LoadLimits,
): CheckResult {
  if (official === undefined || version !== undefined || !isNational(profile)) return {};
  const known = [
    { name: 'admissões', counted: profile.total.admissions, published: official.admissions },
    { name: 'desligamentos', counted: profile.total.separations, published: official.separations },
  ].flatMap(({ published, ...count }) => (published === null ? [] : [{ ...count, published }]));
  const beyondSample = sum(known, ({ counted, published }) => counted - published * maxSampleShare);
  const counts = known.flatMap(({ name, counted, published }) =>
    Math.abs(counted - published) * 100 <= revisionPercent * published
      ? []
      : [`${formatCount(counted)} ${name} (o MTE divulgou ${formatCount(published)})`],
  );
  if (beyondSample < 0 || counts.length === 0) return {};
  const message = `em ${formatLongMonth(month)} tem ${counts.join(' e ')}. A diferença passa do limite de ${formatDecimal(revisionPercent)} %. Fonte: ${official.source}.`;
  return { findings: [{ code: 'officialCounts', message }] };
}

/** The counts with which a MOV file of a month is compared: each from the last edition that has it. */
export function officialCountsOf(
  figures: readonly OfficialFigure[],
  month: string,
): OfficialCounts | undefined {
  const ofMonth = figures
    .filter((figure) => figure.month === month && figure.series === 'declarada')
    .filter(({ admissions, separations }) => admissions !== null || separations !== null)
    .toSorted((a, b) => a.edition.localeCompare(b.edition));
  const last = ofMonth.at(-1);
  if (last === undefined) return undefined;
  return {
    admissions: ofMonth.findLast(({ admissions }) => admissions !== null)?.admissions ?? null,
    separations: ofMonth.findLast(({ separations }) => separations !== null)?.separations ?? null,
    source: last.source,
  };
}
