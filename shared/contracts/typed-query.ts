import { z } from 'zod';
import { OccupationItem } from './reference.ts';
import { SearchFilters } from './search.ts';

/** What a typed text says: "vendedor em Campinas, mulher" is an occupation and filters. */

/** Some filters of a query, under the names of `SearchFilters`; absent ones are not mentioned in the text. */
const TypedFilters = z.custom<Partial<SearchFilters>>(
  (filters) => SearchFilters.safeParse(filters).success,
);

export const TypedSuggestion = z.object({
  /** Null for all occupations. */
  ocupacao: OccupationItem.nullable(),
  filtros: TypedFilters,
  /** The filters in words; empty if there are none. */
  nota: z.string(),
});
export type TypedSuggestion = z.infer<typeof TypedSuggestion>;

export const TypedQuery = z.object({
  /** The words of the text for the occupation. */
  cargo: z.string(),
  filtros: TypedFilters,
  /** Each understood part in words, and the text without it. */
  partes: z.array(z.object({ texto: z.string(), sem: z.string() })),
  /** Words that are neither in the first suggestion's name nor a filter. */
  naoLidas: z.array(z.string()),
  /** The likeliest first. A name of several places is offered for each. */
  sugestoes: z.array(TypedSuggestion),
});
export type TypedQuery = z.infer<typeof TypedQuery>;
