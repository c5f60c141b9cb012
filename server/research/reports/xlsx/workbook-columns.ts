import type { PublishedColumnName } from '../../../../shared/codes/record-columns.ts';

/** The columns of the records that a workbook has, in their order; a CSV has all of them. */
export const workbookColumns = [
  'competencia',
  'movimentacao',
  'cbo',
  'ocupacao',
  'municipio',
  'municipio_nome',
  'uf',
  'salario',
  'genero',
  'sexo',
  'idade',
  'escolaridade',
  'escolaridade_nome',
  'horas',
] as const satisfies readonly PublishedColumnName[];
export type WorkbookColumn = (typeof workbookColumns)[number];
