import { formatCount, formatReais } from '../../shared/words/format.ts';
import type { GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import type { ReportSelection } from '../../server/research/reports/model.ts';

/** Every group of every panel, except the country as a whole. */
export const panelGroups = (panels: Panels): readonly GroupFigures[] => [
  ...panels.regional.states,
  ...(panels.regional.municipalities?.places ?? []),
  ...panels.companySize.sizes,
  ...panels.trend.months,
  ...panels.gender.genders,
  ...panels.schooling.groups,
  ...panels.age.bands,
  ...panels.sector.sectors,
  ...(panels.family?.occupations ?? []),
];

/** Every figure of a selection that its document prints, in its printed form. */
export function printedFigures({ answer }: ReportSelection): string[] {
  const { statistics, panels, method } = answer;
  const { count, p10, p25, median, p75, p90, standardDeviation } = statistics;
  const groups =
    panels === null
      ? []
      : [...panelGroups(panels), panels.regional.country].filter((group) => group.count > 0);
  const amounts = [
    ...(count < 5 ? [] : [p10, p25, median, p75, p90, standardDeviation]),
    ...groups.flatMap((group) => [group.p25, group.median, group.p75, group.average]),
  ].filter((reais) => reais !== null);
  const counts = [
    count,
    ...groups.map((group) => group.count),
    ...method.funnel.map(({ remaining }) => remaining),
  ];
  return [...amounts.map(formatReais), ...counts.map(formatCount)].map((text) =>
    text.replaceAll('\u00a0', ' '),
  );
}
