import { hoursBands, type ContractKind } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import { placeOfBand } from './packed-codes.ts';
import { contractClauses } from './contract-clauses.ts';
import { between, lineFilter } from './line-filter.ts';

export const contract = lineFilter<ContractKind>({
  resolve: ({ contrato }) => contrato ?? null,
  condition: (kind) => ({
    clause:
      kind === 'comum'
        ? `not (${Object.values(contractClauses).join(' or ')})`
        : contractClauses[kind],
    params: {},
  }),
  tests: (kind) =>
    kind === 'comum'
      ? keysOf(contractClauses).map((code) => ({ code, passes: (own: number) => own === 0 }))
      : [{ code: kind, passes: (own) => own === 1 }],
});

/** Hundredths of a weekly hour, both included. */
export const hours = lineFilter<{ readonly from: number; readonly to: number | null }>({
  resolve: ({ horas }) => (horas === undefined ? null : hoursBands[horas]),
  condition: (band) => between('hours', 'Int64', band),
  tests: (band) => [{ code: 'hours', passes: (code) => code === placeOfBand(hoursBands, band) }],
});
