import { Link } from '@tanstack/react-router';
import { useMemo, useId } from 'react';
import type { EqualityAnswer } from '../../../shared/contracts/equality.ts';
import type { PaidRoll } from '../../../shared/statistics/pay-ratio.ts';
import { formatCounted } from '../../../shared/words/format.ts';
import { Button, linkClass } from '../../components/button.tsx';
import type { ChartSource } from '../../components/charts/chart.ts';
import { saveTable } from '../../components/charts/save-table.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { DataTable } from '../../components/charts/chart-view.tsx';
import { Panel } from '../../components/panel.tsx';
import { firmNote } from './firm-note.ts';
import { firmRows, firmTable, peopleIn } from './firm-table.ts';
import { Fold } from '../../components/fold.tsx';

const title = 'Sua folha ao lado do mercado';
const peopleText = (count: number) => formatCounted(count, 'pessoa', 'pessoas');

/** A firm's people in the layout of the report, beside the market; computed in the browser, and never sent. */
export function FirmPanel({
  roll,
  answer,
  source,
}: {
  roll: PaidRoll;
  answer: EqualityAnswer;
  source: ChartSource;
}) {
  const rows = useMemo(() => firmRows(roll.people, answer), [roll, answer]);
  const sample = `${peopleText(peopleIn(rows))} da folha; mercado: ${source.sample}`;
  const save = () =>
    saveTable(
      firmTable(rows),
      { ...source, subject: title, sample },
      'igualdade-folha-e-mercado.csv',
    );
  return (
    <Panel title={title} aside={<Button onClick={save}>Exportar CSV</Button>}>
      <p className="mb-3 max-w-prose text-dense text-muted">
        {coverText(roll)} Salário contratual como está na planilha, sem ajuste de jornada, como no
        relatório. Calculado neste navegador: 0 bytes enviados.
      </p>
      <DataTable data={firmTable(rows)} />
      <div className="mt-4">
        <FirmNoteView
          text={firmNote(rows, {
            cut: source.query,
            receipt: answer.receipt && {
              id: answer.receipt.id,
              address: new URL(answer.receipt.path, window.location.origin).href,
            },
            release: answer.release,
            completeness: answer.completeness,
          })}
        />
      </div>
    </Panel>
  );
}

/** Shown where no payroll is loaded: a link to the screen that reads one. */
export function FirmInvitation() {
  return (
    <p className="text-dense text-muted print:hidden">
      Para comparar a sua empresa com o mercado, abra a planilha em{' '}
      <Link to="/payroll" className={linkClass}>
        Minha folha
      </Link>
      . Ela não sai deste navegador.
    </p>
  );
}

/** "40 pessoas da folha com ocupação e sexo. Ficaram de fora: 2 pessoas sem ocupação encontrada." */
export function coverText(roll: PaidRoll): string {
  const { people, withoutOccupation, withoutSex, doubtful, implausible } = roll;
  const exclusions = [
    ...(withoutOccupation > 0 ? [`${peopleText(withoutOccupation)} sem ocupação encontrada`] : []),
    ...(doubtful > 0 ? [`${peopleText(doubtful)} com ocupação a confirmar em “Cargos”`] : []),
    ...(withoutSex > 0 ? [`${peopleText(withoutSex)} sem sexo na planilha`] : []),
    ...(implausible > 0
      ? [`${peopleText(implausible)} com salário fora de 0,3 a 150 salários mínimos`]
      : []),
  ];
  const cover = `${peopleText(people.length)} da folha com ocupação e sexo.`;
  if (exclusions.length === 0) return cover;
  const verb = withoutOccupation + doubtful + withoutSex + implausible === 1 ? 'Ficou' : 'Ficaram';
  return `${cover} ${verb} de fora: ${exclusions.join(', ')}.`;
}

/** A text for the firm's explanatory note, with a copy button. */
function FirmNoteView({ text }: { text: string }) {
  const id = useId();
  return (
    <Fold title="Texto para a nota explicativa da empresa">
      <label htmlFor={id} className="mb-2 block max-w-prose text-dense text-muted">
        A marca de cada número mostra a fonte: [1] a sua folha; [2] o mercado, com o recibo. Leia o
        texto antes de usar.
      </label>
      <textarea
        id={id}
        readOnly
        rows={12}
        value={text}
        className="mb-2 w-full rounded-control border border-control bg-surface p-3 text-dense"
      />
      <CopyText label="Copiar o texto" text={text} copied={{ title: 'Texto copiado' }} />
    </Fold>
  );
}
