import type { ComparedFile, Comparison } from '../../shared/comparison.ts';
import { municipalityName } from '../reference/municipalities.ts';
import { maybeCnae } from '../reference/cnaes.ts';
import { occupationTitle } from '../reference/occupations.ts';
import { monthLater } from '../reference/months.ts';
import { loadLimits } from '../settings/load-settings.ts';
import { readSetting } from '../settings/stored-settings.ts';
import {
  currentRelease,
  type CurrentRelease,
  type PublishedFile,
} from '../store/current-release.ts';
import type { Store } from '../store/store.ts';
import { emptyCode } from '../warehouse/layout.ts';
import type { Warehouse } from '../warehouse/warehouse.ts';
import { figuresOf } from './figures.ts';
import { comparedCodes, newCodesSql } from './profile-sql.ts';
import { countProfile, profilesOf, type FileProfile } from './profile.ts';
import { reasonsOf } from './reasons.ts';

/** A staged file with the name that people know it by. */
export interface FileToCompare extends PublishedFile {
  readonly name: string;
}

export interface ComparisonDeps {
  readonly store: Store;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
}

/** Months whose share of empty fields is the usual one. */
const USUAL_MONTHS = 12;

/**
 * Compares staged files with what is published: their own earlier version, the months around, and the last twelve.
 * Synthetic data is nothing to compare real data with.
 */
export async function compareWithPublished(
  deps: ComparisonDeps,
  files: readonly FileToCompare[],
): Promise<Comparison> {
  const release = await currentRelease(deps.store);
  const published = release.isSynthetic ? [] : release.files;
  const limits = await readSetting(deps.store.db, loadLimits);
  const compared: ComparedFile[] = [];
  for (const file of files) compared.push(await compareFile(deps, file, published));
  return {
    comparedAt: deps.clock().toISOString(),
    against: release.number,
    files: compared,
    reasons: compared.flatMap((file) => reasonsOf(file, limits)),
  };
}

async function compareFile(
  deps: ComparisonDeps,
  file: FileToCompare,
  published: CurrentRelease['files'],
): Promise<ComparedFile> {
  const profile = await countProfile(deps, file);
  const around = aroundOf(file, published);
  const profiles = await profilesOf(deps, [...around.values()]);
  const at = (later: number) => {
    const month = monthLater(file.month, later);
    const found = profiles.get(around.get(month)?.batch ?? -1);
    return found === undefined ? [] : [{ month, profile: found }];
  };
  const version = at(0)[0]?.profile;
  const usual = Array.from({ length: USUAL_MONTHS }, (_, back) => at(-1 - back)).flat();
  return {
    file: file.batch,
    name: file.name,
    kind: file.kind,
    month: file.month,
    total: figuresOf(profile.total),
    published: version === undefined ? null : figuresOf(version.total),
    neighbours: [...at(-1), ...at(1), ...at(-12)].map(({ month, profile: own }) => ({
      month,
      figures: figuresOf(own.total),
    })),
    months: monthsOf(profile, version),
    nulls: nullsOf(
      profile,
      usual.map(({ profile: own }) => own),
    ),
    newCodes: await newCodesOf(deps, file, published),
    largestSalaries: largestOf(profile),
  };
}

/** The published files of the kind, from a year before the month to the month after it. */
function aroundOf(
  { kind, month }: FileToCompare,
  published: CurrentRelease['files'],
): ReadonlyMap<string, PublishedFile> {
  const [first, last] = [monthLater(month, -USUAL_MONTHS), monthLater(month, 1)];
  const near = published.filter(
    (file) => file.kind === kind && file.month >= first && file.month <= last,
  );
  return new Map(near.map((file) => [file.month, file]));
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
