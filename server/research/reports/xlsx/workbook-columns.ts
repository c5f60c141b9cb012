import type { PublishedColumnName } from '../../../../shared/codes/record-columns.ts';

/** The record columns of a workbook, in order; a CSV has all columns. */
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
