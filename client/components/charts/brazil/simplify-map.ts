/** States as rings of points, in the units that a path's numbers have. */
type Ring = readonly (readonly [x: number, y: number])[];
export type MapShape = { id: string; path: string };

/** Coordinates are whole numbers: this many per unit of the source map. */
const unitsPerSourceUnit = 2;
/** In square units: smaller islands are removed; a state's largest ring always stays. */
const smallestIsland = 24;
/** In square units: a point is removed if the triangle with its neighbours is smaller. */
const smallestTriangle = 9;

/**
 * Reduces the points and rounds them to whole numbers, identically on both sides of a border: points snap to a grid,
 * and a border point is removed from both states or from neither, so that no gap or overlap appears.
 */
export function simplifyMap(shapes: readonly MapShape[]): MapShape[] {
  const states = shapes.map(({ id, path }) => ({ id, rings: withoutIslands(ringsOf(path)) }));
  const stored = simplifiedPoints(states.flatMap(({ rings }) => rings));
  return states.map(({ id, rings }) => ({
    id,
    path: rings.map((ring) => pathOf(ring.filter((point) => stored.has(keyOf(point))))).join(''),
  }));
}

const keyOf = ([x, y]: readonly [number, number]) => `${x} ${y}`;

/** Parses paths of moves, lines and closings, relative as in the package. */
function ringsOf(path: string): Ring[] {
  const rings: [number, number][][] = [];
  let start: readonly [number, number] = [0, 0];
  for (const part of path
    .trim()
    .split(/\s*z\s*/i)
    .filter(Boolean)) {
    if (!/^m[\d\s.,e-]+$/.test(part)) throw new Error(`Not a path of relative lines: ${part}`);
    const steps = part
      .slice(1)
      .trim()
      .split(/\s+/)
      .map((step) => step.split(',').map(Number));
    // A ring's first point is relative to the first point of the previous ring.
    let [x, y] = start;
    const ring: [number, number][] = [];
    for (const [index, [right = 0, down = 0]] of steps.entries()) {
      [x, y] = [x + right, y + down];
      if (index === 0) start = [x, y];
      const point: [number, number] = [
        Math.round(x * unitsPerSourceUnit),
        Math.round(y * unitsPerSourceUnit),
      ];
      const last = ring.at(-1);
      if (!last || keyOf(last) !== keyOf(point)) ring.push(point);
    }
    const [first, last] = [ring[0], ring.at(-1)];
    if (first && last && ring.length > 1 && keyOf(first) === keyOf(last)) ring.pop();
    rings.push(ring);
  }
  return rings;
}

function withoutIslands(rings: readonly Ring[]): Ring[] {
  const largest = Math.max(...rings.map(areaOf));
  return rings.filter((ring) => areaOf(ring) >= Math.min(smallestIsland, largest));
}

function areaOf(ring: Ring): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Visvalingam's algorithm over all rings at once; points where borders meet stay. */
function simplifiedPoints(rings: readonly Ring[]): Set<string> {
  const points = new Map<string, readonly [number, number]>();
  const neighbours = new Map<string, Set<string>>();
  for (const ring of rings) {
    for (const [index, point] of ring.entries()) {
      const next = ring[(index + 1) % ring.length] ?? point;
      points.set(keyOf(point), point);
      joined(neighbours, keyOf(point)).add(keyOf(next));
      joined(neighbours, keyOf(next)).add(keyOf(point));
    }
  }
  const triangle = (key: string): number => {
    const [before, after, ...others] = joined(neighbours, key);
    if (before === undefined || after === undefined || others.length > 0) return Infinity;
    if (joined(neighbours, before).has(after)) return Infinity;
    return areaOf([key, before, after].map((own) => points.get(own) ?? [0, 0]));
  };
  const areas = new Map([...points.keys()].map((key) => [key, triangle(key)]));
  for (;;) {
    const [key, area] = smallestOf(areas);
    if (area >= smallestTriangle) return new Set(areas.keys());
    // The last corner of a triangle stays, also when the others became neighbours only in this step.
    if (triangle(key) === Infinity) {
      areas.set(key, Infinity);
      continue;
    }
    const [before = '', after = ''] = joined(neighbours, key);
    joined(neighbours, before).delete(key);
    joined(neighbours, after).delete(key);
    joined(neighbours, before).add(after);
    joined(neighbours, after).add(before);
    areas.delete(key);
    for (const own of [before, after]) areas.set(own, triangle(own));
  }
}

function joined(neighbours: Map<string, Set<string>>, key: string): Set<string> {
  const known = neighbours.get(key) ?? new Set();
  neighbours.set(key, known);
  return known;
}

function smallestOf(areas: ReadonlyMap<string, number>): [key: string, area: number] {
  let smallest: [string, number] = ['', Infinity];
  for (const entry of areas) if (entry[1] < smallest[1]) smallest = entry;
  return smallest;
}

/** The shortest path text for a ring. */
function pathOf(ring: Ring): string {
  let [x, y] = [0, 0];
  const steps = ring.map(([toX, toY], index) => {
    const step = `${index === 0 ? toX : toX - x} ${index === 0 ? toY : toY - y}`;
    [x, y] = [toX, toY];
    return step.replace(' -', '-');
  });
  return `M${steps[0]}l${steps.slice(1).join(' ').replaceAll(' -', '-')}z`;
}
