import { stateOfSigla } from '../../server/reference/places.ts';
import { keysOf } from '../../shared/codes/keys.ts';
import type { GroupFigures, Panels } from '../../shared/contracts/panels.ts';
import type { PanelEntries } from './recompute-panels.ts';

type Add = (panel: string, name: string, group: GroupFigures, ...more: number[]) => void;

/** Converts each panel to plain entries: a missing panel does not compile. */
const result: {
  readonly [Name in keyof Panels]: (panel: Panels[Name], add: Add, entries: PanelEntries) => void;
} = {
  regional: ({ country, states, municipalities }, add) => {
    add('country', 'BR', country);
    for (const { codigo, rank, ...state } of states)
      add('state', stateOfSigla(codigo)?.codigo ?? codigo, state, ...(rank === null ? [] : [rank]));
    for (const { codigo, ...place } of municipalities?.places ?? [])
      add('municipality', codigo, place);
    for (const { codigo, ...region } of municipalities?.regions ?? [])
      add('immediateRegion', codigo, region);
  },
  companySize: ({ sizes }, add) => {
    for (const { porte, ...size } of sizes) add('size', String(porte), size);
  },
  trend: ({ months }, add) => {
    for (const { month, ...of } of months) add('month', month, of);
  },
  gender: ({ genders, gap }, add, entries) => {
    for (const { genero, ...of } of genders) add('gender', String(genero), of);
    if (gap === null) return;
    const { women, men, difference, interval } = gap;
    entries['gap'] = [women, men, difference, interval?.lower ?? null, interval?.upper ?? null];
  },
  schooling: ({ groups }, add) => {
    for (const { escolaridade, ...of } of groups) add('schooling', escolaridade, of);
  },
  age: ({ bands, outside }, add, entries) => {
    for (const { faixa, ...of } of bands) add('age', faixa, of);
    entries['age/outside'] = [outside];
  },
  sector: ({ level, sectors }, add) => {
    for (const { codigo, ...of } of sectors)
      add(level === 'secao' ? 'section' : 'subclass', codigo, of);
  },
  family: (family, add) => {
    for (const { cbo, ...of } of family?.occupations ?? []) add('occupation', cbo, of);
  },
};

/** The product's panels as the plain entries of a recomputation, without entries that have no records. */
export function panelEntries(panels: Panels): PanelEntries {
  const entries: PanelEntries = {};
  const add: Add = (panel, name, group, ...more) => {
    if (group.count > 0) entries[`${panel}/${name}`] = [...valuesOf(group), ...more];
  };
  const addPanel = <Name extends keyof Panels>(name: Name, panel: Panels[Name]) =>
    result[name](panel, add, entries);
  for (const name of keysOf(result)) addPanel(name, panels[name]);
  return entries;
}

function valuesOf({ count, share, average, p25, median, p75, medianInterval }: GroupFigures) {
  if (median === null) return [count, share];
  const interval = [medianInterval?.lower ?? null, medianInterval?.upper ?? null];
  return [count, share, average, p25, median, p75, ...interval];
}

/** The entries of groups with complementary suppression: of all figures, or of the mean. */
function protectingEntries(panels: Panels): ReadonlyMap<string, 'all' | 'mean'> {
  const protecting = new Map<string, 'all' | 'mean'>();
  const add: Add = (panel, name, { suppressed, average }) => {
    if (suppressed === 'protege_outro') protecting.set(`${panel}/${name}`, 'all');
    else if (suppressed === null && average === null) protecting.set(`${panel}/${name}`, 'mean');
  };
  const addPanel = <Name extends keyof Panels>(name: Name, panel: Panels[Name]) =>
    result[name](panel, add, {});
  for (const name of keysOf(result)) addPanel(name, panels[name]);
  return protecting;
}

/** The gap is given unless a median is suppressed. */
function gapDifferences(gender: Panels['gender'], recomputed: PanelEntries): PanelDifference[] {
  const expected = recomputed['gap'];
  const sides = gender.genders.filter(({ genero }) => genero !== null);
  const { gap } = gender;
  if (expected === undefined || sides.some(({ suppressed }) => suppressed !== null))
    return gap === null ? [] : [{ entry: 'gap', product: gap, recomputed: null }];
  const [women = 0, men = 0] = expected.map(Number);
  return gap?.women === women && gap.men === men
    ? []
    : [{ entry: 'gap', product: gap, recomputed: expected }];
}

/** The figures of one group on both sides. */
export interface PanelDifference {
  readonly entry: string;
  readonly product: unknown;
  readonly recomputed: unknown;
}

const figuresOfGroup = 8;

/** The recomputed entries as for incomplete data: no rank of a state, and no gap. */
const withoutVerdicts = (entries: PanelEntries): PanelEntries =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, figures]) =>
      name === 'gap'
        ? []
        : [[name, name.startsWith('state/') ? figures.slice(0, figuresOfGroup) : figures]],
    ),
  );

/**
 * Differences between the product's panels and the recomputed ones. Of long lists the product returns a hundred groups;
 * incomplete data have no ranks and no gap.
 */
export function panelDifferences(panels: Panels, counted: PanelEntries): PanelDifference[] {
  const recomputed = panels.regional.isComparable ? counted : withoutVerdicts(counted);
  const product = panelEntries(panels);
  const names = new Set([...Object.keys(product), ...Object.keys(recomputed)]);
  const cut = [
    ...(isCut(panels.regional.municipalities?.places, panels.regional.municipalities?.total)
      ? ['municipality']
      : []),
    ...(isCut(panels.sector.sectors, panels.sector.total) ? ['subclass'] : []),
  ];
  const isBeyondCut = (name: string) =>
    product[name] === undefined && cut.some((panel) => name.startsWith(`${panel}/`));
  const protecting = protectingEntries(panels);
  const expected = (name: string) => {
    const figures = recomputed[name];
    if (protecting.get(name) === 'all') return figures?.slice(0, countAndShare);
    // Regions have no mean, whatever else is suppressed.
    if (name.startsWith('immediateRegion/')) return figures;
    return protecting.get(name) === 'mean' ? figures?.with(countAndShare, null) : figures;
  };
  const isMissingGap = (name: string) => name === 'gap' && product[name] === undefined;
  return [
    ...gapDifferences(panels.gender, recomputed),
    ...[...names]
      .filter((name) => !isBeyondCut(name) && !isMissingGap(name))
      .filter((name) => JSON.stringify(product[name]) !== JSON.stringify(expected(name)))
      .map((entry) => ({ entry, product: product[entry], recomputed: recomputed[entry] })),
  ];
}

const countAndShare = 2;

const isCut = (list: readonly unknown[] | undefined, total: number | undefined) =>
  list?.length === 100 && total !== undefined && total > 100;
