import type { Box } from '../chart.ts';
import { mapSize } from './shapes.ts';

/** A state's label in a drawing: its box, and for a label beside the map the point of the state that it belongs to. */
export type PlacedLabel = { uf: string; box: Box; from: { x: number; y: number } | null };
type MapLayout = {
  /** Pixels per unit of the map's sheet. */
  scale: number;
  width: number;
  height: number;
  labels: readonly PlacedLabel[];
};

const largestMap = 408;
const columnGap = 8;
const labelWidth = 34;
const insideWidth = 24;
const labelHeight = 24;
/** The height of a label with the count below the name. */
const countedHeight = 32;
const labelGap = 2;

/** Lays the map out for a width in pixels, with a column on the right for the labels that do not fit inside a shape. */
export function layoutMap(width: number, isCounted: (uf: string) => boolean): MapLayout {
  const mapWidth = Math.min(width - columnGap - labelWidth, largestMap);
  const scale = mapWidth / mapSize.width;
  const mapHeight = mapSize.height * scale;
  const heightOf = (uf: string) => (isCounted(uf) ? countedHeight : labelHeight);
  const besides = stateLabels.filter(({ isBeside }) => isBeside);
  const tops = apart(
    besides.map(({ uf, y }) => ({ wished: y * scale, height: heightOf(uf) + labelGap })),
  );
  const labels = stateLabels.map((label): PlacedLabel => {
    const { uf, isBeside } = label;
    const [x, y, height] = [label.x * scale, label.y * scale, heightOf(label.uf)];
    if (!isBeside) {
      const box = { x: x - insideWidth / 2, y: y - height / 2, width: insideWidth, height };
      return { uf, box, from: null };
    }
    const top = tops[besides.indexOf(label)] ?? 0;
    const box = { x: mapWidth + columnGap, y: top, width: labelWidth, height };
    return { uf, box, from: { x, y } };
  });
  return {
    scale,
    width: mapWidth + columnGap + labelWidth,
    height: Math.max(mapHeight, ...labels.map(({ box }) => box.y + box.height)),
    labels,
  };
}

type Wish = { wished: number; height: number };

/** The start of each label so that none overlap, as close to the wanted middles as the order allows. */
function apart(wishes: readonly Wish[]): number[] {
  let before = 0;
  const groups: { sum: number; count: number }[] = [];
  for (const { wished, height } of wishes) {
    groups.push({ sum: wished - height / 2 - before, count: 1 });
    before += height;
    for (;;) {
      const [first, second] = groups.slice(-2);
      if (!first || !second || first.sum / first.count <= second.sum / second.count) break;
      groups.splice(-2, 2, { sum: first.sum + second.sum, count: first.count + second.count });
    }
  }
  const starts = groups.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => Math.max(sum / count, 0)),
  );
  let taken = 0;
  return wishes.map(({ height }, index) => {
    const top = (starts[index] ?? 0) + taken;
    taken += height;
    return top;
  });
}

/**
 * The label position of a state on the map's sheet; a small state is labelled beside the map, with a line from this
 * point.
 */
type StateLabel = { uf: string; x: number; y: number; isBeside: boolean };

const inside = (uf: string, x: number, y: number): StateLabel => ({ uf, x, y, isBeside: false });
const beside = (uf: string, x: number, y: number): StateLabel => ({ uf, x, y, isBeside: true });

/** From north to south. Inside labels are far enough apart for targets of 24 pixels on a map of 254 pixels. */
export const stateLabels: readonly StateLabel[] = [
  inside('RR', 404, 118),
  inside('AP', 690, 124),
  inside('AM', 267, 291),
  inside('PA', 620, 341),
  inside('MA', 880, 308),
  inside('CE', 1083, 318),
  beside('RN', 1190, 342),
  beside('PB', 1192, 386),
  inside('PI', 964, 430),
  beside('PE', 1196, 428),
  beside('AL', 1173, 467),
  inside('AC', 145, 466),
  beside('SE', 1145, 489),
  inside('RO', 332, 497),
  inside('TO', 799, 510),
  inside('BA', 1009, 552),
  inside('MT', 583, 584),
  beside('DF', 819, 659),
  inside('GO', 725, 700),
  inside('MG', 937, 735),
  beside('ES', 1050, 776),
  inside('MS', 595, 800),
  beside('RJ', 1000, 866),
  inside('SP', 803, 860),
  inside('PR', 668, 940),
  inside('SC', 756, 1058),
  inside('RS', 636, 1136),
];
