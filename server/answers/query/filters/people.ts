import { ageBands, genders, type Disability } from '../../../../shared/codes/codes.ts';
import { placeOfBand } from './small-codes.ts';
import { between, lineFilter, numberFilter } from './line-filter.ts';

/** As the files code it. */
export const sex = numberFilter(
  ({ genero }) => (genero === undefined ? undefined : genders[genero].sexo),
  { column: 'sex', type: 'UInt8', code: 'sex' },
);

export const age = lineFilter<{ readonly from: number; readonly to: number | null }>({
  asked: ({ faixaEtaria }) => (faixaEtaria === undefined ? null : ageBands[faixaEtaria]),
  condition: (band) => between('age', 'UInt16', band),
  tests: (band) => [{ code: 'age', passes: (code) => code === placeOfBand(ageBands, band) }],
});

/** Codes of the files. */
export const disabilities = lineFilter<readonly number[]>({
  asked: ({ deficiencia }) => (deficiencia === undefined ? null : disabilityCodes(deficiencia)),
  condition: (codes) => ({
    clause: 'disability in {disabilities:Array(UInt16)}',
    params: { disabilities: codes },
  }),
  tests: (codes) => [{ code: 'disability', passes: (code) => codes.includes(code) }],
});

function disabilityCodes(asked: Disability): number[] {
  if (asked === 'sim') return [1, 2, 3, 4, 5, 6];
  return asked === 'nao' ? [0] : [Number(asked)];
}
