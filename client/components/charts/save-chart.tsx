import fontAddress from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { plainText } from '../../../shared/words/format.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import type { Chart, ChartForm, ChartSource } from './chart.ts';
import { posterOf } from './poster.tsx';
import { saveTable } from './save-table.ts';

/** Twice the drawing's pixels, so that it stays sharp on a slide. */
const density = 2;

/** Saves a chart as a file. */
export async function saveChart(chart: Chart, source: ChartSource, form: ChartForm): Promise<void> {
  const name = `${slug(chart.title)}-${slug(source.subject)}.${form}`;
  if (form === 'csv' || form === 'xlsx') {
    await saveTable(chart.table, source, { form, name });
    return;
  }
  const poster = posterOf(chart, source);
  const svg = textOf(poster.picture);
  saveBlob(form === 'svg' ? svgBlob(svg) : await pngOf(svg, poster), name);
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
  const font = await (await fetch(fontAddress)).blob();
  const source = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
    });
    reader.addEventListener('error', () => reject(new Error('The font cannot be read.')));
    reader.readAsDataURL(font);
  });
  const face = `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(${source}) format('woff2')}`;
  return svg.replace('<title>', `<style>${face}</style><title>`);
}

function svgBlob(svg: string): Blob {
  return new Blob([`<?xml version="1.0" encoding="UTF-8"?>\n${svg}`], { type: 'image/svg+xml' });
}

function slug(text: string): string {
  const words = plainText(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return words.replaceAll(/^-+|-+$/g, '').slice(0, 60);
}
