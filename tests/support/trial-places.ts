import { states } from '../../shared/codes/states.ts';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import type { Taking } from './comparison-trials.ts';

/** A trial installation: the lines of the country that it loads, month by month. */
export interface TrialPlace {
  readonly name: string;
  readonly kind: FileKind;
  readonly taking: (month: string) => Taking;
  /** Whether it stands for the whole country: then the ministry's counts of its MOV files are known. */
  readonly isCountry: boolean;
}

/** A pseudo-random number from 0 to 999 per line, different for each salt. */
const drawn = (salt: string, ...columns: readonly string[]) =>
  `cityHash64('${salt}', ${columns.join(', ')}) % 1000`;

/** The columns that distinguish lines, except exact duplicates. */
const line = [
  'municipality',
  'subclass',
  'cbo',
  'age',
  'ifNull(salary, 0)',
  'hours',
  'declared_month',
];
/** A proxy for the employer: the activity and the municipality. */
const employer = ['municipality', 'subclass'];

const stateLines = (code: string) => `uf = ${code}`;

/** A part of the country in thousandths, drawn line by line. */
const thinned = (thousandths: number) => `${drawn('part', ...line)} < ${thousandths}`;

/** The share of a month's seasonal lines, in thousandths, as with the harvest. */
const harvest = (month: string) =>
  Math.round(550 + 400 * Math.sin((Number(month.slice(4)) / 12) * 2 * Math.PI));

/** Employers come and go: each month has another part of them, so that lines come in clusters. */
const clustered = (thousandths: number, month: string) =>
  `${drawn(`cluster ${month}`, ...employer)} < ${thousandths}`;

/** A few employers declare many lines at once in some months, a part of them without a salary. */
const declaredAtOnce = (month: string, condition: string): Taking => {
  const isOne = `${drawn(`at once ${month}`, ...employer)} < 2`;
  return {
    condition,
    copies: `if(${isOne}, 60, 1)`,
    changed: { salary: `if(${isOne} and ${drawn(month, 'subclass')} < 300, null, salary)` },
  };
};

type Sort = readonly [name: string, taking: TrialPlace['taking']];

const parts: readonly Sort[] = [1000, 300, 100, 30, 10].map((part) => [
  `${part / 10} % of the country`,
  () => ({ condition: thinned(part) }),
]);

const ofStates: readonly Sort[] = ['SP', 'MG', 'BA', 'PE', 'GO', 'TO', 'AC', 'RR'].map((sigla) => {
  const code = states.find((state) => state.sigla === sigla)?.codigo ?? '';
  return [sigla, () => ({ condition: stateLines(code) })];
});

const uneven: readonly Sort[] = [
  ['employers that come and go', (month) => ({ condition: clustered(500, month) })],
  [
    'a small state of them',
    (month) => ({ condition: `uf in (24, 27, 28) and ${clustered(700, month)}` }),
  ],
  [
    'harvests',
    (month) => ({ condition: `section = 'A' and ${drawn('part', ...line)} < ${harvest(month)}` }),
  ],
  ['building', () => ({ condition: `section = 'F'` })],
];

const late: readonly Sort[] = [1000, 300, 100].map((part) => [
  `${part / 10} % of the country, many at once`,
  (month) => declaredAtOnce(month, thinned(part)),
]);

const ofCountry: ReadonlySet<Sort> = new Set([...parts, ...uneven.slice(0, 1)]);

const placesOf = (kind: FileKind, sorts: readonly Sort[]): TrialPlace[] =>
  sorts.map((sort) => {
    const [name, taking] = sort;
    return { name, kind, taking, isCountry: ofCountry.has(sort) };
  });

/** The trial installations: sizes from some hundred lines a month to a hundred thousand, and all three kinds. */
export const trialPlaces: readonly TrialPlace[] = [
  ...placesOf('MOV', [...parts, ...ofStates, ...uneven]),
  ...placesOf('FOR', [...parts.slice(0, 4), ...ofStates.slice(0, 5), ...late]),
  ...placesOf('EXC', [...parts.slice(0, 3), ...ofStates.slice(0, 3), ...late.slice(0, 2)]),
];
