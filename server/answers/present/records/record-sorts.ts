import { companySizeLabels, schoolingGroups } from '../../../../shared/codes/codes.ts';
import { keysOf } from '../../../../shared/codes/keys.ts';
import type { RecordSort } from '../../../../shared/contracts/records.ts';
import { employeeBandsOfSize, industrySections } from '../../../reference/company-size.ts';
import { allMunicipalities } from '../../../reference/places.ts';
import { states } from '../../../reference/states.ts';
import { allOccupations } from '../../../reference/occupations.ts';
import { fileCodesOfSchooling } from '../../../reference/schooling.ts';
import { emptyCode } from '../../../platform/warehouse/layout.ts';
import type { SqlValue } from '../../../platform/warehouse/warehouse.ts';

/** An order as SQL, with the values of its parameters. Unknown values are null and come last in both directions. */
export interface SortKey {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

/** The single catalogue of orders: no input of a caller becomes SQL text. */
export function sortKey(sort: RecordSort): SortKey {
  const given = plainSorts[sort];
  return given === undefined ? rankedSort(sort) : { sql: given, params: {} };
}

const known = (column: string) => `nullIf(${column}, ${emptyCode('UInt32')})`;
/** 9 means declared as not known. */
const identified = (column: string) => `nullIf(nullIf(${column}, 9), ${emptyCode('UInt16')})`;

const plainSorts: Readonly<Partial<Record<RecordSort, string>>> = {
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
};

/** Orders by names and groups: the rank of each code among them. */
function rankedSort(sort: RecordSort): SortKey {
  if (sort === 'ocupacao') {
    return ranked(
      'cbo',
      byName(allOccupations(), ({ title }) => title).map(({ code }) => code),
    );
  }
  if (sort === 'municipio') {
    return ranked(
      'municipality',
      byName(allMunicipalities(), ({ name }) => name).map(({ code }) => code),
    );
  }
  if (sort === 'uf') {
    return ranked(
      'uf',
      byName(states, ({ sigla }) => sigla).map(({ codigo }) => codigo),
    );
  }
  if (sort === 'porte') return sizeSort();
  return schoolingSort();
}

const collator = new Intl.Collator('pt-BR');

const byName = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
  items.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)));

const unranked = 4_294_967_295;

function ranked(column: string, codes: readonly string[]): SortKey {
  return {
    sql: `nullIf(transform(toUInt32(${column}), {rankedCodes:Array(UInt32)}, {ranks:Array(UInt32)}, toUInt32(${unranked})), ${unranked})`,
    params: { rankedCodes: codes.map(Number), ranks: codes.map((_, rank) => rank) },
  };
}

function schoolingSort(): SortKey {
  const codes = keysOf(schoolingGroups)
    .filter((group) => group !== '80')
    .toSorted((a, b) => Number(a) - Number(b))
    .map(fileCodesOfSchooling);
  const key = ranked('schooling', codes.flat().map(String));
  // The file codes of one group share its rank.
  return {
    ...key,
    params: { ...key.params, ranks: codes.flatMap((group, rank) => group.map(() => rank)) },
  };
}

function sizeSort(): SortKey {
  const sizes = keysOf(companySizeLabels);
  const rankOf = (criterion: 'industry' | 'other') => {
    const bands = sizes.map((size) => employeeBandsOfSize(size, criterion));
    return { codes: bands.flat(), ranks: bands.flatMap((band, rank) => band.map(() => rank)) };
  };
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
