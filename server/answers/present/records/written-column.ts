import type { PublishedColumnName } from '../../../../shared/codes/record-columns.ts';
import { harmlessText } from '../../../platform/csv.ts';
import type { RowForm, SqlValue } from '../../../platform/warehouse/warehouse.ts';
import { recordTexts, type NamedText } from './record-texts.ts';

/** A column as the engine writes it, with the values of its parameters. */
export interface WrittenColumn {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** The columns that are numbers in forms with number cells; null where the file has no value. Amounts are in reais. */
const numbers: Readonly<Partial<Record<PublishedColumnName, string>>> = {
  salario: 'salary / 100',
  valor_fixo: 'fixed_salary / 100',
  horas: 'hours / 100',
  idade: 'age',
};

/** A published column in a form. In CSV every column is text that no spreadsheet evaluates as a formula. */
export function writtenColumn(name: PublishedColumnName, form: RowForm): WrittenColumn {
  const number = numbers[name];
  if (form === 'cells' && number !== undefined) return { sql: number, params: {} };
  const text = recordTexts[name];
  return 'sql' in text ? { sql: text.sql, params: {} } : named(name, text, form);
}

function named(name: PublishedColumnName, text: NamedText, form: RowForm): WrittenColumn {
  const { code, otherwise = '' } = text;
  const names = text.names();
  const unnamed = otherwise.includes('#')
    ? `replaceOne('${otherwise}', '#', toString(${code}))`
    : `'${otherwise}'`;
  return {
    sql: `transform(toUInt32(${code}), {${name}_codes:Array(UInt32)}, {${name}_names:Array(String)}, ${unnamed})`,
    params: {
      [`${name}_codes`]: names.map(([value]) => value),
      [`${name}_names`]: names.map(([, one]) => (form === 'csv' ? harmlessText(one) : one)),
    },
  };
}
