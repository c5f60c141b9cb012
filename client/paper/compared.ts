import type { GroupFigures } from '../../shared/contracts/panels.ts';
import type { Series } from '../components/charts/series.tsx';

/** The figures of a group for each selection, in their order. */
export type ComparedGroup = {
  key: string;
  label: string;
  values: readonly (GroupFigures | undefined)[];
};
export type ComparedPanel = { title: string; groups: readonly ComparedGroup[] };

/** "A: Vendedor. B: Caixa." */
export const keyText = (series: readonly Series[]) =>
  series.map(({ label, name }) => `${label}: ${name}.`).join(' ');
