import { hoursBands, type ContractKind } from '../../../../shared/codes/codes.ts';
import { placeOfBand, type Band } from './packed-codes.ts';
import { contractClauses, isOfKind, markedKinds, marksOf } from './contract-clauses.ts';
import { between, type LineFilter } from './line-filter.ts';

export const contract: LineFilter<ContractKind> = {
  resolve: ({ contrato }) => contrato ?? null,
  condition: (kind) => ({
    clause:
      kind === 'comum'
        ? `not (${Object.values(contractClauses).join(' or ')})`
        : contractClauses[kind],
    params: {},
  }),
  tests: (kind) => [
    {
      code: 'contract',
      passes: (code) => {
        const values = marksOf(code);
        return kind === 'comum'
          ? !markedKinds.some((marked) => isOfKind(marked, values))
          : isOfKind(kind, values);
      },
    },
  ],
};

/** Hundredths of a weekly hour, both included. */
export const hours: LineFilter<Band> = {
  resolve: ({ horas }) => (horas === undefined ? null : hoursBands[horas]),
  condition: (band) => between('hours', 'Int64', band),
  tests: (band) => [{ code: 'hours', passes: (code) => code === placeOfBand(hoursBands, band) }],
};
