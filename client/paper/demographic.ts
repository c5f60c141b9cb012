import { formatCounted } from '../../shared/words/format.ts';
import { gapCautions } from '../../shared/statistics/gender-gap.ts';
import { ageBandName } from '../../shared/codes/codes.ts';
import type { AgePanel, GenderPanel, GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import { fewestForStatistics } from '../../shared/statistics/design-effect.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import type { Chart } from '../components/charts/chart.ts';
import { gapText, genderChart, schoolingChart } from '../features/panels/demographic-panel.tsx';
import { hasGenderData } from '../features/panels/gender-data.ts';
import { ageChart, topBands } from '../features/panels/age-bands.tsx';
import { emptyTexts } from '../features/panels/empty-texts.ts';
import { ownFilterText, type OwnFilter } from '../features/panels/own-filters.tsx';
import { empty, figureUnlessCounts, heading, lead, note, tableBlock } from './figure.tsx';
import type { PaperBlock } from './blocks.ts';

type Demographic = Pick<Panels, 'gender' | 'age' | 'schooling'>;

/** The demographics of the records: gender and its gap, age, schooling. */
export function demographicBlocks(
  { gender, age, schooling }: Demographic,
  filters: SearchFilters,
): PaperBlock[] {
  const groups = schooling.groups.filter(({ count }) => count > 0);
  return [
    heading(1, 'Análise demográfica'),
    heading(2, 'Gênero'),
    ...ownLead(filters, 'sex'),
    ...(hasGenderData(gender)
      ? genderBlocks(gender, filters)
      : [empty('Nenhum destes registros diz o gênero.')]),
    heading(2, 'Faixa etária'),
    ...ownLead(filters, 'age'),
    ...ageBlocks(age, filters),
    heading(2, 'Escolaridade'),
    ...ownLead(filters, 'schooling'),
    ...(groups.length === 0
      ? [empty(emptyTexts.schooling)]
      : withTable(schoolingChart({ ...schooling, groups }, filters.escolaridade), groups)),
  ];
}

function ownLead(filters: SearchFilters, own: OwnFilter): PaperBlock[] {
  const text = ownFilterText(filters, own);
  return text === null ? [] : [lead(text)];
}

const withTable = (chart: Chart, groups: readonly GroupFigures[]): PaperBlock[] => [
  ...figureUnlessCounts(chart, groups),
  tableBlock(chart.table),
];

function genderBlocks(gender: GenderPanel, filters: SearchFilters): PaperBlock[] {
  const { gap } = gender;
  const chart = genderChart(gender, filters.genero);
  return [
    ...(gender.isComparable ? [lead(gapText(gap))] : []),
    ...figureUnlessCounts(chart, gender.genders),
    ...(gap ? [note(gapCautions(gender))] : []),
    tableBlock(chart.table),
  ];
}

function ageBlocks(age: AgePanel, filters: SearchFilters): PaperBlock[] {
  const { bands, outside } = age;
  const total = bands.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [empty(emptyTexts.age)];
  const others =
    outside > 0
      ? `; fora dela, ${formatCounted(outside, 'registro', 'registros')} (menores de 18 anos ou sem idade)`
      : '';
  return [
    ...(total >= fewestForStatistics ? [lead(commonestText(bands))] : []),
    ...withTable(ageChart(age, filters.faixaEtaria), bands),
    note(`De ${formatCounted(total, 'registro', 'registros')} com faixa conhecida${others}.`),
  ];
}

function commonestText(bands: AgePanel['bands']): string {
  const top = topBands(bands).map(
    ({ faixa, percent }) => `${ageBandName(faixa)}, ${percent}\u00a0%`,
  );
  return `Faixas mais comuns: ${top.join('; ')}.`;
}
