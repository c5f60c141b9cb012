import type { ContractKind } from '../../../../shared/codes/codes.ts';
import { keysOf, tableOf } from '../../../../shared/codes/keys.ts';

type MarkedKind = Exclude<ContractKind, 'comum'>;
type MarkColumn = 'apprentice' | 'category' | 'part_time' | 'intermittent';
type MarkValues = Readonly<Record<MarkColumn, number>>;

/** The column values that mark each kind of contract; a record of the kind has at least one of them. */
const contractMarks: Readonly<
  Record<MarkedKind, readonly (readonly [column: MarkColumn, value: number])[]>
> = {
  aprendiz: [
    ['apprentice', 1],
    ['category', 103],
  ],
  temporario: [['category', 106]],
  parcial: [['part_time', 1]],
  intermitente: [
    ['intermittent', 1],
    ['category', 111],
  ],
};
export const markedKinds = keysOf(contractMarks);

export const isOfKind = (kind: MarkedKind, values: MarkValues): boolean =>
  contractMarks[kind].some(([column, value]) => values[column] === value);

const clauseOf = (kind: MarkedKind) =>
  `(${contractMarks[kind].map(([column, value]) => `${column} = ${value}`).join(' or ')})`;

export const contractClauses = tableOf(markedKinds, clauseOf);

const markedCategories = [103, 106, 111];

/** The marks of a record in one number: a bit for each column of yes and no, and the category in two bits. */
export const marksCode = {
  bits: 5,
  sql: `(intermittent = 1) + 2 * (apprentice = 1) + 4 * (part_time = 1) + 8 * indexOf([${markedCategories.join(', ')}], category)`,
} as const;

/** The values of the columns for `marksCode`; 0 for any other value. */
export const marksOf = (code: number): MarkValues => ({
  intermittent: code & 1,
  apprentice: (code >>> 1) & 1,
  part_time: (code >>> 2) & 1,
  category: markedCategories[(code >>> 3) - 1] ?? 0,
});
