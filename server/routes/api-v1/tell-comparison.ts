import type { z } from 'zod';
import type { ApiComparison, ApiDistribution } from '../../../shared/contracts/api-v1.ts';
import {
  comparedFigures,
  comparisonWarnings,
} from '../../../shared/statistics/selection-comparison.ts';
import type { AskedForKey } from './ask.ts';
import { foundationOf, tellMetadata, tellReason, tellStatistics } from './tell-answer.ts';

/** The exact distribution by the API's names. */
export function tellDistribution({
  told,
  distribution,
}: AskedForKey): z.infer<typeof ApiDistribution> {
  return {
    registros: told.answer.totalCount,
    motivo: tellReason(told.answer.withheld),
    distribuicao: distribution.centavos.map((centavos, index) => ({
      salario: centavos / 100,
      registros: distribution.counts[index] ?? 0,
    })),
    metadados: tellMetadata(foundationOf(told)),
  };
}

/** Selections side by side, as the screen compares them. */
export function tellComparison(asked: readonly AskedForKey[]): z.infer<typeof ApiComparison> {
  const answers = asked.map(({ told: { answer }, distribution }) => ({ ...answer, distribution }));
  const methods = answers.map(({ method }) => method);
  const months = methods.map(({ period }) => period?.to ?? '').toSorted();
  const figures = comparedFigures(answers, {
    latestMonth: months.at(-1) ?? '',
    declaredMonths: [],
  });
  return {
    selecoes: asked.map(({ told }, index) => {
      const difference = figures[index]?.difference ?? null;
      return {
        rotulo: String.fromCharCode('A'.charCodeAt(0) + index),
        motivo: tellReason(told.answer.withheld),
        estatisticas: tellStatistics(told.answer.statistics),
        diferenca: difference && {
          reais: difference.reais,
          percentual: difference.percent,
          de: difference.interval?.lower ?? null,
          ate: difference.interval?.upper ?? null,
        },
        metadados: tellMetadata(foundationOf(told)),
      };
    }),
    avisos: comparisonWarnings(methods),
  };
}
