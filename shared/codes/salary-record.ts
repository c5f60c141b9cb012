import { z } from 'zod';
import { companySizeLabels, contractKinds, schoolingGroups } from './codes.ts';
import { keysOf } from './keys.ts';

/** A record of the files as answers and documents carry it. Codes are texts, empty where the file has none. */
export const SalaryRecord = z.object({
  competencia: z.string(),
  movimentacao: z.enum(['admissao', 'desligamento']),
  cbo: z.string(),
  ocupacao: z.string().nullable(),
  municipio: z.string(),
  municipioNome: z.string().nullable(),
  uf: z.string().nullable(),
  salario: z.string(),
  genero: z.enum(['M', 'F']).nullable(),
  sexo: z.string(),
  idade: z.number().nullable(),
  escolaridade: z.enum(keysOf(schoolingGroups)),
  escolaridadeNome: z.string(),
  horas: z.number().nullable(),
});
export type SalaryRecord = z.infer<typeof SalaryRecord>;

/** A code of the files with its name; null for a code that the official dictionary lacks. */
export const CodedValue = z.object({ codigo: z.string(), nome: z.string().nullable() });
export type CodedValue = z.infer<typeof CodedValue>;

/** The record with everything that the files publish of it. */
export const PublishedRecord = SalaryRecord.extend({
  /** AAAAMM of the file that declared it. */
  competenciaDeclarada: z.string(),
  /** Null where the file does not say. */
  foraDoPrazo: z.boolean().nullable(),
  tipoMovimentacao: CodedValue,
  categoria: CodedValue,
  contrato: z.array(z.enum(keysOf(contractKinds))),
  regiao: z.string().nullable(),
  /** A section's letter. */
  secao: CodedValue,
  /** Seven digits. */
  cnae: CodedValue,
  porte: z.enum(keysOf(companySizeLabels)).nullable(),
  /** How many worked for the establishment in January. */
  empregados: CodedValue,
  tipoEmpregador: CodedValue,
  tipoEstabelecimento: CodedValue,
  raca: CodedValue,
  deficiencia: CodedValue,
  /** Numeric text in reais, of one `unidadeSalario`: not a monthly salary. */
  valorFixo: z.string().nullable(),
  unidadeSalario: CodedValue,
  origem: CodedValue,
});
export type PublishedRecord = z.infer<typeof PublishedRecord>;
