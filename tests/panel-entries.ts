import { stateOfSigla } from '../server/reference/states.ts';
import type { GroupFigures, Panels } from '../shared/panels.ts';
import type { PanelEntries } from './recompute-panels.ts';

/** The product's panels as the plain entries of a recomputation, those of no records left out. */
export function panelEntries(panels: Panels): PanelEntries {
  const entries: PanelEntries = {};
  const add = (panel: string, name: string, group: GroupFigures, ...more: number[]) => {
    if (group.count > 0) entries[`${panel}/${name}`] = [...figuresTold(group), ...more];
  };
  const { regional, companySize, trend, gender, schooling, age, sector, family } = panels;
  add('country', 'BR', regional.country);
  for (const { codigo, rank, ...state } of regional.states)
    add('state', stateOfSigla(codigo)?.codigo ?? codigo, state, ...(rank === null ? [] : [rank]));
  for (const { codigo, ...place } of regional.municipalities?.places ?? [])
    add('municipality', codigo, place);
  for (const { porte, ...size } of companySize.sizes) add('size', String(porte), size);
  for (const { month, ...of } of trend.months) add('month', month, of);
  for (const { genero, ...of } of gender.genders) add('gender', String(genero), of);
  for (const { escolaridade, ...of } of schooling.groups) add('schooling', escolaridade, of);
  for (const { faixa, ...of } of age.bands) add('age', faixa, of);
  entries['age/outside'] = [age.outside];
  for (const { codigo, ...of } of sector.sectors)
    add(sector.level === 'secao' ? 'section' : 'subclass', codigo, of);
  for (const { cbo, ...of } of family?.occupations ?? []) add('occupation', cbo, of);
  if (gender.gap !== null) {
    const { women, men, difference, interval } = gender.gap;
    entries['gap'] = [women, men, difference, interval?.lower ?? null, interval?.upper ?? null];
  }
  return entries;
}

function figuresTold({ count, share, average, p25, median, p75, medianInterval }: GroupFigures) {
  if (average === null) return [count, share];
  const interval = [medianInterval?.lower ?? null, medianInterval?.upper ?? null];
  return [count, share, average, p25, median, p75, ...interval];
}

/** What is said of one group on either side. */
export interface PanelDifference {
  readonly entry: string;
  readonly product: unknown;
  readonly recomputed: unknown;
}

/** Where the product's panels differ from the recomputed ones. Of long lists the product tells a hundred groups. */
export function panelDifferences(panels: Panels, recomputed: PanelEntries): PanelDifference[] {
  const product = panelEntries(panels);
  const names = new Set([...Object.keys(product), ...Object.keys(recomputed)]);
  const cut = [
    ...(isCut(panels.regional.municipalities?.places, panels.regional.municipalities?.total)
      ? ['municipality']
      : []),
    ...(isCut(panels.sector.sectors, panels.sector.total) ? ['subclass'] : []),
  ];
  const isUntold = (name: string) =>
    product[name] === undefined && cut.some((panel) => name.startsWith(`${panel}/`));
  return [...names]
    .filter((name) => !isUntold(name))
    .filter((name) => JSON.stringify(product[name]) !== JSON.stringify(recomputed[name]))
    .map((entry) => ({ entry, product: product[entry], recomputed: recomputed[entry] }));
}

const isCut = (told: readonly unknown[] | undefined, total: number | undefined) =>
  told?.length === 100 && total !== undefined && total > 100;
