import type { ReactNode } from 'react';
import type { Chart, ChartSource } from './chart.ts';
import { chartFont, paperTheme } from './chart-theme.ts';
import { wrapText } from './wrap-text.ts';

const width = 960;
const margin = 32;
const inner = width - 2 * margin;

type Line = { text: string; size: number; weight: number; color: string; y: number };

/** A chart as a separate picture: the chart, its subject, the record count and the data origin. */
export function posterOf(
  chart: Chart,
  source: ChartSource,
): { width: number; height: number; picture: ReactNode } {
  const drawing = chart.draw(inner, paperTheme);
  const head = stack(margin, [
    { text: chart.title, size: 22, weight: 600, color: paperTheme.ink },
    { text: source.subject, size: 15, weight: 600, color: paperTheme.ink },
    {
      text: `${source.question} · ${source.sample}`,
      size: 13,
      weight: 400,
      color: paperTheme.muted,
    },
  ]);
  const top = head.bottom + 20;
  const foot = stack(top + drawing.height + 16, [
    ...(chart.legend === undefined
      ? []
      : [{ text: chart.legend, size: 13, weight: 400, color: paperTheme.ink }]),
    { text: source.origin, size: 12, weight: 400, color: paperTheme.muted },
  ]);
  const height = Math.ceil(foot.bottom + margin);
  return {
    width,
    height,
    picture: (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        fontFamily={chartFont}
      >
        <title>{`${chart.title}: ${source.subject}`}</title>
        <desc>{chart.summary}</desc>
        <rect width={width} height={height} fill={paperTheme.surface} />
        {[...head.lines, ...foot.lines].map(({ text, size, weight, color, y }) => (
          <text key={y} x={margin} y={y} fontSize={size} fontWeight={weight} fill={color}>
            {text}
          </text>
        ))}
        <g transform={`translate(${margin} ${top})`}>{drawing.picture}</g>
      </svg>
    ),
  };
}

function stack(top: number, texts: readonly Omit<Line, 'y'>[]): { lines: Line[]; bottom: number } {
  let y = top;
  const lines: Line[] = [];
  for (const text of texts) {
    for (const part of wrapText(text.text, inner, text.size)) {
      y += text.size * 1.4;
      lines.push({ ...text, text: part, y });
    }
  }
  return { lines, bottom: y };
}
