import fontAddress from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { plainText } from '../../../shared/words/format.ts';
import { base64Of, saveBlob } from '../../lib/files.ts';
import type { Chart, ChartForm, ChartSource } from './chart.ts';
import { saveTable } from './save-table.ts';
import { chartFont, paperTheme } from './chart-theme.ts';
import { withoutHalos } from './without-halos.ts';
import { wrapText } from './wrap-text.ts';

/** Twice the drawing's pixels, so that it stays sharp on a slide. */
const density = 2;

export async function saveChart(chart: Chart, source: ChartSource, form: ChartForm): Promise<void> {
  const name = `${slug(chart.title)}-${slug(source.subject)}.${form}`;
  if (form === 'csv') {
    saveTable(chart.file ?? chart.table, source, name);
    return;
  }
  const poster = posterOf(chart, source);
  const svg = textOf(poster.picture);
  saveBlob(form === 'svg' ? svgBlob(withoutHalos(svg)) : await pngOf(svg, poster), name);
}

/** Renders outside the document and returns the markup. */
function textOf(picture: React.ReactNode): string {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(picture));
  const svg = container.firstElementChild;
  if (!svg) throw new Error('Nothing was drawn.');
  const text = new XMLSerializer().serializeToString(svg);
  root.unmount();
  return text;
}

async function pngOf(svg: string, { width, height }: { width: number; height: number }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await withFont(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * density, height * density];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.'))));
  });
}

/** A saved picture cannot use the page's fonts, so it embeds the font. */
async function withFont(svg: string): Promise<string> {
  const font = await base64Of(await (await fetch(fontAddress)).blob());
  const face = `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font}) format('woff2')}`;
  return svg.replace('<title>', `<style>${face}</style><title>`);
}

function svgBlob(svg: string): Blob {
  return new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${svg}`], { type: 'image/svg+xml' });
}

const slug = (text: string) => plainText(text).replaceAll(' ', '-').slice(0, 60);

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
      text: [source.query, source.sample, source.notice ?? []].flat().join(' · '),
      size: 13,
      weight: 400,
      color: paperTheme.muted,
    },
  ]);
  const top = head.bottom + 20;
  const foot = stack(top + drawing.height + 16, [
    { text: chart.legend, size: 13, weight: 400, color: paperTheme.ink },
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
