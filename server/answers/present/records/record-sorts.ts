import { companySizeLabels, schoolingGroups } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type { PublishedColumnName } from '../../../../shared/codes/record-columns.ts';
import type { RecordSort } from '../../../../shared/contracts/records.ts';
import { employeeBandsOfSize, industrySections } from '../../../reference/company-size.ts';
import { fileCodesOfSchooling } from '../../../reference/schooling.ts';
import { emptyCode } from '../../../platform/warehouse/empty-values.ts';
import type { SqlValue } from '../../../platform/warehouse/warehouse.ts';
import { recordTexts } from './record-texts.ts';

/** SQL with the values of its parameters. As an order, unknown values are null and come last in both directions. */
export interface SqlColumn {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** The single catalogue of orders: no input of a caller becomes SQL text. */
export function sortKey(sort: RecordSort): SqlColumn {
  const given = sorts[sort];
  return typeof given === 'string' ? { sql: given, params: {} } : given();
}

const known = (column: string) => `nullIf(${column}, ${emptyCode('UInt32')})`;
/** 9 means declared as not known. */
const identified = (column: string) => `nullIf(nullIf(${column}, 9), ${emptyCode('UInt16')})`;

const sorts: Readonly<Record<RecordSort, string | (() => SqlColumn)>> = {
  competencia: 'month',
  competenciaDeclarada: 'declared_month',
  // Admissions before separations.
  movimentacao: '-balance',
  cbo: known('cbo'),
  salario: 'salary',
  valorFixo: 'fixed_salary',
  horas: 'hours',
  genero: identified('sex'),
  idade: 'age',
  raca: identified('race'),
  deficiencia: identified('disability'),
  secao: `nullIf(section, 'Z')`,
  cnae: known('subclass'),
  categoria: known('category'),
  ocupacao: () => byName('cbo', 'ocupacao'),
  municipio: () => byName('municipality', 'municipio_nome'),
  uf: () => byName('uf', 'uf'),
  escolaridade: schoolingSort,
  porte: sizeSort,
};

const collator = new Intl.Collator('pt-BR');

/** In the order of the names that a published column shows. */
function byName(column: string, shownAs: PublishedColumnName): SqlColumn {
  const text = recordTexts[shownAs];
  const names = 'names' in text ? text.names() : [];
  const sorted = names.toSorted(([, a], [, b]) => collator.compare(a, b));
  return byRank(column, rankedCodes(sorted.map(([code]) => [code])));
}

const unranked = 4_294_967_295;

/** Codes with their ranks: those of one group share its rank. */
const rankedCodes = (groups: readonly (readonly number[])[]) => ({
  codes: groups.flat(),
  ranks: groups.flatMap((group, rank) => group.map(() => rank)),
});

function byRank(column: string, { codes, ranks }: ReturnType<typeof rankedCodes>): SqlColumn {
  return {
    sql: `nullIf(transform(toUInt32(${column}), {rankedCodes:Array(UInt32)}, {ranks:Array(UInt32)}, toUInt32(${unranked})), ${unranked})`,
    params: { rankedCodes: codes, ranks },
  };
}

function schoolingSort(): SqlColumn {
  const groups = keysOf(schoolingGroups)
    .filter((group) => group !== '80')
    .toSorted((a, b) => Number(a) - Number(b));
  return byRank('schooling', rankedCodes(groups.map(fileCodesOfSchooling)));
}

function sizeSort(): SqlColumn {
  const sizes = keysOf(companySizeLabels);
  const rankOf = (criterion: 'industry' | 'other') =>
    rankedCodes(sizes.map((size) => employeeBandsOfSize(size, criterion)));
  const [industry, other] = [rankOf('industry'), rankOf('other')];
  const by = (name: string) =>
    `transform(toUInt32(company_size), {${name}Codes:Array(UInt32)}, {${name}Ranks:Array(UInt32)}, toUInt32(${unranked}))`;
  return {
    sql: `nullIf(if(section in {industrySections:Array(String)}, ${by('industry')}, ${by('other')}), ${unranked})`,
    params: {
      industrySections,
      industryCodes: industry.codes,
      industryRanks: industry.ranks,
      otherCodes: other.codes,
      otherRanks: other.ranks,
    },
  };
}
