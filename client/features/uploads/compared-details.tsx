import type { ComparedFile } from '../../../shared/contracts/comparison.ts';
import {
  formatCount,
  formatCounted,
  formatDecimal,
  formatMonth,
  formatReais,
  formatShare,
} from '../../../shared/words/format.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';

type NullShare = ComparedFile['nulls'][number];

const nullColumns: readonly Column<NullShare>[] = [
  { header: 'Coluna', isRowHeader: true, cell: ({ column }) => column },
  { header: 'Vazios neste arquivo', align: 'right', cell: ({ share }) => formatShare(share) },
  {
    header: 'Nos últimos 12 meses',
    align: 'right',
    cell: ({ usualShare }) => (usualShare === null ? '—' : formatShare(usualShare)),
  },
];

const growth = ({ share, usualShare }: NullShare) => share - (usualShare ?? 0);

/** Shares of empty fields, the largest growth first; columns that are always full are only counted. */
export function EmptyFields({ file }: { file: ComparedFile }) {
  const shown = file.nulls
    .filter(({ share, usualShare }) => share > 0 || (usualShare ?? 0) > 0)
    .toSorted((one, other) => growth(other) - growth(one));
  const full = file.nulls.length - shown.length;
  return (
    <>
      {shown.length > 0 && (
        <StackingTable
          caption={`Campos vazios de ${file.name}`}
          columns={nullColumns}
          rows={shown}
          rowKey={({ column }) => column}
        />
      )}
      {full > 0 && (
        <p className="mt-2 text-dense text-muted">
          {formatCounted(full, 'coluna', 'colunas')} sem nenhum campo vazio.
        </p>
      )}
    </>
  );
}

type NewCode = ComparedFile['newCodes'][number];

const codeColumns: readonly Column<NewCode>[] = [
  {
    header: 'Código',
    isRowHeader: true,
    cell: ({ code }) => <span className="font-medium tabular-nums">{code}</span>,
  },
  { header: 'Coluna', cell: ({ column }) => column },
  {
    header: 'O que é',
    className: '@3xl:w-[55%]',
    cell: ({ title }) =>
      title === null ? (
        <span className="text-warm">não está nas tabelas de referência</span>
      ) : (
        <span className="wrap-anywhere">{title}</span>
      ),
  },
  { header: 'Linhas', align: 'right', cell: ({ lines }) => formatCount(lines) },
];

/** Codes that occur in no published line. */
export function NewCodes({ file }: { file: ComparedFile }) {
  if (file.newCodes.length === 0) {
    return (
      <p className="text-dense text-muted">Todos os códigos já existem nos dados publicados.</p>
    );
  }
  return (
    <StackingTable
      caption={`Códigos novos de ${file.name}`}
      columns={codeColumns}
      rows={file.newCodes}
      rowKey={({ column, code }) => `${column} ${code}`}
    />
  );
}

type Largest = ComparedFile['largestSalaries'][number];

const largestColumns: readonly Column<Largest>[] = [
  {
    header: 'Salário',
    isRowHeader: true,
    cell: ({ salary }) => <span className="font-medium tabular-nums">{formatReais(salary)}</span>,
  },
  {
    header: 'Ocupação',
    className: '@3xl:w-[35%]',
    cell: ({ cbo, title }) => (
      <span className="wrap-anywhere">{title === null ? cbo : `${cbo} ${title}`}</span>
    ),
  },
  { header: 'Município', cell: ({ municipality }) => municipality ?? '—' },
  {
    header: 'Movimento',
    cell: ({ isAdmission, month }) =>
      `${isAdmission ? 'admissão' : 'desligamento'}, ${formatMonth(month)}`,
  },
  {
    header: 'Horas',
    align: 'right',
    cell: ({ hours }) => (hours === null ? '—' : formatDecimal(hours)),
  },
];

/** The ten highest salaries of the file, as they were declared. */
export function LargestSalaries({ file }: { file: ComparedFile }) {
  if (file.largestSalaries.length === 0) {
    return <p className="text-dense text-muted">Nenhuma linha com salário.</p>;
  }
  return (
    <StackingTable
      caption={`Maiores salários de ${file.name}`}
      columns={largestColumns}
      rows={file.largestSalaries}
      rowKey={(_, index) => String(index)}
    />
  );
}
