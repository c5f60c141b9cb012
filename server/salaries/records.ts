import { schoolingGroups } from '../../shared/codes.ts';
import type { SalaryRecord } from '../../shared/search.ts';
import { municipalityName } from '../reference/municipalities.ts';
import { occupationTitle } from '../reference/occupations.ts';
import { identifiedSchoolingCodes, schoolingOfFileCode } from '../reference/schooling.ts';
import { stateOfCode } from '../reference/states.ts';
import { emptyCode } from '../warehouse/layout.ts';
import type { QueryLimits, Sql, Warehouse } from '../warehouse/warehouse.ts';
import type { Question } from './question.ts';
import { countedRows } from './selection-sql.ts';

interface RecordRow {
  readonly month: number;
  readonly balance: number;
  readonly cbo: number;
  readonly municipality: number;
  readonly uf: number;
  readonly salary: number;
  readonly sex: number;
  readonly age: number | null;
  readonly schooling: number;
  readonly hours: number | null;
}

/** One page of the records counted, newest first, in an order that does not change between pages. */
export async function recordsOf(
  warehouse: Warehouse,
  question: Question,
  page: { readonly offset: number; readonly limit: number },
  limits: QueryLimits,
): Promise<SalaryRecord[]> {
  const { text, params } = recordsSql(question);
  const pageSql = `${text}
    limit {limit:UInt32} offset {offset:UInt64}`;
  const rows = await warehouse.rows<RecordRow>(
    { text: pageSql, params: { ...params, ...page } },
    limits,
  );
  return rows.map(toRecord);
}

/** All the records counted, in the order of the pages, in flat memory. */
export async function* allRecords(
  warehouse: Warehouse,
  question: Question,
  limits: QueryLimits,
): AsyncGenerator<SalaryRecord[]> {
  for await (const rows of warehouse.stream<RecordRow>(recordsSql(question), limits)) {
    yield rows.map(toRecord);
  }
}

const shownColumns = 'month, uf, municipality, cbo, balance, salary, sex, age, schooling, hours';

// A cancelled line and its exclusion are equal in all columns, so among records that look the same it does not
// matter which is left out. Few share a candidate's key: only those are grouped to see how many remain.
function recordsSql(question: Question): Sql {
  const { clauses, params } = countedRows(question);
  const where = clauses.join(' and ');
  const key = '(month, cbo, municipality, assumeNotNull(salary))';
  const candidates = `(select ${key} from caged.movements where ${where} and weight = -1)`;
  const text = `
    select ${shownColumns}
    from (
      select ${shownColumns}
      from caged.movements
      where ${where} and weight = 1 and ${key} not in ${candidates}
      union all
      select ${shownColumns}
      from (
        select ${shownColumns}, sum(weight) as copies
        from caged.movements
        where ${where} and ${key} in ${candidates}
        group by ${shownColumns}
        having copies > 0
      )
      array join range(toUInt64(copies))
    )
    order by month desc, ${shownColumns.replace('month, ', '')}`;
  return { text, params };
}

/** A code as people write it, with its leading zeros; empty where the file has none. */
function codeText(code: number, width: number, type: string): string {
  return code === emptyCode(type) ? '' : String(code).padStart(width, '0');
}

function toRecord(row: RecordRow): SalaryRecord {
  const cbo = codeText(row.cbo, 6, 'UInt32');
  const municipality = codeText(row.municipality, 6, 'UInt32');
  const schooling = schoolingOfFileCode(row.schooling);
  return {
    competencia: String(row.month),
    movimentacao: row.balance === 1 ? 'admissao' : 'desligamento',
    cbo,
    ocupacao: occupationTitle(cbo) ?? null,
    municipio: municipality,
    municipioNome: municipalityName(municipality) ?? null,
    uf: stateOfCode(codeText(row.uf, 2, 'UInt16'))?.sigla ?? null,
    salario: (row.salary / 100).toFixed(2),
    genero: genderOfSex(row.sex),
    sexo: codeText(row.sex, 1, 'UInt16'),
    idade: row.age,
    escolaridade: schooling,
    escolaridadeNome: schoolingName(row.schooling),
    horas: row.hours === null ? null : row.hours / 100,
  };
}

/** A code that no table has is told by itself. */
function schoolingName(fileCode: number): string {
  const isKnown =
    fileCode === 99 ||
    fileCode === emptyCode('UInt16') ||
    identifiedSchoolingCodes.includes(fileCode);
  return isKnown ? schoolingGroups[schoolingOfFileCode(fileCode)] : `Código ${fileCode}`;
}

function genderOfSex(sex: number): 'M' | 'F' | null {
  if (sex === 1) return 'M';
  return sex === 3 ? 'F' : null;
}
