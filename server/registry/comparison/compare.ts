import type { ComparedFile, Comparison, LoadLimits } from '../../../shared/contracts/comparison.ts';
import type { UploadReason } from '../../../shared/contracts/uploads.ts';
import { municipalityName } from '../../reference/places.ts';
import { maybeCnae } from '../../reference/cnaes.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import { monthLater, monthsApart } from '../../reference/months.ts';
import { loadLimits } from '../settings/load-settings.ts';
import { readSetting } from '../settings/stored-settings.ts';
import {
  currentRelease,
  type CurrentRelease,
  type PublishedFile,
} from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { emptyCode } from '../../platform/warehouse/layout.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { earlierVersions, type EarlierVersions } from './earlier-versions.ts';
import { figuresOf } from './figures.ts';
import { comparedCodes, newCodesSql } from './profile-sql.ts';
import { countProfile, profilesOf, storedProfiles, type FileProfile } from './profile.ts';
import { judge } from './judge.ts';
import { missingMovReasons } from './missing-mov.ts';
import { newerVersionReasons } from './newer-version.ts';
import { untoldSentences, type JudgedFile, type MonthBeside, type Verdict } from './judged-file.ts';

/** A staged file with its name on screen. */
export interface FileToCompare extends PublishedFile {
  readonly name: string;
}

export interface ComparisonDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
}

/** Number of months before and after a file's month that define what is usual. */
const MONTHS_AROUND = 12;

/**
 * Compares staged files with the published data: their own earlier version and the months of their kind around them.
 * Real data is never compared with synthetic data.
 */
