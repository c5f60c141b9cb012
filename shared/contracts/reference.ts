import { z } from 'zod';

export const OccupationItem = z.object({
  codigo: z.string(),
  titulo: z.string(),
  /** The other name by which a text found it. */
  sinonimo: z.string().optional(),
  /** Words of the text that its name says nothing of, in plain text. */
  ignoradas: z.array(z.string()).optional(),
  /** No word of the text is known, and the name only looks like it. */
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

/** A region, a state or a municipality, with all that a question about it names. */
export const PlaceItem = z.object({
  nome: z.string(),
  /** The state of a municipality; "estado" or "região" of what is one. */
  dentro: z.string(),
  regiao: z.string(),
  uf: z.string().nullable(),
  municipio: z.string().nullable(),
});
export type PlaceItem = z.infer<typeof PlaceItem>;
