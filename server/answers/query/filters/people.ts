import { ageBands, genders, type Disability } from '../../../../shared/codes/codes.ts';
import { placeOfBand, type Band } from './packed-codes.ts';
import { among, between, type LineFilter, numberFilter } from './line-filter.ts';

/** As the files code it. */
export const sex = numberFilter(
  ({ genero }) => (genero === undefined ? undefined : genders[genero].sexo),
  { column: 'sex', type: 'UInt8', code: 'sex' },
);

export const age: LineFilter<Band> = {
  resolve: ({ faixaEtaria }) => (faixaEtaria === undefined ? null : ageBands[faixaEtaria]),
  condition: (band) => between('age', 'UInt16', band),
  tests: (band) => [{ code: 'age', passes: (code) => code === placeOfBand(ageBands, band) }],
};

/** Codes of the files. */
export const disabilities: LineFilter<readonly number[]> = {
  resolve: ({ deficiencia }) => (deficiencia === undefined ? null : disabilityCodes(deficiencia)),
  condition: (codes) => among('disability', 'disabilities', 'UInt16', codes),
  tests: (codes) => [{ code: 'disability', passes: (code) => codes.includes(code) }],
};

function disabilityCodes(requested: Disability): number[] {
  if (requested === 'sim') return [1, 2, 3, 4, 5, 6];
  return requested === 'nao' ? [0] : [Number(requested)];
}
