import type { ReactNode } from 'react';
import { movements, series } from '../../../shared/codes/codes.ts';
import type { FunnelStep, Method } from '../../../shared/contracts/search.ts';
import { periodText } from '../../../shared/filters/data.ts';
import { formatCount, formatDate } from '../../../shared/words/format.ts';
import { suppressionPromise } from '../../../shared/statistics/suppression.ts';
import { Panel } from '../../components/panel.tsx';
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

/** How the lines of the files became the counted records, as a part of a page. */
export function MethodPanel({ method }: { method: Method }) {
  return (
    <Panel title="Como este número foi calculado">
      <MethodDetails method={method} />
    </Panel>
  );
}

/** Every step, with its reason. */
export function MethodDetails({ method }: { method: Method }) {
  const { release, period } = method;
  return (
    <>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-dense">
        <Fact term="Regra">
          {method.ruleLabel}. {method.ruleDescription}
        </Fact>
        <Fact term="Série">{series[method.series]}</Fact>
        <Fact term="Movimentação">{movements[method.movement]}</Fact>
        <Fact term="Período">{period ? periodText(period) : 'sem dados'}</Fact>
        <Fact term="Dados">
          {release
            ? `versão ${release.number}, de ${formatDate(release.publishedAt)}${release.isSynthetic ? ' (dados sintéticos de demonstração)' : ''}`
            : 'nenhuma versão publicada'}
        </Fact>
        <Fact term="Percentis">
          Exatos, por interpolação linear (PERCENTIL.INC), sobre todos os registros.
        </Fact>
        <Fact term="Valores omitidos">{suppressionPromise}</Fact>
      </dl>
      <Table
        caption="Etapas do cálculo"
        columns={columns}
        rows={method.funnel}
        rowKey={(step) => step.step}
      />
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
