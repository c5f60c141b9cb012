import { contractKinds, companySizeLabels, genders } from '../../shared/codes/codes.ts';
import type { CodedValue, PublishedRecord } from '../../shared/codes/salary-record.ts';
import { csvRow } from '../../server/platform/csv.ts';

type Cell = string | number | null;

interface CsvColumn {
  readonly name: string;
  readonly read: (record: PublishedRecord) => Cell;
}

const decimal = (text: string | null) => text?.replace('.', ',') ?? null;
const yesNo = (value: boolean | null) => (value === null ? null : value ? 'Sim' : 'Não');

/** A code and its name, in two columns. */
const both = (name: string, read: (record: PublishedRecord) => CodedValue): CsvColumn[] => [
  { name, read: (record) => read(record).codigo },
  { name: `${name}_nome`, read: (record) => read(record).nome },
];

/** The columns of the records, in their order. */
const columns: readonly CsvColumn[] = [
  { name: 'competencia', read: ({ competencia }) => competencia },
  { name: 'competencia_declarada', read: (record) => record.competenciaDeclarada },
  { name: 'fora_do_prazo', read: ({ foraDoPrazo }) => yesNo(foraDoPrazo) },
  {
    name: 'movimentacao',
    read: ({ movimentacao }) => (movimentacao === 'admissao' ? 'Admissão' : 'Desligamento'),
  },
  ...both('tipo_movimentacao', (record) => record.tipoMovimentacao),
  { name: 'cbo', read: ({ cbo }) => cbo },
  { name: 'ocupacao', read: ({ ocupacao }) => ocupacao },
  ...both('categoria', (record) => record.categoria),
  {
    name: 'contrato',
    read: ({ contrato }) => contrato.map((kind) => contractKinds[kind]).join(', '),
  },
  { name: 'municipio', read: ({ municipio }) => municipio },
  { name: 'municipio_nome', read: ({ municipioNome }) => municipioNome },
  { name: 'uf', read: ({ uf }) => uf },
  { name: 'regiao', read: ({ regiao }) => regiao },
  { name: 'salario', read: ({ salario }) => decimal(salario) },
  { name: 'valor_fixo', read: ({ valorFixo }) => decimal(valorFixo) },
  ...both('unidade_salario', (record) => record.unidadeSalario),
  { name: 'horas', read: ({ horas }) => (horas === null ? null : decimal(String(horas))) },
  { name: 'genero', read: ({ genero }) => (genero === null ? null : genders[genero].label) },
  { name: 'sexo', read: ({ sexo }) => sexo },
  { name: 'idade', read: ({ idade }) => idade },
  { name: 'escolaridade', read: ({ escolaridade }) => escolaridade },
  { name: 'escolaridade_nome', read: ({ escolaridadeNome }) => escolaridadeNome },
  ...both('raca', (record) => record.raca),
  ...both('deficiencia', (record) => record.deficiencia),
  { name: 'porte', read: ({ porte }) => (porte === null ? null : companySizeLabels[porte]) },
  ...both('empregados', (record) => record.empregados),
  ...both('secao', (record) => record.secao),
  ...both('cnae', (record) => record.cnae),
  ...both('tipo_empregador', (record) => record.tipoEmpregador),
  ...both('tipo_estabelecimento', (record) => record.tipoEstabelecimento),
  ...both('origem', (record) => record.origem),
];

/** The names of the columns. */
export const namesOf = () => columns.map(({ name }) => name);

/** A record as a line of CSV, told from its published form: what the engine writes by itself must be the same. */
export const csvLine = (record: PublishedRecord): string =>
  csvRow(columns.map(({ read }) => read(record)));
