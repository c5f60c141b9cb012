import { genders, schoolingGroups } from '../../../shared/codes.ts';
import type { SalaryRecord, SearchAnswer } from '../../../shared/search.ts';
import {
  formatCount,
  formatCounted,
  formatDecimal,
  formatMonth,
  formatReais,
} from '../../../shared/format.ts';
import { Stale } from '../../components/async-panel.tsx';
import { Pager } from '../../components/pager.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';

const kinds = { admissao: 'Admissão', desligamento: 'Desligamento' } as const;

// By the panel's own width: beside sidebar and filters a wide screen leaves little.
const wideOnly = 'hidden @2xl:table-cell';

const columns: readonly Column<SalaryRecord>[] = [
  {
    header: 'Ocupação',
    isRowHeader: true,
    className: '@2xl:w-[28%]',
    cell: (record) => (
      <>
        {record.ocupacao ?? 'Ocupação sem título'}
        <span className="block text-muted">{record.cbo}</span>
        <span className="block text-muted @2xl:hidden">{smallPrint(record)}</span>
      </>
    ),
  },
  { header: 'Município', className: wideOnly, cell: placeText },
  {
    header: 'Movimentação',
    className: wideOnly,
    cell: (record) => (
      <>
        {kinds[record.movimentacao]}
        <span className="block text-muted">{formatMonth(record.competencia)}</span>
      </>
    ),
  },
  {
    header: 'Gênero e idade',
    className: wideOnly,
    cell: (record) => (
      <>
        {genderText(record)}
        <span className="block text-muted">{ageText(record) ?? '—'}</span>
      </>
    ),
  },
  { header: 'Escolaridade', className: wideOnly, cell: (record) => record.escolaridadeNome },
  {
    header: 'Horas',
    className: wideOnly,
    align: 'right',
    cell: (record) => (record.horas === null ? '—' : formatDecimal(record.horas)),
  },
  { header: 'Salário', align: 'right', cell: (record) => formatReais(Number(record.salario)) },
];

function placeText({ municipioNome, municipio, uf }: SalaryRecord): string {
  if (municipio === '') return uf ?? 'Não informado';
  return uf === null ? (municipioNome ?? municipio) : `${municipioNome ?? municipio} (${uf})`;
}

/** A code that stands for nobody knows what is shown as it is. */
function genderText({ genero, sexo }: SalaryRecord): string {
  if (genero !== null) return genders[genero].label;
  return sexo === '' || sexo === '9' ? 'Não informado' : `Código ${sexo}`;
}

function ageText({ idade }: SalaryRecord): string | null {
  return idade === null ? null : formatCounted(idade, 'ano', 'anos');
}

/** On a phone, what the other columns would say. */
function smallPrint(record: SalaryRecord): string {
  return [
    placeText(record),
    `${kinds[record.movimentacao]} em ${formatMonth(record.competencia)}`,
    record.escolaridadeNome === schoolingGroups['80']
      ? 'escolaridade não informada'
      : record.escolaridadeNome,
    genderText(record) === 'Não informado' ? 'gênero não informado' : genderText(record),
    ageText(record),
    record.horas === null ? null : `${formatDecimal(record.horas)} h`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The records themselves, a page at a time, as the server orders them. */
export function RecordsPanel({
  answer,
  isStale,
  onPage,
}: {
  answer: SearchAnswer;
  isStale: boolean;
  onPage: (page: number) => void;
}) {
  const { results, totalCount, page, pageSize } = answer;
  const first = (page - 1) * pageSize + 1;
  const pages = Math.max(1, Math.ceil(totalCount / pageSize));
  const rangeText =
    results.length === 0
      ? 'Nenhum registro nesta página'
      : `${formatCount(first)} a ${formatCount(first + results.length - 1)} de ${formatCount(totalCount)}`;
  return (
    <Panel
      title="Registros"
      aside={<span className="text-dense text-muted tabular-nums">{rangeText}</span>}
    >
      <Stale isStale={isStale}>
        <div className="@container">
          <Table
            caption="Registros encontrados"
            columns={columns}
            rows={results}
            rowKey={(_, index) => String(first + index)}
          />
        </div>
      </Stale>
      <Pager label="Páginas de registros" page={page} pages={pages} onPage={onPage} />
    </Panel>
  );
}
