import type { MarketCell, MarketEstimate } from '../../../../shared/contracts/market.ts';
import { minForStatistics, independent } from '../../../../shared/statistics/design-effect.ts';
import { areEnough } from '../../../../shared/statistics/interval-difference.ts';
import { withRanks, type RankedSalaries } from '../../../../shared/statistics/percentile.ts';
import { townPredictor } from '../towns/estimate.ts';
import { townModel } from '../towns/town-model.ts';

/** The code for all municipalities without records; no municipality has it. */
const noTown = 0;

/** The estimates of a family's occupations, from all its cells, in the municipalities with few effective records. */
export function marketEstimates(cells: readonly MarketCell[]): MarketEstimate[] {
  const placed = cells.map((cell) => ({
    ...cell,
    pay: withRanks({ centavos: cell.centavos, counts: cell.registros }),
  }));
  const designEffect = cells[0]?.efeito ?? independent;
  const towns = placed.filter(({ municipio }) => municipio !== null);
  const model = townModel(
    towns.flatMap(({ ocupacao, municipio, pay }) =>
      pay.count < minForStatistics
        ? []
        : [{ occupation: Number(ocupacao), municipality: Number(municipio), pay }],
    ),
    designEffect,
  );
  if (model === null) return [];
  return placed
    .filter(({ ocupacao, municipio }) => ocupacao !== null && municipio === null)
    .flatMap(({ ocupacao, pay: state }) => {
      const payOfTowns = new Map<number, RankedSalaries>(
        towns
          .filter((town) => town.ocupacao === ocupacao)
          .map(({ municipio, pay }) => [Number(municipio), pay]),
      );
      const about = {
        model,
        designEffect,
        minRecords: minForStatistics,
        occupation: Number(ocupacao),
      };
      const predict = townPredictor(payOfTowns, state, about);
      const isEstimated = ([, { count }]: readonly [number, RankedSalaries]) =>
        count >= minForStatistics && !areEnough(count, designEffect);
      const codes = [...payOfTowns].filter(isEstimated).map(([code]) => code);
      return [noTown, ...codes].map((code) => {
        const { median, lower, upper } = predict(code);
        return {
          ocupacao: ocupacao ?? '',
          municipio: code === noTown ? null : String(code),
          mediana: median,
          de: lower,
          ate: upper,
        };
      });
    });
}
