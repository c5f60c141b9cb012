import { ageBands, companySizeLabels, schoolingGroups } from '../../../shared/codes/codes.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { stateOfCode } from '../../../server/reference/places.ts';
import type { AnswerWithoutReceipt } from '../../../shared/contracts/search.ts';
import { panelEntries } from '../../../tests/support/panel-entries.ts';
import type { Dimension, PlainScan } from './plain-sql.ts';
import type { GroupRow, RivalAnswer } from './rival.ts';

/** A figure in which a rival's result and the product's differ by at least a centavo. */
export interface Difference {
  readonly entry: string;
  readonly product: unknown;
  readonly rival: unknown;
}

/** In reais; null if the product suppresses the figure. */
type Figures = Readonly<Record<string, number | null>>;

const countName = 'count';
const pointNames = ['p10', 'p25', 'median', 'p75', 'p90'] as const;

export interface Compared {
  /** Number of compared groups. */
  readonly groups: number;
  readonly differences: readonly Difference[];
}

/** Compares a rival's result with the product's: counts, means and quartiles of every group of every panel. */
export function compareAnswers(
  answer: AnswerWithoutReceipt,
  scans: readonly PlainScan[],
  rival: RivalAnswer,
): Compared {
  const theirs = rivalEntries(scans, rival.rows);
  const whole = wholeDifferences(answer, theirs.get('whole'));
  if (answer.panels === null) return { groups: 1, differences: whole };
  const ours = new Map<string, Figures>();
  for (const [name, results] of Object.entries(panelEntries(answer.panels))) {
    const [count = 0, , average = null, p25 = null, median = null, p75 = null] = results;
    // The rivals' lines have no regions of IBGE: `tests/support/recompute-panels.ts` recomputes these.
    if (name !== 'gap' && !name.startsWith('immediateRegion/'))
      ours.set(name, { count, average, p25, median, p75 });
  }
  const isCut = cutPanels(answer);
  const names = new Set([...ours.keys(), ...theirs.keys()]);
  names.delete('whole');
  const compared = [...names].filter((entry) => ours.has(entry) || !isCut(entry));
  const panels = compared
    .filter((entry) => differs(ours.get(entry), theirs.get(entry)))
    .map((entry) => ({ entry, product: ours.get(entry), rival: theirs.get(entry) }));
  return { groups: 1 + compared.length, differences: [...whole, ...panels] };
}

function wholeDifferences(
  { statistics }: AnswerWithoutReceipt,
  row: GroupRow | undefined,
): Difference[] {
  const { count, average, min, max, p10, p25, median, p75, p90 } = statistics;
  const ours = { count, average, min, max, p10, p25, median, p75, p90 };
  return differs(ours, row) ? [{ entry: 'whole', product: ours, rival: row }] : [];
}

function differs(ours: Figures | undefined, row: GroupRow | undefined): boolean {
  if ((ours?.[countName] ?? 0) !== (row?.records ?? 0)) return true;
  if (ours === undefined || row === undefined) return false;
  const theirs = new Map([
    ['average', row.mean],
    ['min', row.lowest],
    ['max', row.highest],
    ...pointNames.map((name, index) => [name, row.points[index] ?? Number.NaN] as const),
  ]);
  return Object.entries(ours).some(
    ([name, reais]) =>
      name !== countName && reais !== null && !isSameCentavo(reais, theirs.get(name) ?? Number.NaN),
  );
}

/**
 * The product's figure is rounded half up, the rival's is not rounded; a double may be slightly to either side of a
 * half.
 */
const isSameCentavo = (reais: number, centavos: number) =>
  Math.abs(Math.round(reais * 100) - centavos) <= 0.5 + 1e-6 + Math.abs(centavos) * 1e-12;

/** The product truncates long lists to a hundred groups. */
function cutPanels({ panels }: AnswerWithoutReceipt): (entry: string) => boolean {
  const places = panels?.regional.municipalities;
  const sectors = panels?.sector;
  const cut = [
    ...(places && places.total > places.places.length ? ['municipality/'] : []),
    ...(sectors && sectors.total > sectors.sectors.length ? ['subclass/'] : []),
  ];
  return (entry) => cut.some((panel) => entry.startsWith(panel));
}

/** The rows by the names of the product's entries; omits groups without records. */
function rivalEntries(
  scans: readonly PlainScan[],
  answered: readonly (readonly GroupRow[])[],
): Map<string, GroupRow> {
  const entries = new Map<string, GroupRow>();
  for (const [index, scan] of scans.entries()) {
    for (const row of answered[index] ?? []) {
      if (row.records === 0) continue;
      const place = groupedBy(row.mask, scan.by.length);
      const dimension = place === undefined ? undefined : scan.by[place];
      const names =
        dimension === undefined
          ? scan.wholes.map((whole) => (whole === 'whole' ? 'whole' : 'country/BR'))
          : [entryName(dimension, row.keys[place ?? 0] ?? 0)];
      const isNowhere =
        dimension === 'uf' && stateOfCode(String(row.keys[place ?? 0])) === undefined;
      if (!isNowhere) for (const name of names) entries.set(name, row);
    }
  }
  return entries;
}

/** The dimension that a row is grouped by: the one whose bit is not set. */
function groupedBy(mask: number, dimensions: number): number | undefined {
  for (let place = 0; place < dimensions; place++)
    if ((mask & (1 << (dimensions - 1 - place))) === 0) return place;
  return undefined;
}

const panelOf: Readonly<Record<Dimension, string>> = {
  uf: 'state',
  municipality: 'municipality',
  size: 'size',
  sex: 'gender',
  schooling: 'schooling',
  age_band: 'age',
  section: 'section',
  subclass: 'subclass',
  month: 'month',
  cbo: 'occupation',
};

const groupNames: Partial<Record<Dimension, (key: number) => string>> = {
  municipality: (key) => String(key).padStart(6, '0'),
  size: (key) => keysOf(companySizeLabels)[key - 1] ?? 'null',
  sex: (key) => ({ 1: 'M', 3: 'F' })[key] ?? 'null',
  schooling: (key) => keysOf(schoolingGroups).find((group) => Number(group) === key) ?? String(key),
  age_band: (key) => keysOf(ageBands)[key - 1] ?? 'outside',
  section: (key) => String.fromCharCode(key),
  subclass: (key) => String(key).padStart(7, '0'),
  cbo: (key) => String(key).padStart(6, '0'),
};

const entryName = (dimension: Dimension, key: number) =>
  `${panelOf[dimension]}/${groupNames[dimension]?.(key) ?? key}`;
