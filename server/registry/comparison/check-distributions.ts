import { sum } from 'd3-array';
import type { LoadLimits } from '../../../shared/contracts/comparison.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { isOptional, sharedColumns } from '../../platform/warehouse/layout.ts';
import {
  manyLines,
  textsBeyond,
  usualProfiles,
  type CheckedFile,
  type CheckResult,
  type Finding,
} from './checked-file.ts';
import type { FileProfile } from './profile.ts';
import { codeColumns } from './shape-sql.ts';
import { allowed, chanceOfCount, employerShare, spreadOf, withoutEmployer } from './thresholds.ts';

type Counts = Readonly<Record<string, number>>;

/**
 * The country's distributions, for files without a published month to compare with: lines in a thousand by code in
 * CAGEDFOR202307. Columns in which a state or a section of the economy differs more than `firstSpread` are absent.
 */
const nationalCounts: Readonly<Record<string, Counts>> = {
  category: { 101: 909, 103: 11, 105: 27, 106: 27, 111: 22, 999: 4 },
  schooling: { 1: 6, 2: 17, 3: 14, 4: 34, 5: 75, 6: 59, 7: 654, 8: 29, 9: 101, 80: 9, 10: 2 },
  race: { 1: 291, 2: 48, 3: 310, 4: 4, 5: 8, 6: 337, 9: 2 },
  sex: { 1: 576, 3: 424 },
  intermittent: { 0: 976, 1: 22, 9: 2 },
  part_time: { 0: 939, 1: 13, 9: 48 },
  company_size: { 1: 225, 2: 138, 3: 97, 4: 95, 5: 109, 6: 66, 7: 82, 8: 52, 9: 53, 10: 83 },
  apprentice: { 0: 989, 1: 11 },
  salary_unit: { 1: 56, 2: 10, 3: 1, 4: 1, 5: 886, 6: 4, 7: 4, 99: 38 },
  age: { 3: 62, 4: 171, 5: 174, 6: 147, 7: 133, 8: 112, 9: 79, 10: 56, 11: 37, 12: 20, 13: 9 },
  hours: { 0: 7, 2: 4, 5: 20, 6: 11, 7: 19, 8: 8, 9: 38, 10: 95, 11: 776, 12: 14, 13: 8 },
};

/**
 * Maximum difference from the country's distribution. In CAGEDFOR202307 no state of more than 1,000 lines and no section
 * differs by more than 0.45; two columns that are exchanged differ by 0.6 or more.
 */
const firstSpread = 0.5;

/** One employer declares many lines late, but for people of all ages, so ages have the allowance of MOV. */
const allowanceFor = (name: string, kind: FileKind) => (name === 'age' ? 'MOV' : kind);

const columnNames = [...codeColumns.keys()];
/** The official names of all columns; those of salaries have no codes. */
const headers = new Map(sharedColumns.map(({ name, header }) => [name, header]));
const optionalNames = new Set(sharedColumns.filter(isOptional).map(({ name }) => name));

/** Compares the distribution of each column's codes with that of the neighbouring months, or of the country. */
export function checkDistributions(file: CheckedFile, { mixPoints }: LoadLimits): CheckResult {
  const columns = columnNames.flatMap((name) => differenceOf(file, name, mixPoints / 100) ?? []);
  return {
    findings: columns
      .filter(({ distance, limit }) => distance > limit)
      .map(({ name, where, distance, limit }) => {
        const [share, maximum] = textsBeyond(distance * 100, limit * 100);
        const message = `a coluna ${codeColumns.get(name)} tem outra distribuição: ${share} % das linhas estão em outros códigos que ${where}, e o limite para tantas linhas é ${maximum} %.`;
        return { code: 'mixPoints', message };
      }),
    undetectable: columns.some(({ where, limit }) => limit >= 0.9 && where !== inCountry)
      ? ['columns']
      : [],
  };
}

const inCountry = 'no país';

/**
 * How far a column's distribution is from the usual one; undefined if there is none to compare with. Files of few lines
 * are not compared with the country.
 */
