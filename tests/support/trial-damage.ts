import type { Undetectable } from '../../server/registry/comparison/checked-file.ts';
import type { FileKind } from '../../shared/contracts/uploads.ts';
import { emptyCode } from '../../server/platform/warehouse/empty-values.ts';
import { sharedColumns } from '../../server/platform/warehouse/layout.ts';
import type { Taking } from './comparison-trials.ts';

/** A way to damage a file so that every line is still valid. */
export interface TrialDamage {
  readonly name: string;
  /** What the comparison reports as undetectable if the file has too few lines. */
  readonly about: Undetectable;
  /** Takes the lines of the previous month, labelled as this month. */
  readonly isOfMonthBefore?: boolean;
  /** A fault of versions only: it is tried only over the genuine file of its month. */
  readonly isRevision?: boolean;
  /** Versions of the month that are validated before it, in this order; each version that passes is published. */
  readonly steps?: readonly TrialDamage['spoil'][];
  /** The same selection of lines, damaged; `turn` selects the variant. */
  readonly spoil: (taking: Taking, file: { kind: FileKind; month: string }, turn: number) => Taking;
}

const changedBy =
  (changes: (turn: number) => Readonly<Record<string, string>>): TrialDamage['spoil'] =>
  (taking, _file, turn) => ({ ...taking, changed: { ...taking.changed, ...changes(turn) } });

const pay = (sql: (column: string) => string) =>
  changedBy(() => ({ salary: sql('salary'), fixed_salary: sql('fixed_salary') }));

const emptied = [
  'salary',
  'age',
  'hours',
  'cbo',
  'municipality',
  'sex',
  'race',
  'schooling',
  'subclass',
];

const emptyOf = (name: string) => {
  const type = sharedColumns.find((column) => column.name === name)?.type ?? '';
  return type.startsWith('Nullable') ? 'null' : String(emptyCode(type));
};

const shifted = [
  ['age', 'hours'],
  ['region', 'uf'],
  ['race', 'sex'],
  ['schooling', 'race'],
  ['sex', 'employer_type'],
  ['movement_type', 'disability'],
  ['company_size', 'apprentice'],
  ['subclass', 'cbo'],
  ['cbo', 'category'],
  ['category', 'schooling'],
  ['origin', 'apprentice'],
] as const;

/** A pseudo-random number from 0 to 999 per line. */
const drawnLine =
  "cityHash64('spoiled', municipality, subclass, cbo, age, ifNull(salary, 0), hours, declared_month, month) % 1000";

const lostIn = (column: string, thousandths: number) =>
  `if(${drawnLine} < ${thousandths}, ${column} * 100, ${column})`;

/** Removes the comma of `thousandths` in a thousand salaries, in `salário` alone or in both columns. */
const commasLost = (thousandths: number): TrialDamage['spoil'] =>
  changedBy((turn) => {
    return turn % 2 === 0
      ? { salary: lostIn('salary', thousandths) }
      : {
          salary: lostIn('salary', thousandths),
          fixed_salary: lostIn('fixed_salary', thousandths),
        };
  });

const constants = [
  ['apprentice', '0'],
  ['sex', '1'],
  ['schooling', '7'],
  ['race', '1'],
  ['company_size', '1'],
  ['intermittent', '0'],
  ['salary', '151800'],
  ['age', '30'],
] as const;

const onlyThousandths =
  (thousandths: number): TrialDamage['spoil'] =>
  (taking) => ({
    ...taking,
    condition: `(${taking.condition}) and ${drawnLine} < ${thousandths}`,
  });

const monthAfter = (column: string) => `${column} + if(${column} % 100 = 12, 89, 1)`;

/** The damages that a load must not publish without approval. */
export const trialDamages: readonly TrialDamage[] = [
  { name: 'pay × 100', about: 'wages', spoil: pay((column) => `${column} * 100`) },
  { name: 'pay ÷ 100', about: 'wages', spoil: pay((column) => `intDiv(${column}, 100)`) },
  {
    // A text with its decimal point removed: 1539.44 becomes 153944, 1539.4 becomes 15394, and 1320 stays.
    name: 'decimal point deleted',
    about: 'wages',
    spoil: pay(
      (column) => `${column} * multiIf(${column} % 100 = 0, 1, ${column} % 10 = 0, 10, 100)`,
    ),
  },
  {
    name: 'half of the lines',
    about: 'lines',
    spoil: (taking) => ({
      ...taking,
      condition: `(${taking.condition}) and cityHash64('half', municipality, subclass, cbo, age, salary) % 2 = 0`,
    }),
  },
  {
    name: 'a column emptied',
    about: 'columns',
    spoil: changedBy((turn) => {
      const name = emptied[turn % emptied.length] ?? 'salary';
      return { [name]: emptyOf(name) };
    }),
  },
  {
    name: 'columns shifted',
    about: 'columns',
    spoil: changedBy((turn) => {
      const [one, other] = shifted[turn % shifted.length] ?? shifted[0];
      if (one === 'age') return { age: 'intDiv(hours, 100)', hours: 'age * 100' };
      return { [one]: other, [other]: one };
    }),
  },
  {
    name: 'another month',
    about: 'month',
    isOfMonthBefore: true,
    spoil: (taking, { kind }) => {
      const own = kind === 'EXC' ? { exclusion_month: monthAfter('exclusion_month') } : {};
      return {
        ...taking,
        changed: {
          ...taking.changed,
          month: monthAfter('month'),
          declared_month: monthAfter('declared_month'),
          ...own,
        },
      };
    },
  },
  ...[2, 5, 10, 20, 50, 300].map((thousandths) => ({
    name: `commas lost in ${thousandths / 10} %`,
    about: 'commas' as const,
    spoil: commasLost(thousandths),
  })),
  {
    name: 'a column constant',
    about: 'columns',
    spoil: changedBy((turn) => {
      const [name, value] = constants[turn % constants.length] ?? constants[0];
      return { [name]: value };
    }),
  },
  {
    name: 'lines doubled',
    about: 'lines',
    spoil: (taking, _file, turn) => {
      const thousandths = [1000, 300, 200, 100, 50, 20][turn % 6] ?? 1000;
      return {
        ...taking,
        copies: `(${taking.copies ?? '1'}) * if(${drawnLine} < ${thousandths}, 2, 1)`,
      };
    },
  },
  ...[980, 760].map((thousandths) => ({
    name: `cut to ${thousandths / 10} %`,
    about: 'lines' as const,
    isRevision: true,
    spoil: onlyThousandths(thousandths),
  })),
  {
    // Each version loses 0.4 % of the lines, which the limit for a revision allows.
    name: 'ratchet',
    about: 'lines',
    isRevision: true,
    steps: [996, 992, 988].map(onlyThousandths),
    spoil: onlyThousandths(984),
  },
];
