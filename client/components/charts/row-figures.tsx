import { formatCounted, formatReais } from '../../../shared/words/format.ts';
import { figureStyle, type ChartTheme } from './chart-theme.ts';

type At = { x: number; y: number; theme: ChartTheme };

/** A row's median at its right edge; a dash where there are too few records. */
export function RowAmount({ reais, x, y, theme }: At & { reais: number | null }) {
  return (
    <text x={x} y={y} textAnchor="end" fill={theme.ink} fontWeight={600} style={figureStyle}>
      {reais === null ? '—' : formatReais(reais)}
    </text>
  );
}

/** A row's record count, at its right edge. */
export function RowCount({ count, x, y, theme }: At & { count: number }) {
  return (
    <text x={x} y={y} textAnchor="end" fill={theme.muted} fontSize={12} style={figureStyle}>
      {formatCounted(count, 'registro', 'registros')}
    </text>
  );
}
