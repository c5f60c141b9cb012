import { withheldSentences } from '../../../../shared/statistics/suppression.ts';
import type { PreparedDistribution } from '../../../../shared/statistics/percentile.ts';
import { RenderRefusal } from '../renderer.ts';
import type { Book } from './book.ts';
import { writeCalculator } from './calculator.ts';
import { chartRows } from './charts.ts';
import type { GrownCell } from './grown-sheet.ts';
import { writeHistogram } from './histogram-table.ts';
import { groupLabel, nameEnding, subtitleOf, type PreparedSelection } from './selections.ts';
import { headRows, type Sheet } from './sheet.ts';
import { widthOf } from './table.ts';

const distributionHeaders = ['Salário', 'Registros', 'Até este salário', 'Parte até aqui'] as const;
const distributionFormats = ['reais', 'count', 'count', 'share'] as const;
/** Those columns and an empty one. */
const blockWidth = 5;
const chartColumns = 13;

/**
 * Writes the calculator, the histogram and its chart, and beside them the whole exact distribution, which the formulas
 * read.
 */
export function writeDistribution(
  book: Book,
  prepared: readonly PreparedSelection[],
  most: number,
) {
  const { model, formats } = book;
  const sheet = book.addSheet({
    name: 'Distribuição',
    title: 'Distribuição dos salários',
    subtitle: subtitleOf(model),
  });
  const top = headRows + (model.selections.length > 1 ? 1 : 0);
  sheet.freezeAbove(top + 1);
  const leftWidth = 3 + 2 * model.selections.length;
  const chartColumn = leftWidth + 1;
  const blocksColumn = chartColumn + chartColumns;
  // First, because the calculator's formulas use the names of the blocks' cells.
  writeBlocks(book, sheet, prepared, { row: top, column: blocksColumn, most });
  const below = writeCalculator(book, sheet, prepared, top);
  const drawn = prepared.flatMap(({ distribution }) => distribution ?? []);
  if (drawn.length === 0) {
    sheet.write(below + 1, 0, withheldSentences.poucos_registros, formats.note);
    return;
  }
  const last = writeHistogram(book, sheet, prepared, {
    row: below + 1,
    chart: [top + 1, chartColumn],
  });
  sheet.printOnly([0, 0], [Math.max(last, top + chartRows), chartColumn + chartColumns - 2]);
}

function writeBlocks(
  book: Book,
  sheet: Sheet,
  prepared: readonly PreparedSelection[],
  { row, column, most }: { readonly row: number; readonly column: number; readonly most: number },
) {
  const { model, formats } = book;
  for (const [index, { selection, distribution }] of prepared.entries()) {
    const start = column + index * blockWidth;
    if (model.selections.length > 1) {
      sheet.write(row - 1, start, groupLabel(model, selection), formats.section);
    }
    for (const [place, header] of distributionHeaders.entries()) {
      sheet.write(row, start + place, header, formats.header.right);
      sheet.widen(start + place, widthOf(header, distributionFormats[place] ?? 'text'));
    }
    if (distribution === null) continue;
    const last = row + distribution.centavos.length;
    if (last >= most) throw new RenderRefusal(tooMany);
    const ending = nameEnding(model, selection);
    for (const [place, name] of ['salarios', 'registros', 'acumulados'].entries()) {
      const at = start + place;
      book.name(`Distribuicao_${name}${ending}`, sheet, [row + 1, at], [last, at]);
    }
  }
  const longest = Math.max(
    0,
    ...prepared.map(({ distribution }) => distribution?.centavos.length ?? 0),
  );
  if (longest === 0) return;
  sheet.grow(
    {
      firstRow: row + 1,
      firstColumn: column,
      width: blockWidth * prepared.length - 1,
      count: longest,
      batches: blockRows(prepared, longest),
    },
    prepared.flatMap(() => [...distributionFormats, undefined]).slice(0, -1),
  );
}

const tooMany =
  'Esta pesquisa tem mais salários distintos do que cabem numa planilha. Escolha um período ou um lugar menor.';

const batchLength = 2000;

async function* blockRows(
  prepared: readonly PreparedSelection[],
  longest: number,
): AsyncGenerator<GrownCell[][]> {
  for (let start = 0; start < longest; start += batchLength) {
    const length = Math.min(batchLength, longest - start);
    yield Array.from({ length }, (_, index) =>
      prepared.flatMap(({ distribution }) => [...blockCells(distribution, start + index), null]),
    );
  }
}

function blockCells(distribution: PreparedDistribution | null, index: number): GrownCell[] {
  const centavos = distribution?.centavos[index];
  if (distribution === null || centavos === undefined) return [null, null, null, null];
  const upTo = distribution.cumulative[index] ?? 0;
  return [centavos / 100, distribution.counts[index] ?? 0, upTo, upTo / distribution.count];
}
