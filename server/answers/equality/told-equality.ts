import {
  equalitySteps,
  type AdjustedPay,
  type EqualityQuestion,
  type EqualityRaces,
  type EqualityRow,
  type Estimate,
  type UnkeptEquality,
} from '../../../shared/contracts/equality.ts';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import type {
  AdjustedGap,
  GapEstimate,
  GapParts,
} from '../../../shared/statistics/adjusted-gap.ts';
import { payRatio, type SexPay } from '../../../shared/statistics/pay-ratio.ts';
import { fewestForStatistics } from '../../../shared/statistics/sample-size.ts';
import { AppError } from '../../platform/errors.ts';
import { knownNodes, nodeName } from '../../reference/occupation-tree.ts';
import { askedQuestion } from '../question.ts';
import type { Release } from '../release.ts';
import type { EqualityGroups, GroupPay } from './equality-answer.ts';

const nobody: SexPay = { count: 0, median: null, mean: null };
const emptyGroup: GroupPay = { women: nobody, men: nobody, gap: null };

/** The group that was asked, what it is in, and what is right below it. Throws `AppError` 404 for one that nothing knows. */
export function toldEquality(
  question: EqualityQuestion,
  groups: EqualityGroups,
  release: Release,
): UnkeptEquality {
  const { grupo: group = '', empregados: _, ...filters } = question;
  if (group !== '' && !groups.has(group) && !knownNodes().has(group)) {
    throw new AppError('unknown_group', 404, `Não há grupo com o código ${group} na CBO.`);
  }
  const rowOf = (code: string): EqualityRow => ({
    code,
    name: nodeName(code),
    ...toldPay(groups.get(code) ?? emptyGroup),
  });
  const digits = equalitySteps.find((step) => step > group.length);
  const below = [...groups.keys()].filter(
    (code) => code.length === digits && code.startsWith(group),
  );
  const { number, isSynthetic } = release;
  return {
    period: askedQuestion(SearchFilters.parse(filters), release).period,
    release: number === null ? null : { number, isSynthetic },
    path: equalitySteps
      .filter((step) => step <= group.length)
      .map((step) => group.slice(0, step))
      .map((code) => ({ code, name: nodeName(code) })),
    whole: rowOf(group),
    rows: below.toSorted().map(rowOf),
  };
}

/** The races of a group, by their code. */
export function toldRaces(groups: EqualityGroups): EqualityRaces {
  const rows = [...groups]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([race, pay]) => ({ race, ...toldPay(pay) }));
  return { rows };
}

/** Ratios only of three and more of both sexes; money, differences of it too, only of five and more. */
function toldPay({ women, men, gap }: GroupPay): Omit<EqualityRow, 'code' | 'name'> {
  const { withheld, median, mean } = payRatio(women, men);
  return {
    women: toldSex(women),
    men: toldSex(men),
    withheld,
    medianRatio: median,
    meanRatio: mean,
    adjusted: gap !== null && isMoneyTold(women.count, men.count) ? toldGap(gap) : null,
  };
}

function toldSex({ count, median, mean }: SexPay): SexPay {
  if (count < fewestForStatistics) return { count, median: null, mean: null };
  return { count, median: reais(median), mean: reais(mean) };
}

function toldGap({ raw, compared }: AdjustedGap): AdjustedPay {
  const { women = 0, men = 0, cells = 0 } = compared ?? {};
  return {
    raw: toldEstimate(raw),
    women,
    men,
    cells,
    compared:
      compared !== null && isMoneyTold(women, men)
        ? {
            outsideWomen: compared.outsideWomen / 100,
            outsideMen: compared.outsideMen / 100,
            matching: toldParts(compared.matching),
            decomposition: toldParts(compared.decomposition),
          }
        : null,
  };
}

const toldParts = ({ composition, remainder }: GapParts) => ({
  composition: composition / 100,
  remainder: toldEstimate(remainder),
});

const toldEstimate = ({ difference, interval, ...ratios }: GapEstimate): Estimate => ({
  difference: difference / 100,
  interval: interval && { lower: cent(interval.lower), upper: cent(interval.upper) },
  ...ratios,
});

const isMoneyTold = (women: number, men: number) => Math.min(women, men) >= fewestForStatistics;
const reais = (centavos: number | null) => (centavos === null ? null : centavos / 100);
const cent = (centavos: number) => Math.round(centavos) / 100;
