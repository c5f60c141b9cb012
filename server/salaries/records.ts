import { schoolingGroups } from '../../shared/codes.ts';
import type { SalaryRecord } from '../../shared/search.ts';
import { municipalityName } from '../reference/municipalities.ts';
import { occupationTitle } from '../reference/occupations.ts';
import { schoolingOfFileCode } from '../reference/schooling.ts';
import { stateOfCode } from '../reference/states.ts';
import { sharedColumns } from '../warehouse/layout.ts';
import { sharedNames } from '../warehouse/schema.ts';
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
  const rows = await warehouse.rows<RecordRow>(recordsSql(question, page), limits);
  return rows.map(toRecord);
}

// A cancelled line and its exclusion are equal in all columns. Few lines share a candidate's key, so only those
// are grouped to see how many copies remain; every other line passes as it is.
function recordsSql(question: Question, page: { offset: number; limit: number }): Sql {
  const { clauses, params } = countedRows(question);
  const where = clauses.join(' and ');
  const key = '(month, cbo, municipality, assumeNotNull(salary))';
  const order = sharedColumns
    .map(({ name }) => name)
    .filter((name) => name !== 'month')
    .join(', ');
  const suspects = `(select ${key} from caged.movements where ${where} and weight = -1)`;
  const text = `
    select month, balance, cbo, municipality, uf, salary, sex, age, schooling, hours
    from (
      select ${sharedNames} from caged.movements where ${where} and ${key} not in ${suspects}
      union all
      select ${sharedNames}
      from (
        select ${sharedNames}, sum(weight) as copies
        from caged.movements
        where ${where} and ${key} in ${suspects}
        group by ${sharedNames}
        having copies > 0
      )
      array join range(toUInt64(copies))
    )
    order by month desc, ${order}
    limit {limit:UInt32} offset {offset:UInt64}`;
  return { text, params: { ...params, ...page } };
}

const digits = (code: number, width: number) => String(code).padStart(width, '0');

function toRecord(row: RecordRow): SalaryRecord {
  const cbo = digits(row.cbo, 6);
  const municipality = digits(row.municipality, 6);
  const schooling = schoolingOfFileCode(row.schooling);
  return {
    competencia: String(row.month),
    movimentacao: row.balance === 1 ? 'admissao' : 'desligamento',
    cbo,
    ocupacao: occupationTitle(cbo) ?? null,
    municipio: municipality,
    municipioNome: municipalityName(municipality) ?? null,
    uf: stateOfCode(digits(row.uf, 2))?.sigla ?? null,
    salario: (row.salary / 100).toFixed(2),
    genero: genderOfSex(row.sex),
    sexo: String(row.sex),
    idade: row.age,
    escolaridade: schooling,
    escolaridadeNome: schoolingGroups[schooling],
    horas: row.hours === null ? null : row.hours / 100,
  };
}

function genderOfSex(sex: number): 'M' | 'F' | null {
  if (sex === 1) return 'M';
  return sex === 3 ? 'F' : null;
}
