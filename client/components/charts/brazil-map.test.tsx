import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { paperTheme } from './chart-theme.ts';
import type { Box } from './chart.ts';
import { neighbour } from './chart-canvas.tsx';
import { drawBrazilMap, mapStates, type StateValue } from './brazil-map.tsx';

const states =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');
const steps = [0, 1, 2, 3, 4].map((step) => ({ step, from: 1000 + step, to: 1000 + step }));
const without: readonly string[] = ['AC', 'SE', 'ES'];
const empty = 'RR';

const values = states.map((uf, index): StateValue => ({
  uf,
  step: without.includes(uf) || uf === empty ? null : index % 5,
  count: uf === empty ? 0 : without.includes(uf) ? 3 : 40,
  isStrong: uf === 'DF',
  name: uf,
}));

function drawn(width: number) {
  const drawing = drawBrazilMap(values, steps, [['1º', 'Acre', 'R$ 1.000,00', 'n = 40']])(
    width,
    paperTheme,
  );
  return { ...drawing, svg: renderToStaticMarkup(<svg>{drawing.picture}</svg>) };
}

function covers(left: Box, right: Box): boolean {
  return (
    left.x + left.width > right.x &&
    right.x + right.width > left.x &&
    left.y + left.height > right.y &&
    right.y + right.height > left.y
  );
}

describe('the map', () => {
  test('has each state once', () => {
    expect(mapStates.toSorted()).toEqual(states);
  });

  for (const width of [296, 360, 448, 896]) {
    test(`has a target of 24 pixels for each state, none on another, ${width} pixels wide`, () => {
      const { marks, height, svg } = drawn(width);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      expect(marks.map(({ key }) => key).toSorted()).toEqual(states);
      for (const { key, box } of marks) {
        expect(Math.min(box.width, box.height), key).toBeGreaterThanOrEqual(24);
        expect(box.x >= 0 && box.x + box.width <= width, key).toBe(true);
        expect(box.y >= 0 && box.y + box.height <= height, key).toBe(true);
      }
      const covered = marks.flatMap((mark, index) =>
        marks
          .slice(index + 1)
          .filter((other) => covers(mark.box, other.box))
          .map((other) => `${mark.key} ${other.key}`),
      );
      expect(covered).toEqual([]);
    });

    test(`lets arrows reach every state from every other, ${width} pixels wide`, () => {
      const { marks } = drawn(width);
      for (const start of marks.keys()) {
        const reached = new Set([start]);
        for (const index of reached) {
          for (const direction of ['left', 'right', 'up', 'down'] as const) {
            reached.add(neighbour(marks, index, direction));
          }
        }
        const missing = marks.filter((_, index) => !reached.has(index)).map(({ key }) => key);
        expect(missing, marks[start]?.key).toEqual([]);
      }
    });
  }

  test('hatches states with few records and shows the count, leaves states without records blank, outlines the requested state', () => {
    const { svg } = drawn(448);
    const rects = [...svg.matchAll(/<rect x[^>]*rx="3" fill="([^"]+)" stroke="([^"]+)"/g)];
    const of = (uf: string) => rects[mapStates.indexOf(uf)];
    expect(of('AC')?.[1]).toBe('url(#sem-mediana)');
    expect(of(empty)?.[1]).toBe(paperTheme.surface);
    expect(svg).not.toContain('>0</text>');
    expect(of('AL')?.[1]).toBe(paperTheme.steps[1]);
    expect(svg.match(/>3<\/text>/g)).toHaveLength(without.length);
    expect(of('DF')?.[2]).toBe(paperTheme.ink);
    expect(of('GO')?.[2]).toBe(paperTheme.control);
  });

  test('writes the bounds of the steps', () => {
    const wide = steps.map(({ step }) => ({
      step,
      from: 1000 + 10 * step,
      to: 1009 + 10 * step,
    }));
    const { picture } = drawBrazilMap(values, wide, [])(296, paperTheme);
    const texts = renderToStaticMarkup(<svg>{picture}</svg>).matchAll(/>([\d.]+\.\d{3})<\/text>/g);
    expect([...texts].map((match) => match[1])).toEqual([
      '1.000',
      '1.010',
      '1.020',
      '1.030',
      '1.040',
      '1.049',
    ]);
  });

  test('has the ranking only where there is room for it', () => {
    expect(drawn(448).svg).not.toContain('R$ 1.000,00');
    expect(drawn(896).svg).toContain('R$ 1.000,00');
  });
});
