import type { FacetName } from '../../../shared/filters/facet-filters.ts';
import type { DimensionName } from './dimensions.ts';

/**
 * Each dimension's own filters, which its panel leaves out so that it shows all groups; null for none. In a module of
 * its own: the count threads of the index read it, and load nothing else of a dimension.
 */
export const excludedFilters: Readonly<Record<DimensionName, FacetName | null>> = {
  country: 'place',
  state: 'place',
  municipality: 'place',
  immediateRegion: 'place',
  intermediateRegion: 'place',
  companySize: 'companySize',
  month: null,
  sex: 'sex',
  schooling: 'schooling',
  age: 'age',
  section: 'section',
  subclass: 'subclass',
  occupation: null,
  movementSide: null,
  movementKind: null,
  movementSideMonth: null,
};
