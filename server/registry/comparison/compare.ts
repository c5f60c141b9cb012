import { sum } from 'd3-array';
import type { ComparedFile, Comparison } from '../../../shared/contracts/comparison.ts';
import type { FileKind, UploadReason } from '../../../shared/contracts/uploads.ts';
import { municipalityName } from '../../reference/places.ts';
import { officialFigures } from '../../reference/official-figures.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import { monthLater, monthsApart } from '../../../shared/codes/months.ts';
import { loadLimits } from '../settings/load-settings.ts';
import { readSetting } from '../settings/stored-settings.ts';
import { currentRelease, type PublishedFile } from '../../platform/store/current-release.ts';
import { officialCountsOf } from './check-official.ts';
import { linesText, percentText, undetectableSentences, type CheckedFile } from './checked-file.ts';
import { missingMovReasons, newerVersionReasons } from './hold-reasons.ts';
import { newCodesOf } from './new-codes.ts';
import {
  figuresOf,
  profileOf,
  storedProfiles,
  withProfiles,
  type FileProfile,
  type MonthProfile,
  type ProfileDeps,
} from './profile.ts';
import { earlierVersions, type EarlierVersions, type Published } from './reference-versions.ts';
import { weeklyHours, yearsOfAge } from './shape-sql.ts';
import { validateFile, type Validation } from './validate.ts';

/** A staged file with its name on screen. */
export interface FileToCompare extends PublishedFile {
  readonly name: string;
}

export interface ComparisonDeps extends ProfileDeps {
  readonly clock: () => Date;
}

/** Number of months before and after a file's month with which it is compared. */
export const monthsAround = 12;

/**
 * Compares staged files with the published data: their own earlier version and the months of their kind around them.
 * Real data is never compared with synthetic data. The figures of a file are counted once and stored, so that an upload
 * that waits is compared again without reading its lines. `earlier` is its comparison with an earlier release.
 */
export async function compareWithPublished(
  deps: ComparisonDeps,
  files: readonly FileToCompare[],
  earlier?: Comparison,
): Promise<Comparison> {
  const release = await currentRelease(deps.store);
  const published = release.isSynthetic ? [] : release.files;
  const limits = await readSetting(deps.store.db, loadLimits);
  const compared: ComparedFile[] = [];
  const reasons: UploadReason[] = [];
  for (const file of files) {
    const counted = await checkedFile(deps, file, { published, limits });
    const checked = await describedRevision(counted, validateFile(counted, limits));
    const validation = validateFile(checked, limits);
    compared.push({
      ...comparedFile(file, checked, validation),
      newCodes: await newCodesOf(deps, checked, { batch: file.batch, published, earlier }),
    });
    reasons.push(
      ...validation.findings.map(({ code, message }) => ({
        code,
        file: file.batch,
        message: `${file.name}: ${message}`,
      })),
    );
  }
  return {
    comparedAt: deps.clock().toISOString(),
    against: release.number,
    files: compared,
    reasons: [
      ...missingMovReasons(files, published),
      ...(await newerVersionReasons(deps.store, files, published)),
      ...reasons,
    ],
  };
}

/** A file with everything it is compared with, and the published version that it replaces. */
type ComparedWith = CheckedFile & Pick<EarlierVersions, 'published' | 'describe'>;

/** Above this number of lines, only a held file's revision is described: that scans both versions twice. */
const maxDescribedLines = 1_000_000;

/** Adds the changed columns, with examples, to the revision of a held file and of every file with few enough lines. */
async function describedRevision(
  { revision, describe, ...file }: ComparedWith,
  { findings }: Validation,
): Promise<ComparedWith> {
  if (revision === undefined || describe === undefined) return file;
  const isDescribed = findings.length > 0 || file.profile.total.lines <= maxDescribedLines;
  const description = isDescribed ? await describe() : {};
  return { ...file, revision: { ...revision, current: { ...revision.current, ...description } } };
}

async function checkedFile(
  deps: ComparisonDeps,
  file: FileToCompare,
  { published, limits }: Published,
): Promise<ComparedWith> {
  const { kind, month } = file;
  const ofKind = published.filter((other) => other.kind === kind);
  const [first, last] = [monthLater(month, -monthsAround), monthLater(month, monthsAround)];
  const near = ofKind.filter(
    (other) => other.month !== month && other.month >= first && other.month <= last,
  );
  const profile = await profileOf(deps, file);
  const neighbours = await withProfiles(deps, near);
  const stored = await storedProfiles(deps.store, ofKind);
  return {
    kind,
    month,
    profile,
    ...(await earlierVersions(deps, file, { published, limits })),
    official:
      kind === 'MOV' ? officialCountsOf(await officialFigures(deps.store), month) : undefined,
    neighbours: neighbours.toSorted(
      (a, b) => monthsApart(a.month, month) - monthsApart(b.month, month),
    ),
    sketches: ofKind.flatMap((other) => {
      const sketch = stored.get(other.batch)?.shape.sketch;
      return sketch === undefined ? [] : [{ month: other.month, sketch }];
    }),
  };
}

