import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EqualityAnswer } from '../../../shared/contracts/equality.ts';
import type { PaidRoll } from '../../../shared/statistics/pay-ratio.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { linkClass } from '../../components/link-class.ts';
import { Panel } from '../../components/panel.tsx';
import { firmRows, firmTable } from './firm-table.ts';

const title = 'Sua folha ao lado do mercado';
const peopleText = (count: number) => formatCounted(count, 'pessoa', 'pessoas');

/** A firm's people in the layout of the report beside the market; computed here, and sent nowhere. */
export function FirmPanel({ roll, answer }: { roll: PaidRoll; answer: EqualityAnswer }) {
  const rows = useMemo(() => firmRows(roll.people, answer), [roll, answer]);
  return (
    <Panel title={title}>
      <p className="mb-3 max-w-prose text-dense text-muted">
        {coverText(roll)} Salário contratual como está na planilha, sem levar às mesmas horas, como
        no relatório. Calculado neste navegador: 0 bytes enviados.
      </p>
      <DataTable data={firmTable(rows)} />
    </Panel>
  );
}

/** Where no payroll was read: where to read one. */
export function FirmInvitation() {
  return (
    <p className="text-dense text-muted print:hidden">
      Para ver a sua empresa ao lado do mercado, leia a planilha em{' '}
      <Link to="/payroll" className={linkClass}>
        Minha folha
      </Link>
      : ela não sai deste navegador.
    </p>
  );
}

/** "40 pessoas da folha com ocupação e sexo; 2 sem ocupação ficaram de fora." */
function coverText({ people, withoutOccupation, withoutSex, doubtful }: PaidRoll): string {
  const left = [
    ...(withoutOccupation > 0 ? [`${peopleText(withoutOccupation)} sem ocupação encontrada`] : []),
    ...(withoutSex > 0 ? [`${peopleText(withoutSex)} sem sexo na planilha`] : []),
  ];
  return [
    `${peopleText(people.length)} da folha com ocupação e sexo.`,
    ...(left.length > 0 ? [`Ficaram de fora: ${left.join(', ')}.`] : []),
    ...(doubtful > 0
      ? [`${peopleText(doubtful)} com ocupação duvidosa: confira em “Cargos”.`]
      : []),
  ].join(' ');
}
