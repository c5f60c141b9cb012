import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { paperTheme } from '../chart-theme.ts';
import type { Box } from '../chart.ts';
import { neighbour } from '../chart-canvas.tsx';
import { drawBrazilMap, type StateValue } from './brazil-map.tsx';
import { brazilShapes, mapSize } from './shapes.ts';
import { simplifyMap } from './simplify-map.ts';
import { simplifiedBrazil } from './source-map.ts';
import { stateLabels } from './map-layout.ts';

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

/** The amounts below the map of five steps of ten reais, on a phone. */
function boundsOf(low: number) {
  const wide = steps.map(({ step }) => ({
    step,
    from: low + 10 * step,
    to: low + 10 * step + 9,
  }));
  const { picture } = drawBrazilMap(values, wide, [])(296, paperTheme);
  const texts = renderToStaticMarkup(<svg>{picture}</svg>).matchAll(/>([\d.]+\.\d{3})<\/text>/g);
  return [...texts].map((match) => match[1]);
}

/** The corners of a path of whole numbers, ring by ring. */
function corners(path: string): [number, number][][] {
  return path
    .split('z')
    .filter((ring) => ring !== '')
    .map((ring) => {
      const numbers = [...ring.matchAll(/-?\d+/g)].map(Number);
      let [x, y] = [0, 0];
      return Array.from({ length: numbers.length / 2 }, (_, index) => {
        x += numbers[2 * index] ?? 0;
        y += numbers[2 * index + 1] ?? 0;
        return [x, y];
      });
    });
}

function holds(path: string, x: number, y: number): boolean {
  const crossings = corners(path).flatMap((ring) =>
    ring.filter(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1];
      return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    }),
  );
  return crossings.length % 2 === 1;
}

function covers(left: Box, right: Box): boolean {
  const tolerance = 0.5;
  return (
    left.x + left.width > right.x + tolerance &&
    right.x + right.width > left.x + tolerance &&
    left.y + left.height > right.y + tolerance &&
    right.y + right.height > left.y + tolerance
  );
}

describe('the shapes', () => {
  test('are those of the package, with fewer points, each state once', () => {
    expect(brazilShapes).toEqual(simplifiedBrazil());
    expect(brazilShapes.map(({ uf }) => uf).toSorted()).toEqual(states);
    const all = brazilShapes.flatMap(({ path }) => corners(path).flat());
    expect(Math.min(...all.flat())).toBeGreaterThanOrEqual(0);
    expect(Math.max(...all.map(([x]) => x))).toBeLessThanOrEqual(mapSize.width);
    expect(Math.max(...all.map(([, y]) => y))).toBeLessThanOrEqual(mapSize.height);
  });

  test('a border keeps the same points on both of its sides', () => {
    // Two squares of 100 that share the side from (50, 0) to (50, 50), with a small bend in it.
    const [left, right] = simplifyMap([
      { id: 'left', path: 'm 0,0 50,0 0.5,4 -0.5,4 0,42 -50,0 z' },
      { id: 'right', path: 'm 50,0 50,0 0,50 -50,0 0,-42 0.5,-4 z' },
    ]);
    expect(left?.path).toBe('M0 0l100 0 0 100-100 0z');
    expect(right?.path).toBe('M100 0l100 0 0 100-100 0z');
  });

  test('small islands are left out, but never all of a state; a curve is no line', () => {
    const island = 'm 60,60 1,0 0,1 -1,0 z';
    expect(simplifyMap([{ id: 'a', path: `m 0,0 50,0 0,50 -50,0 z ${island}` }])[0]?.path).toBe(
      'M0 0l100 0 0 100-100 0z',
    );
    expect(simplifyMap([{ id: 'b', path: island }])[0]?.path).toBe('M122 120l0 2-2 0z');
    expect(() => simplifyMap([{ id: 'c', path: 'm 0,0 c 1,1 2,2 3,3 z' }])).toThrow(/Not a path/);
  });
});

describe('the map', () => {
  test('names each state within its own shape', () => {
    expect(stateLabels.map(({ uf }) => uf).toSorted()).toEqual(states);
    for (const { uf, x, y } of stateLabels) {
      const path = brazilShapes.find((shape) => shape.uf === uf)?.path ?? '';
      expect(holds(path, x, y), uf).toBe(true);
    }
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

  test('hatches a state of few records and writes how many, leaves one of none blank; outlines the asked one last', () => {
    const { svg } = drawn(448);
    const outlines = [...svg.matchAll(/<path d="([^"]+)" fill="([^"]+)" stroke="([^"]+)"/g)];
    const fillOf = (uf: string) =>
      outlines.find(
        (match) => match[1] === brazilShapes.find((shape) => shape.uf === uf)?.path,
      )?.[2];
    expect(fillOf('AC')).toBe('url(#sem-mediana)');
    expect(fillOf(empty)).toBe(paperTheme.surface);
    expect(svg).not.toContain('>0</text>');
    expect(fillOf('AL')).toBe(paperTheme.steps[1]);
    expect(svg.match(/>3<\/text>/g)).toHaveLength(without.length);
    expect(outlines.at(-1)?.[1]).toBe(brazilShapes.find(({ uf }) => uf === 'DF')?.path);
    expect(outlines.at(-1)?.[3]).toBe(paperTheme.ink);
  });

  test('writes the bounds that have room, always the lowest and the highest', () => {
    expect(boundsOf(1000)).toEqual(['1.000', '1.010', '1.020', '1.030', '1.040', '1.049']);
    expect(boundsOf(100_000)).toEqual(['100.000', '100.020', '100.030', '100.049']);
  });

  test('states the steps’ bounds, and the ranking only where there is room for it', () => {
    expect(drawn(448).svg).toContain('1.004');
    expect(drawn(448).svg).not.toContain('R$ 1.000,00');
    expect(drawn(896).svg).toContain('R$ 1.000,00');
  });
});
