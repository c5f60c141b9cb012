import { z } from 'zod';
import { SearchFilters, SearchRequest } from './search.ts';

/** An address repeats the parameter for each item of a list, so a single item arrives as a text. */
const listed = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), schema);

export const SearchAddress = z.strictObject({
  ...SearchFilters.shape,
  cbos: listed(SearchFilters.shape.cbos),
  semCbos: listed(SearchFilters.shape.semCbos),
  municipios: listed(SearchFilters.shape.municipios),
  cnaes: listed(SearchFilters.shape.cnaes),
  release: SearchRequest.shape.release,
});
