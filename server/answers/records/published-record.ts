import { cnaeSectionCodes, cnaeSectionLabels } from '../../../shared/codes/cnae.ts';
import { regions, schoolingGroups, type ContractKind } from '../../../shared/codes/codes.ts';
import type { CodedValue, PublishedRecord } from '../../../shared/codes/salary-record.ts';
import { maybeCnae } from '../../reference/cnaes.ts';
import { companySize } from '../../reference/company-size.ts';
import { municipalityName } from '../../reference/municipalities.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import {
  categories,
  disabilityNames,
  employeeBandNames,
  employerTypes,
  establishmentTypes,
  movementTypes,
  origins,
  raceNames,
  salaryUnits,
  type CodeNames,
} from '../../reference/registry-codes.ts';
import { identifiedSchoolingCodes, schoolingOfFileCode } from '../../reference/schooling.ts';
import { stateOfCode } from '../../reference/states.ts';
import { emptyCode } from '../../platform/warehouse/layout.ts';

/** A line of the warehouse, by the columns' names. */
export interface RecordRow {
  readonly month: number;
  readonly declared_month: number;
  readonly late: number;
  readonly balance: number;
  readonly movement_type: number;
  readonly cbo: number;
  readonly category: number;
  readonly region: number;
  readonly uf: number;
  readonly municipality: number;
  readonly section: string;
  readonly subclass: number;
  readonly salary: number;
  readonly fixed_salary: number | null;
  readonly salary_unit: number;
  readonly hours: number | null;
  readonly sex: number;
  readonly age: number | null;
  readonly schooling: number;
  readonly race: number;
  readonly disability: number;
  readonly company_size: number;
  readonly employer_type: number;
  readonly establishment_type: number;
  readonly intermittent: number;
  readonly part_time: number;
  readonly apprentice: number;
  readonly origin: number;
}

/** A line as it is published: codes as people write them, with their names. */
export function publishedRecord(row: RecordRow): PublishedRecord {
  return {
    ...movementOf(row),
    ...placeOf(row),
    ...payOf(row),
    ...personOf(row),
    ...employerOf(row),
  };
}

function movementOf(row: RecordRow) {
  const cbo = codeText(row.cbo, 6, 'UInt32');
  const category = codeText(row.category, 3, 'UInt32');
  return {
    competencia: String(row.month),
    competenciaDeclarada: String(row.declared_month),
    foraDoPrazo: row.late === 0 || row.late === 1 ? row.late === 1 : null,
    movimentacao: row.balance === 1 ? ('admissao' as const) : ('desligamento' as const),
    tipoMovimentacao: coded(row.movement_type, movementTypes),
    cbo,
    ocupacao: occupationTitle(cbo) ?? null,
    categoria: { codigo: category, nome: categories[row.category] ?? null },
    contrato: contractsOf(row),
    origem: coded(row.origin, origins),
  };
}

const regionNames = new Map<string, string>(Object.entries(regions));

function placeOf(row: RecordRow) {
  const municipality = codeText(row.municipality, 6, 'UInt32');
  return {
    municipio: municipality,
    municipioNome: municipalityName(municipality) ?? null,
    uf: stateOfCode(codeText(row.uf, 2, 'UInt16'))?.sigla ?? null,
    regiao: regionNames.get(String(row.region)) ?? null,
  };
}

function payOf(row: RecordRow) {
  return {
    salario: (row.salary / 100).toFixed(2),
    valorFixo: row.fixed_salary === null ? null : (row.fixed_salary / 100).toFixed(2),
    unidadeSalario: coded(row.salary_unit, salaryUnits),
    horas: row.hours === null ? null : row.hours / 100,
  };
}

function personOf(row: RecordRow) {
  return {
    genero: genderOfSex(row.sex),
    sexo: codeText(row.sex, 1, 'UInt16'),
    idade: row.age,
    escolaridade: schoolingOfFileCode(row.schooling),
    escolaridadeNome: schoolingName(row.schooling),
    raca: coded(row.race, raceNames),
    deficiencia: coded(row.disability, disabilityNames),
  };
}

const sectionNames = new Map<string, string>(
  cnaeSectionCodes.map((letter) => [letter, cnaeSectionLabels[letter]]),
);

function employerOf(row: RecordRow) {
  const subclass = codeText(row.subclass, 7, 'UInt32');
  return {
    porte: companySize(row.section, row.company_size),
    empregados: coded(row.company_size, employeeBandNames),
    secao: { codigo: row.section, nome: sectionNames.get(row.section) ?? null },
    cnae: { codigo: subclass, nome: maybeCnae(subclass)?.descricao ?? null },
    tipoEmpregador: coded(row.employer_type, employerTypes),
    tipoEstabelecimento: coded(row.establishment_type, establishmentTypes),
  };
}

/** A code as people write it, with its leading zeros; empty where the file has none. */
function codeText(code: number, width: number, type: string): string {
  return code === emptyCode(type) ? '' : String(code).padStart(width, '0');
}

function coded(code: number, names: CodeNames): CodedValue {
  return { codigo: codeText(code, 1, 'UInt16'), nome: names[code] ?? null };
}

/** The same as the filter of contracts asks (`filter-sql.ts`): one record can be of several kinds. */
function contractsOf(row: RecordRow): ContractKind[] {
  const kinds: ContractKind[] = [];
  if (row.apprentice === 1 || row.category === 103) kinds.push('aprendiz');
  if (row.category === 106) kinds.push('temporario');
  if (row.part_time === 1) kinds.push('parcial');
  if (row.intermittent === 1 || row.category === 111) kinds.push('intermitente');
  return kinds.length === 0 ? ['comum'] : kinds;
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
