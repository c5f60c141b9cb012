import { formatWholeReais } from '../../shared/format.ts';
import { prepare } from '../../shared/percentile.ts';
import { drawSeriesLines } from '../components/charts/series-lines.tsx';
import type { Series } from '../components/charts/series.tsx';
import { densityOf, fewestForShape } from '../features/distribution/density.ts';
import { histogramOf } from '../features/distribution/histogram.ts';
import { keyText } from './compared.ts';
import { figureBlock, heading } from './figure.tsx';
import type { PaperBlock, PaperSelection } from './blocks.ts';

/** The shapes of the distributions over each other, each as its share of its own records. */
export function shapesBlocks(
  series: readonly Series[],
  selections: readonly PaperSelection[],
): PaperBlock[] {
  const shapes = selections.map(({ answer }) => shapeOf(answer.distribution));
  const known = shapes.flat();
  if (known.length === 0) return [];
  const [from, to] = [
    Math.min(...known.map(({ at }) => at)),
    Math.max(...known.map(({ at }) => at)),
  ];
  return [
    heading(2, 'Distribuição dos salários'),
    figureBlock({
      title: 'Forma da distribuição de cada seleção',
      summary:
        'Linhas sobre o mesmo eixo de salários, cada uma com a mesma área: a altura mostra onde os salários de cada seleção se concentram. Os percentis estão na tabela da comparação.',
      legend: `${keyText(series)} Cada linha tem a mesma área e só mostra a forma: nenhum número é lido nela. Seleções com menos de ${fewestForShape} registros não têm linha.`,
      draw: drawSeriesLines(
        series,
        shapes.map((points) => ({ points })),
        { from, to, ticks: ticksOf(from, to), hasAmounts: false, hasMarks: false },
      ),
      table: { caption: '', columns: [], rows: [] },
    }),
  ];
}

function shapeOf(distribution: PaperSelection['answer']['distribution']) {
  const prepared = prepare(distribution);
  if (prepared.count < fewestForShape) return [];
  const histogram = histogramOf(prepared);
  return densityOf(prepared, histogram).map(({ centavos, count }) => ({
    at: centavos,
    value: count / prepared.count / histogram.width,
  }));
}

/** Round amounts, as many as fit. */
function ticksOf(from: number, to: number): { at: number; text: string }[] {
  const step = roundStep((to - from) / 6);
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const at = (first + index) * step;
    return { at, text: formatWholeReais(at / 100) };
  });
}

function roundStep(centavos: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(centavos, 100)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= centavos) ?? power;
}
