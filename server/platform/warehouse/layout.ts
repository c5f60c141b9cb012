import type { FileKind } from '../../../shared/contracts/uploads.ts';

/**
 * The official layout, by column name (never by position): 28 columns that MOV, FOR and EXC share, and two that only
 * EXC has. Source: MTE/PDET, "Layout Não-identificado Novo Caged Movimentação".
 */

/** `code` stores an empty text as the highest value of its type, so that an empty code is never a real one. */
export type ColumnForm = 'month' | 'balance' | 'code' | 'letter' | 'whole' | 'hundredths';

export interface Column {
  readonly name: string;
  readonly header: string;
  readonly type: string;
  readonly form: ColumnForm;
}

const column = (name: string, header: string, type: string, form: ColumnForm): Column => ({
  name,
  header,
  type,
  form,
});

export const sharedColumns: readonly Column[] = [
  column('month', 'competênciamov', 'UInt32', 'month'),
  column('region', 'região', 'UInt16', 'code'),
  column('uf', 'uf', 'UInt16', 'code'),
  column('municipality', 'município', 'UInt32', 'code'),
  column('section', 'seção', 'LowCardinality(String)', 'letter'),
  column('subclass', 'subclasse', 'UInt32', 'code'),
  column('balance', 'saldomovimentação', 'Int8', 'balance'),
  column('cbo', 'cbo2002ocupação', 'UInt32', 'code'),
  column('category', 'categoria', 'UInt32', 'code'),
  column('schooling', 'graudeinstrução', 'UInt16', 'code'),
  column('age', 'idade', 'Nullable(UInt16)', 'whole'),
  column('hours', 'horascontratuais', 'Nullable(Int64)', 'hundredths'),
  column('race', 'raçacor', 'UInt16', 'code'),
  column('sex', 'sexo', 'UInt16', 'code'),
  column('employer_type', 'tipoempregador', 'UInt16', 'code'),
  column('establishment_type', 'tipoestabelecimento', 'UInt16', 'code'),
  column('movement_type', 'tipomovimentação', 'UInt16', 'code'),
  column('disability', 'tipodedeficiência', 'UInt16', 'code'),
  column('intermittent', 'indtrabintermitente', 'UInt16', 'code'),
  column('part_time', 'indtrabparcial', 'UInt16', 'code'),
  column('salary', 'salário', 'Nullable(Int64)', 'hundredths'),
  column('company_size', 'tamestabjan', 'UInt16', 'code'),
  column('apprentice', 'indicadoraprendiz', 'UInt16', 'code'),
  column('origin', 'origemdainformação', 'UInt16', 'code'),
  column('declared_month', 'competênciadec', 'UInt32', 'month'),
  column('late', 'indicadordeforadoprazo', 'UInt16', 'code'),
  column('salary_unit', 'unidadesaláriocódigo', 'UInt16', 'code'),
  column('fixed_salary', 'valorsaláriofixo', 'Nullable(Int64)', 'hundredths'),
];

export const exclusionColumns: readonly Column[] = [
  column('exclusion_month', 'competênciaexc', 'UInt32', 'month'),
  column('exclusion_indicator', 'indicadordeexclusão', 'UInt16', 'code'),
];

/** The columns that a file of this kind must have. */
export function columnsOf(kind: FileKind): readonly Column[] {
  return kind === 'EXC' ? [...sharedColumns, ...exclusionColumns] : sharedColumns;
}

/** The column whose month is the file's own: competênciamov, competênciadec or competênciaexc. */
export const monthColumn: Readonly<Record<FileKind, string>> = {
  MOV: 'month',
  FOR: 'declared_month',
  EXC: 'exclusion_month',
};

/** The value that stands for an empty text in a code column of this type; as a code it is rejected. */
export function emptyCode(type: string): number {
  return type === 'UInt16' ? 65_535 : 4_294_967_295;
}