function differenceOf(file: CheckedFile, name: string, least: number) {
  const countsOf = ({ shape }: FileProfile): Counts => shape.codes[name] ?? {};
  const usual = usualProfiles(file)
    .map(countsOf)
    .filter((counts) => totalOf(counts) > 0);
  const counted = countsOf(file.profile);
  // The month of the file may lack an optional column.
  if (optionalNames.has(name) && totalOf(counted) === 0) return undefined;
  const centre = usual.length > 0 ? added(usual) : nationalCounts[name];
  if (centre === undefined || (usual.length === 0 && totalOf(counted) < manyLines))
    return undefined;
  const spread =
    usual.length > 0
      ? spreadOf(
          usual.map((counts) => ({
            difference: distanceOf(counts, centre),
            chance: likelyDistance(centre, totalOf(counts)),
          })),
          { expected: least, least },
        )
      : Math.max(least, firstSpread);
  const employer = employerShare(allowanceFor(name, file.kind), totalOf(counted));
  const chance = likelyDistance(centre, totalOf(counted));
  return {
    name,
    where: usual.length > 0 ? 'nos meses próximos' : inCountry,
    distance: distanceOf(counted, centre),
    limit: Math.min(1, allowed(spread, chance / 2) + employer),
  };
}

const totalOf = (counts: Counts) => sum(Object.values(counts));

function added(all: readonly Counts[]): Counts {
  const total: Record<string, number> = {};
  for (const counts of all) {
    for (const [code, lines] of Object.entries(counts)) total[code] = (total[code] ?? 0) + lines;
  }
  return total;
}

/** The share of lines that must change their code to make both distributions equal; 0 if either is empty. */
function distanceOf(one: Counts, other: Counts): number {
  const [ones, others] = [totalOf(one), totalOf(other)];
  if (ones === 0 || others === 0) return 0;
  const codes = new Set([...Object.keys(one), ...Object.keys(other)]);
  return sum(codes, (code) => Math.abs((one[code] ?? 0) / ones - (other[code] ?? 0) / others)) / 2;
}

/** The mean distance by chance of a sample of `lines` lines from the same distribution. */
function likelyDistance(centre: Counts, lines: number): number {
  const all = totalOf(centre);
  if (all === 0 || lines === 0) return Number.POSITIVE_INFINITY;
  return sum(Object.values(centre), (count) => {
    const share = count / all;
    return (Math.sqrt((2 / Math.PI) * share * (1 - share)) * chanceOfCount(lines)) / 2;
  });
}

/** Minimum number of expected lines with another code: below it, their absence does not mean an error. */
const minExpected = 100;

/** Minimum share of other codes in a first file, relative to the country's. */
const minShareOfCountry = 0.25;

/** Finds columns that have one value in every line. */
export function checkConstants(file: CheckedFile): CheckResult {
  const { profile } = file;
  const usual = usualProfiles(file);
  const codes = columnNames.filter((name) => isConstant(file, usual, name));
  const single = profile.total.lines < manyLines ? [] : profile.shape.single;
  const findings = [...new Set([...codes, ...single])].map((name): Finding => ({
    code: 'mixPoints',
    message: `a coluna ${headers.get(name)} tem o mesmo valor em todas as linhas.`,
  }));
  return { findings };
}

function isConstant({ kind, profile }: CheckedFile, usual: readonly FileProfile[], name: string) {
  const [only, ...others] = Object.keys(profile.shape.codes[name] ?? {});
  if (only === undefined || others.length > 0) return false;
  const { lines } = profile.total;
  const share =
    usual.length > 0
      ? otherShare(added(usual.map(({ shape }) => shape.codes[name] ?? {})), only)
      : lines < manyLines
        ? 0
        : otherShare(nationalCounts[name] ?? {}, only) * minShareOfCountry;
  return withoutEmployer(kind, lines * share, 0) >= minExpected;
}

/** The share of lines with a code other than `only`. */
function otherShare(counts: Counts, only: string): number {
  const all = totalOf(counts);
  return all === 0 ? 0 : 1 - (counts[only] ?? 0) / all;
}
