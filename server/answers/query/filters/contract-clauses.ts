import type { ContractKind } from '../../../../shared/codes/codes.ts';

type MarkedKind = Exclude<ContractKind, 'comum'>;
type MarkColumn = 'apprentice' | 'category' | 'part_time' | 'intermittent';
type Marks = readonly (readonly [column: MarkColumn, value: number])[];

/** The column values that mark each kind of contract; a record of the kind has at least one of them. */
export const contractMarks: Readonly<Record<MarkedKind, Marks>> = {
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

const clauseOf = (kind: MarkedKind) =>
  `(${contractMarks[kind].map(([column, value]) => `${column} = ${value}`).join(' or ')})`;

/** The same in SQL. */
export const contractClauses: Readonly<Record<MarkedKind, string>> = {
  aprendiz: clauseOf('aprendiz'),
  temporario: clauseOf('temporario'),
  parcial: clauseOf('parcial'),
  intermitente: clauseOf('intermitente'),
};