export async function compareWithPublished(
  deps: ComparisonDeps,
  files: readonly FileToCompare[],
): Promise<Comparison> {
  const release = await currentRelease(deps.store);
  const published = release.isSynthetic ? [] : release.files;
  const limits = await readSetting(deps.store.db, loadLimits);
  const compared: ComparedFile[] = [];
  const reasons: UploadReason[] = [];
  for (const file of files) {
    const counted = await judgedFile(deps, file, { published, limits });
    const judged = await describedRevision(counted, judge(counted, limits));
    const verdict = judge(judged, limits);
    compared.push({
      ...comparedFile(file, judged, verdict),
      newCodes: await newCodesOf(deps, file, published),
    });
    reasons.push(...reasonsOf(file, verdict));
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

const reasonsOf = ({ batch, name }: FileToCompare, { findings }: Verdict): UploadReason[] =>
  findings.map(({ code, message }) => ({ code, file: batch, message: `${name}: ${message}` }));

interface Published {
  readonly published: CurrentRelease['files'];
  readonly limits: LoadLimits;
}

/** A file with everything it is compared with, and the published version that it replaces. */
type ComparedWith = JudgedFile & Pick<EarlierVersions, 'published' | 'describe'>;

/**
 * Above this number of lines, a revision is described only if its file is held: a description scans both versions
 * twice.
 */
const mostDescribedLines = 1_000_000;

/**
 * Adds which columns changed, with examples, to the revision of a held file and of every file with few enough lines.
 */
async function describedRevision(
  { revision, describe, ...file }: ComparedWith,
  { findings }: Verdict,
): Promise<ComparedWith> {
  if (revision === undefined || describe === undefined) return file;
  const isDescribed = findings.length > 0 || file.profile.total.lines <= mostDescribedLines;
  const description = isDescribed ? await describe() : {};
  return { ...file, revision: { ...revision, current: { ...revision.current, ...description } } };
}

async function judgedFile(
  deps: ComparisonDeps,
  file: FileToCompare,
  { published, limits }: Published,
): Promise<ComparedWith> {
  const { kind, month } = file;
  const profile = await countProfile(deps, file);
  const ofKind = published.filter((other) => other.kind === kind);
  const [first, last] = [monthLater(month, -MONTHS_AROUND), monthLater(month, MONTHS_AROUND)];
  const near = ofKind.filter(
    (other) => other.month !== month && other.month >= first && other.month <= last,
  );
  const profiles = await profilesOf(deps, near);
  const around = near.flatMap((other): MonthBeside[] => {
    const own = profiles.get(other.batch);
    return own === undefined ? [] : [{ month: other.month, profile: own }];
  });
  const kept = new Map(await storedProfiles(deps.store, ofKind));
  return {
    kind,
    month,
    profile,
    ...(await earlierVersions(deps, file, { published, limits })),
    around: around.toSorted((a, b) => monthsApart(a.month, month) - monthsApart(b.month, month)),
    sketches: ofKind.flatMap((other) => {
      const sketch = kept.get(other.batch)?.shape.sketch;
      return sketch === undefined ? [] : [{ month: other.month, sketch }];
    }),
  };
}

/** Offsets of the published months that are shown beside the file's own. */
const SHOWN_BESIDE = [-1, 1, -12] as const;

function comparedFile(
  file: FileToCompare,
  { profile, published, revision, around }: ComparedWith,
  { untold }: Verdict,
): Omit<ComparedFile, 'newCodes'> {
  const usual = around.filter(({ month }) => month < file.month).map((one) => one.profile);
  return {
    file: file.batch,
    name: file.name,
    kind: file.kind,
    month: file.month,
    total: figuresOf(profile.total),
    published: published === undefined ? null : figuresOf(published.total),
    neighbours: SHOWN_BESIDE.flatMap((later) => {
      const month = monthLater(file.month, later);
      const found = around.find((other) => other.month === month);
      return found === undefined ? [] : [{ month, figures: figuresOf(found.profile.total) }];
    }),
    months: monthsOf(profile, published),
    nulls: nullsOf(profile, usual),
    revision: revision?.current ?? null,
    untold: [...new Set(untold)].map((name) => untoldSentences[name]),
    largestSalaries: largestOf(profile),
  };
}

function monthsOf(profile: FileProfile, version: FileProfile | undefined): ComparedFile['months'] {
  return [...profile.months].map(([month, now]) => {
    const before = version?.months.get(month);
    return {
      month,
      now: figuresOf(now),
      published: before === undefined ? null : figuresOf(before),
    };
  });
}

function nullsOf(profile: FileProfile, usual: readonly FileProfile[]): ComparedFile['nulls'] {
  const usualLines = usual.reduce((sum, { total }) => sum + total.lines, 0);
  return Object.entries(profile.nulls).map(([column, count]) => {
    const usualCount = usual.reduce((sum, { nulls }) => sum + (nulls[column] ?? 0), 0);
    return {
      column,
      share: count / profile.total.lines,
      usualShare: usualLines === 0 ? null : usualCount / usualLines,
    };
  });
}

const describedBy = {
  cbo: (code: number) => ({ code: padded(code, 6), title: occupationTitle(padded(code, 6)) }),
  subclass: (code: number) => ({
    code: padded(code, 7),
    title: maybeCnae(padded(code, 7))?.descricao,
  }),
  municipality: (code: number) => ({
    code: padded(code, 6),
    title: municipalityName(padded(code, 6)),
  }),
} as const;

const padded = (code: number, length: number) => String(code).padStart(length, '0');

async function newCodesOf(
  { warehouse, signal }: ComparisonDeps,
  file: FileToCompare,
  published: CurrentRelease['files'],
): Promise<ComparedFile['newCodes']> {
  const batches = published.filter(({ kind }) => kind !== 'EXC').map(({ batch }) => batch);
  if (batches.length === 0) return [];
  const limits = { timeoutMs: 10 * 60_000, threads: 2, ...(signal && { signal }) };
  const found: ComparedFile['newCodes'] = [];
  for (const { name, header } of comparedCodes) {
    const rows = await warehouse.rows<{ code: number; lines: number }>(
      newCodesSql(file, name, batches),
      limits,
    );
    for (const { code, lines } of rows) {
      if (code === emptyCode('UInt32')) continue;
      const described = describedBy[name](code);
      const title = described.title ?? null;
      found.push({ column: header, code: described.code, lines, title });
    }
  }
  return found;
}

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
