import { z } from 'zod';

export const OccupationItem = z.object({
  codigo: z.string(),
  titulo: z.string(),
  /** The alternative name that matched the text. */
  sinonimo: z.string().optional(),
  /** Words of the text that do not occur in its name, in plain text. */
  ignoradas: z.array(z.string()).optional(),
  /** No word of the text is known; the name is only similar. */
  parecida: z.boolean().optional(),
});
export type OccupationItem = z.infer<typeof OccupationItem>;

export const StateItem = z.object({
  sigla: z.string(),
  nome: z.string(),
  codigo: z.string(),
  regiao: z.string(),
});
export type StateItem = z.infer<typeof StateItem>;

/** `codigo` is IBGE's six-digit code, the form of the official files. */
export const MunicipalityItem = z.object({ codigo: z.string(), nome: z.string() });
export type MunicipalityItem = z.infer<typeof MunicipalityItem>;

export const RegionItem = z.object({ codigo: z.string(), nome: z.string() });
export type RegionItem = z.infer<typeof RegionItem>;

/** A region, a state or a municipality, with every field that a query for it needs. */
export const PlaceItem = z.object({
  nome: z.string(),
  /** The state of a municipality; "estado" or "região" for a state or a region. */
  dentro: z.string(),
  regiao: z.string(),
  uf: z.string().nullable(),
  municipio: z.string().nullable(),
});
export type PlaceItem = z.infer<typeof PlaceItem>;
