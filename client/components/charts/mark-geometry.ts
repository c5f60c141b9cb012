import type { Mark } from './drawing.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The mark whose box is nearest to a point. */
export function nearestMark(marks: readonly Mark[], x: number, y: number): number {
  const distances = marks.map(({ box }) =>
    Math.hypot(
      Math.max(box.x - x, 0, x - box.x - box.width),
      Math.max(box.y - y, 0, y - box.y - box.height),
    ),
  );
  return distances.indexOf(Math.min(...distances));
}

/** The nearest mark in a direction, preferring marks straight in line; if there is none, the next in reading order. */
export function neighbour(marks: readonly Mark[], index: number, direction: Direction): number {
  const from = marks[index];
  if (!from) return 0;
  const costs = marks.map((mark) => costTo(from, mark, direction));
  const least = Math.min(...costs);
  if (Number.isFinite(least)) return costs.indexOf(least);
  const step = direction === 'right' || direction === 'down' ? 1 : -1;
  return Math.min(Math.max(index + step, 0), marks.length - 1);
}

function costTo({ box: from }: Mark, { box: to }: Mark, direction: Direction): number {
  const across = to.x + to.width / 2 - (from.x + from.width / 2);
  const down = to.y + to.height / 2 - (from.y + from.height / 2);
  const [ahead, aside] = {
    left: [-across, down] as const,
    right: [across, down] as const,
    up: [-down, across] as const,
    down: [down, across] as const,
  }[direction];
  return ahead > 1 ? ahead + 2 * Math.abs(aside) : Infinity;
}
