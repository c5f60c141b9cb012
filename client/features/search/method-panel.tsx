import { Facts } from '../../components/facts.tsx';
import { movements, series } from '../../../shared/codes/codes.ts';
import type { FunnelStep, Method } from '../../../shared/contracts/search.ts';
import { periodText } from '../../../shared/filters/data.ts';
import { formatCount, formatDate } from '../../../shared/words/format.ts';
import { intervalMeaning } from '../../../shared/statistics/interval-meaning.ts';
import { suppressionPromise } from '../../../shared/statistics/suppression.ts';
import { Table, type Column } from '../../components/table.tsx';

const columns: readonly Column<FunnelStep>[] = [
  {
    header: 'Etapa',
    isRowHeader: true,
    cell: (step) => (
      <>
        {step.label}
        <span className="block text-muted">{step.reason}</span>
      </>
    ),
  },
  {
    header: 'Retirados',
    align: 'right',
    cell: (step) => (step.removed === 0 ? '0' : `−${formatCount(step.removed)}`),
  },
  { header: 'Restam', align: 'right', cell: (step) => formatCount(step.remaining) },
];

/** How the lines of the files became the counted records: every step, with its reason. */
export function MethodDetails({ method }: { method: Method }) {
  const { release, period } = method;
  return (
    <>
      <div className="mb-4">
        <Facts
          facts={[
            { term: 'Regra', detail: `${method.ruleLabel}. ${method.ruleDescription}` },
            { term: 'Série', detail: series[method.series] },
            { term: 'Movimentação', detail: movements[method.movement] },
            { term: 'Período', detail: period ? periodText(period) : 'sem dados' },
            {
              term: 'Dados',
              detail: release
                ? `versão ${release.number}, de ${formatDate(release.publishedAt)}${release.isSynthetic ? ' (dados sintéticos de demonstração)' : ''}`
                : 'nenhuma versão publicada',
            },
            {
              term: 'Percentis',
              detail: 'Exatos, por interpolação linear (PERCENTIL.INC), sobre todos os registros.',
            },
            { term: 'Intervalos', detail: intervalMeaning },
            { term: 'Valores omitidos', detail: suppressionPromise },
          ]}
        />
      </div>
      <Table
        caption="Etapas do cálculo"
        columns={columns}
        rows={method.funnel}
        rowKey={(step) => step.step}
      />
    </>
  );
}
