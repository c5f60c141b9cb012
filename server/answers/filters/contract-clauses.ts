import type { ContractKind } from '../../../shared/codes/codes.ts';

/** Which records are of a kind of contract. */
export const contractClauses: Readonly<Record<Exclude<ContractKind, 'comum'>, string>> = {
  aprendiz: '(apprentice = 1 or category = 103)',
  temporario: 'category = 106',
  parcial: 'part_time = 1',
  intermitente: '(intermittent = 1 or category = 111)',
};
