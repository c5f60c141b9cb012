import type { CompositionPanel } from '../../shared/contracts/deferred-panels.ts';
import {
  compared,
  hiddenCells,
  isWhole,
  month,
  monthsOf,
  reach,
  sidesOf,
  type About,
  type Differences,
} from './deferred-expectations.ts';
import { minimumRecordsOf, type RawFilters, type Recomputation } from './recompute.ts';
import { recomputedMix, type RecomputedMix } from './recompute-mix.ts';

type Composition =
  | { readonly missing: NonNullable<CompositionPanel['falta']> }
  | { readonly from: string; readonly to: string; readonly mix: RecomputedMix };

const before = (one: string) => String(Number(one) - 100);

/** The split that the product should give, or why it should give none. */
export async function recomputedComposition(
  recomputation: Recomputation,
  about: About,
): Promise<Composition> {
  const { raw, loaded, effect } = about;
  const to = monthsOf(about).findLast((one) => loaded.has(one) && loaded.has(before(one)));
  if (to === undefined) return { missing: 'ano_anterior' };
  if (!isWhole(about)) return { missing: 'incompleto' };
  const from = before(to);
  const salaries = await recomputation.salariesBy(raw, month);
  const counts = new Map([...salaries].map(([name, list]) => [name, list.length]));
  const hidden = hiddenCells(counts, {
    minRecords: minimumRecordsOf(raw),
    isDistributed: false,
  });
  if (hidden.has(to) || hidden.has(from)) return { missing: 'poucos_registros' };
  const both: RawFilters = { ...raw, periodoInicio: from, periodoFim: to };
  const [after, then] = await sidesOf(recomputation, both, month, [to, from]);
  const mix = recomputedMix(after, then, effect);
  if (mix !== null) return { from, to, mix };
  const isFew = [after, then].some((side) => [...side.values()].flat().length < 30 * effect);
  return { missing: isFew ? 'poucos_registros' : 'poucos_pares' };
}

/** Each of the four means of the product's split is rounded to the centavo, and so is their half. */
const rounding = 1.5;

/** What differs from the product's split. */
export function compositionOf(
  { mudanca, falta }: CompositionPanel,
  expected: Composition,
): Differences {
  if (mudanca === null || 'missing' in expected)
    return compared({ falta }, { falta: 'missing' in expected ? expected.missing : null });
  const { from, to, mix } = expected;
  const [after, then] = [Math.round(mix.means[0]), Math.round(mix.means[1])];
  const pay = mudanca.salario * 100;
  const isRounded = Math.abs(pay - mix.pay) <= rounding;
  const errors = Math.abs(pay) / mix.payError;
  const allErrors = Math.abs(mix.means[0] - mix.means[1]) / mix.error;
  const base = then / 100;
  return compared(
    {
      ...mudanca,
      pay: isRounded,
      // Beside the limit the rounding decides.
      pode_ser_acaso: Math.abs(errors - reach) < 0.01 ? null : mudanca.pode_ser_acaso,
      diferenca_pode_ser_acaso:
        Math.abs(allErrors - reach) < 0.01 ? null : mudanca.diferenca_pode_ser_acaso,
    },
    {
      de: from,
      ate: to,
      registros_de: mix.records[1],
      registros_ate: mix.records[0],
      media_de: base,
      media_ate: after / 100,
      diferenca: (after - then) / 100,
      diferenca_pode_ser_acaso: Math.abs(allErrors - reach) < 0.01 ? null : allErrors <= reach,
      salario: mudanca.salario,
      composicao: (after - then - Math.round(pay)) / 100,
      salario_de: (mix.pay - reach * mix.payError) / 100,
      salario_ate: (mix.pay + reach * mix.payError) / 100,
      pode_ser_acaso: Math.abs(errors - reach) < 0.01 ? null : errors <= reach,
      percentual: (after - then) / then,
      percentual_salario: mudanca.salario / base,
      percentual_composicao: (after - then - Math.round(pay)) / then,
      celulas: mix.cells,
      parte_pareada: mix.matched,
      pay: true,
    },
  );
}
