import type { z } from 'zod';
import type { ApiComparison, ApiDistribution } from '../../../shared/contracts/api-v1.ts';
import {
  comparedFigures,
  comparisonWarnings,
} from '../../../shared/statistics/selection-comparison.ts';
import {
  incompleteSelectionsTitle,
  incompleteText,
} from '../../../shared/statistics/completeness.ts';
import { nearlyEqualAnswer } from '../../answers/present/suppression/compared-answer.ts';
import { distributionSha256 } from '../../research/keep-receipt.ts';
import type { AskedForKey } from './ask.ts';
import { foundationOf, tellMetadata, tellReason, tellStatistics } from './tell-answer.ts';

/** The exact distribution, by the API's names. */
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

/**
 * Suppresses a selection that has nearly the same records as earlier ones: it has only its count, and the hash of an
 * empty distribution.
 */
export function nearlyEqualAsked({ told, distribution }: AskedForKey): AskedForKey {
  const answer = nearlyEqualAnswer({ ...told.answer, distribution });
  return {
    told: { ...told, answer, distributionSha256: distributionSha256(answer.distribution) },
    distribution: answer.distribution,
  };
}

const labelOf = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

/** Selections side by side, with the screen's comparison figures. */
export function tellComparison(asked: readonly AskedForKey[]): z.infer<typeof ApiComparison> {
  const answers = asked.map(({ told: { answer }, distribution }) => ({ ...answer, distribution }));
  const methods = answers.map(({ method }) => method);
  const months = methods.map(({ period }) => period?.to ?? '').toSorted();
  const figures = comparedFigures(answers, { latestMonth: months.at(-1) ?? '' });
  const selections = methods.map(({ completeness }, index) => ({
    label: labelOf(index),
    completeness,
  }));
  const incomplete = incompleteSelectionsTitle(selections);
  return {
    selecoes: asked.map(({ told }, index) => {
      const difference = figures[index]?.difference ?? null;
      return {
        rotulo: labelOf(index),
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
    avisos: [
      ...(incomplete === null ? [] : [`${incomplete}. ${incompleteText}`]),
      ...comparisonWarnings(methods),
    ],
  };
}
