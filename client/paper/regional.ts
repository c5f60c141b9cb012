import { formatCount } from '../../shared/words/format.ts';
import type { RegionalPanel } from '../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../shared/contracts/search.ts';
import { emptyTexts } from '../features/panels/empty-texts.ts';
import { groupColumns } from '../../shared/statistics/catalogue.ts';
import { figureCells } from '../features/panels/figures.ts';
import { ownFilterText } from '../features/panels/own-filters.tsx';
import { regionalChart } from '../features/panels/regional-chart.ts';
import { positionText } from '../features/panels/regional-panel.tsx';
import { compactTable } from './compact-table.ts';
import { empty, figureBlock, heading, lead, tableBlock } from './figure.tsx';
import type { PaperBlock, StateName } from './blocks.ts';

/** Wide enough for the ranking beside the map. */
const mapWidth = 780;

/** The map with its ranking, all states as a table, and the municipalities of the requested state. */
export function regionalBlocks(
  panel: RegionalPanel,
  filters: SearchFilters,
  states: readonly StateName[],
): PaperBlock[] {
  const chosen = filters.uf ?? panel.municipalities?.uf;
  const chart = regionalChart(panel, chosen);
  if (panel.states.length === 0) return [heading(1, chart.title), empty(emptyTexts.regional)];
  const table = tableBlock(chart.table);
  const own = ownFilterText(filters, 'place');
  const absent = states.filter(({ sigla }) => panel.states.every(({ codigo }) => codigo !== sigla));
  return [
    heading(1, chart.title),
    lead(positionText(panel, chosen)),
    ...(own === null ? [] : [lead(own)]),
    figureBlock(chart, mapWidth),
    {
      ...table,
      rows: [
        ...table.rows.slice(0, -1),
        ...absent.map(({ nome }) => [nome, '—', '0', ...table.columns.slice(3).map(() => '—')]),
        ...table.rows.slice(-1),
      ],
    },
    ...municipalityBlocks(panel.municipalities),
  ];
}

function municipalityBlocks(municipalities: RegionalPanel['municipalities']): PaperBlock[] {
  if (!municipalities) return [];
  const { nome, places, total } = municipalities;
  const title = `Municípios: ${nome}`;
  if (places.length === 0) return [heading(2, title), empty(emptyTexts.municipalities)];
  return [
    heading(2, title),
    ...(places.length < total
      ? [lead(`Os ${formatCount(places.length)} com mais registros, de ${formatCount(total)}.`)]
      : []),
    ...compactTable(
      {
        caption: `Salários por município de ${nome}`,
        columns: [
          { header: 'Município', format: 'text' },
          { header: 'Posição', format: 'count' },
          ...groupColumns.map((column) =>
            column.header === 'Parte' ? { ...column, header: 'Parte do estado' } : column,
          ),
        ],
        rows: places.map((place) => [place.nome, place.rank, ...figureCells(place)]),
      },
      places.map(({ nome: name, count, median }) => ({ name, count, median })),
    ),
  ];
}
