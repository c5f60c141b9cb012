import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../shared/words/format.ts';
import { integrityBadges, type Integrity } from '../../shared/contracts/integrity.ts';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import { Button } from '../components/button.tsx';
import { FigureCards } from '../components/figure-cards.tsx';
import { Fold } from '../components/fold.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { OpenedPanel, Panel, usePanelInUrl } from '../components/panel.tsx';
import { FiguresImport, integrityOptions } from '../features/integrity/figures-file.tsx';
import { IntegrityTable } from '../features/integrity/integrity-table.tsx';
import { MonthStrip, shownRows } from '../features/integrity/month-strip.tsx';
import { badgeNotes, badgeTitles } from '../features/integrity/integrity-texts.ts';
import { RevisionsPanel } from '../features/integrity/revisions-panel.tsx';
import { useListUrl } from '../lib/list-url.ts';
import { useCan } from '../lib/session.ts';

/** How closely the published data agrees with MTE's figures. */
export default function IntegrityPage() {
  const integrity = useQuery(integrityOptions);
  const { isOpen, opener, close } = usePanelInUrl('importar');
  const isAdministrator = useCan('administer');
  const canImport = isAdministrator && integrity.data?.isSynthetic === false;
  const isImporting = canImport && isOpen;
  return (
    <Page
      title="Integridade dos dados"
      lead="Compare, mês a mês, o que está carregado aqui com o que o MTE publicou."
      actions={canImport && !isImporting && <Button {...opener}>Importar números do MTE</Button>}
    >
      {isImporting && (
        <OpenedPanel title="Importar números do MTE">
          <FiguresImport onClose={close} />
        </OpenedPanel>
      )}
      <AsyncPanel
        query={integrity}
        skeleton={
          <>
            <Skeleton className="h-24" />
            <Skeleton className="h-120" />
          </>
        }
      >
        {(answer) => <Compared integrity={answer} />}
      </AsyncPanel>
      <RevisionsPanel />
    </Page>
  );
}

function Compared({ integrity }: { integrity: Integrity }) {
  const { rows, note, release, isSynthetic } = integrity;
  const { text, change } = useListUrl();
  const month = text('mes');
  const shown = rows.filter((row) => row.month === month);
  const marked = shownRows(rows);
  const months = <MonthStrip rows={rows} month={month} onMonth={(mes) => change({ mes })} />;
  return (
    <>
      {isSynthetic ? (
        <Notice tone="neutral" title={note}>
          Com os arquivos do MTE carregados, cada mês mostra aqui se admissões, desligamentos, saldo
          e salário médio são iguais aos publicados.
        </Notice>
      ) : (
        <FigureCards
          cards={integrityBadges.map((badge) => ({
            title: badgeTitles[badge],
            figure: formatCount(marked.filter((row) => row.badge === badge).length),
            note: badgeNotes[badge],
          }))}
        />
      )}
      <Panel
        title="Mês a mês"
        aside={
          <span className="text-fine text-muted">
            {release === null ? 'nenhuma versão publicada' : `versão ${release} dos dados`}
          </span>
        }
      >
        {!isSynthetic && <p className="mb-4 max-w-prose text-dense text-muted">{note}</p>}
        {isSynthetic ? (
          <Fold title="Meses sintéticos, sem números do MTE" isOpenAtFirst={month !== ''}>
            {months}
          </Fold>
        ) : (
          months
        )}
        <div className="mt-4">
          {shown.length > 0 ? (
            <IntegrityTable rows={shown} />
          ) : (
            <p className="text-muted">
              {rows.length === 0
                ? 'Ainda não há meses carregados nem números do MTE.'
                : `${isSynthetic ? 'Abra a lista e escolha' : 'Escolha'} um mês para ver os números.`}
            </p>
          )}
        </div>
      </Panel>
    </>
  );
}
