import { formatCount } from '../../shared/words/format.ts';
import { occupationName, sectorName } from '../../shared/codes/codes.ts';
import type { FamilyPanel, Panels, SectorPanel } from '../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import type { Chart } from '../components/charts/chart.ts';
import { companySizeChart } from '../features/panels/company-size-panel.tsx';
import { emptyTexts } from '../features/panels/empty-texts.ts';
import { familyChart } from '../features/panels/family-panel.tsx';
import { ownFilterText } from '../features/panels/own-filters.tsx';
import { sectorChart } from '../features/panels/sector-panel.tsx';
import { compactTable } from './compact-table.ts';
import { empty, figureUnlessCounts, heading, lead, note, tableBlock } from './figure.tsx';
import { firstThatFit } from './fitting.ts';
import type { PaperBlock } from './blocks.ts';

export function companySizeBlocks(
  panel: Panels['companySize'],
  filters: SearchFilters,
): PaperBlock[] {
  const sizes = panel.sizes.filter(({ count }) => count > 0);
  const chart = companySizeChart({ ...panel, sizes }, filters.porte);
  if (sizes.every(({ porte }) => porte === null)) {
    return [heading(1, chart.title), empty(emptyTexts.companySize)];
  }
  const own = ownFilterText(filters, 'companySize');
  return [
    heading(1, chart.title),
    ...(own === null ? [] : [lead(own)]),
    ...figureUnlessCounts(chart, sizes),
    note('Pelo critério do SEBRAE, segundo os empregados em janeiro e o setor.'),
    tableBlock(chart.table),
  ];
}

export function sectorBlocks(panel: SectorPanel, filters: SearchFilters): PaperBlock[] {
  const { sectors, level, section, total } = panel;
  const chartOf = (shown: SectorPanel['sectors']) => sectorChart(panel, shown, filters.cnaes ?? []);
  if (sectors.length === 0) return [heading(1, chartOf([]).title), empty(emptyTexts.sector)];
  const own = ownFilterText(filters, level === 'secao' ? 'section' : 'subclass');
  return [
    heading(1, chartOf([]).title),
    ...(own === null ? [] : [lead(own)]),
    ...(level === 'subclasse'
      ? [lead(`Atividades de: ${section?.nome ?? 'setor sem nome'}.`)]
      : []),
    ...(sectors.length < total
      ? [
          lead(
            `São ${formatCount(total)}; aqui estão as ${formatCount(sectors.length)} com mais registros.`,
          ),
        ]
      : []),
    ...manyRowBlocks(sectors, (shown) => chartOf([...shown]), sectorName),
  ];
}

export function familyBlocks(panel: FamilyPanel | null): PaperBlock[] {
  if (!panel || panel.occupations.length === 0) {
    return [
      heading(1, 'Ocupações semelhantes'),
      empty(panel ? emptyTexts.familyAlone : emptyTexts.familyUnasked),
    ];
  }
  return [
    heading(1, 'Ocupações semelhantes'),
    lead(`Ocupações da família ${panel.familia} da CBO.`),
    ...manyRowBlocks(panel.occupations, (shown) => familyChart(panel, shown), occupationName),
  ];
}

/** The first rows as a drawing, all of them in the table or below it. */
function manyRowBlocks<Row extends { count: number; median: number | null }>(
  rows: readonly Row[],
  chartOf: (shown: readonly Row[]) => Chart,
  nameOf: (row: Row) => string,
): PaperBlock[] {
  const shown = firstThatFit(rows, chartOf);
  const chart = chartOf(shown);
  return [
    ...figureUnlessCounts(chart, rows),
    ...(shown.length < rows.length
      ? [
          note(
            `No desenho, os ${formatCount(shown.length)} com mais registros; na tabela, os outros.`,
          ),
        ]
      : []),
    ...compactTable(
      chart.table,
      rows.map((row) => ({ name: nameOf(row), count: row.count, median: row.median })),
    ),
  ];
}