/** Offsets of the published months that are shown beside the file's own. */
const comparedOffsets = [-1, 1, -12] as const;

function comparedFile(
  file: FileToCompare,
  { profile, published, revision, neighbours, sketches }: ComparedWith,
  { undetectable }: Validation,
): Omit<ComparedFile, 'newCodes'> {
  const isFirst = neighbours.length === 0 && published === undefined;
  const usual = neighbours.filter(({ month }) => month < file.month).map((one) => one.profile);
  return {
    file: file.batch,
    name: file.name,
    kind: file.kind,
    month: file.month,
    total: figuresOf(profile.total),
    published: published === undefined ? null : figuresOf(published.total),
    neighbours: comparedOffsets.flatMap((later) => {
      const month = monthLater(file.month, later);
      const found = neighbours.find((other) => other.month === month);
      return found === undefined ? [] : [{ month, figures: figuresOf(found.profile.total) }];
    }),
    months: monthsOf(profile, published),
    nulls: nullsOf(profile, usual),
    revision: revision?.current ?? null,
    unverified: [
      ...(isFirst ? [firstLoadSentence(file.kind, profile, sketches.length === 0)] : []),
      ...[...new Set(undetectable)].map((name) => undetectableSentences[name]),
    ],
    largestSalaries: largestOf(profile),
  };
}

/** The sentence that names the figures to check in a file without another month to compare. */
function firstLoadSentence(
  kind: FileKind,
  { total, shape }: FileProfile,
  isFirstLoad: boolean,
): string {
  const figures = [
    mostCommon(shape.codes['age'], yearsOfAge, 'idade mais comum', 'anos'),
    mostCommon(shape.codes['hours'], weeklyHours, 'jornada mais comum', 'horas'),
    shape.repeats.groups > 0 &&
      `linhas repetidas fora de grandes grupos: ${percentText(shape.repeats.repeated / shape.repeats.groups)}`,
  ];
  const missing = isFirstLoad
    ? `Primeiro envio: não há outro mês de ${kind} para comparar.`
    : `Não há outro mês de ${kind} perto deste para comparar.`;
  return `${missing} Confira se estes números são plausíveis: ${[linesText(total.lines), ...figures].filter(Boolean).join('; ')}.`;
}

function mostCommon(
  counts: Readonly<Record<string, number>> = {},
  step: number,
  name: string,
  unit: string,
): string {
  const [most] = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (most === undefined) return '';
  const all = sum(Object.values(counts));
  const from = Number(most[0]) * step;
  return `${name} de ${from} a ${from + step - 1} ${unit} (${percentText(most[1] / all)} das linhas)`;
}

const noLines: MonthProfile = {
  lines: 0,
  admissions: 0,
  separations: 0,
  wage_count: 0,
  wage_sum: 0,
  median_wage: null,
};

/** The months of movement of the file and of the published version, which may have months that the file lost. */
function monthsOf(profile: FileProfile, version: FileProfile | undefined): ComparedFile['months'] {
  const months = new Set([...profile.months.keys(), ...(version?.months.keys() ?? [])]);
  return [...months].toSorted().map((month) => {
    const before = version?.months.get(month);
    return {
      month,
      now: figuresOf(profile.months.get(month) ?? noLines),
      published: before === undefined ? null : figuresOf(before),
    };
  });
}

function nullsOf(profile: FileProfile, usual: readonly FileProfile[]): ComparedFile['nulls'] {
  const usualLines = sum(usual, ({ total }) => total.lines);
  return Object.entries(profile.nulls).map(([column, count]) => {
    const usualCount = sum(usual, ({ nulls }) => nulls[column] ?? 0);
    return {
      column,
      share: count / profile.total.lines,
      usualShare: usualLines === 0 ? null : usualCount / usualLines,
    };
  });
}

const padded = (code: number, length: number) => String(code).padStart(length, '0');

const largestOf = ({ largest }: FileProfile): ComparedFile['largestSalaries'] =>
  largest.map(({ salary, cbo, municipality, month, balance, hours }) => ({
    salary: salary / 100,
    cbo: padded(cbo, 6),
    title: occupationTitle(padded(cbo, 6)) ?? null,
    municipality: municipalityName(padded(municipality, 6)) ?? null,
    month: String(month),
    isAdmission: balance === 1,
    hours: hours === null ? null : hours / 100,
  }));
