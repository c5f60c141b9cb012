import type { AnswerWithoutDistribution, SearchFilters } from '../../shared/contracts/search.ts';
import { Sheet } from '../components/sheet.tsx';
import { ReportChoices } from '../features/reports/report-dialog.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { PublicLinkOffer } from '../features/research/public-links-panel.tsx';
import { useCan } from '../lib/session.ts';

type SharedAnswer = {
  filters: SearchFilters;
  /** Centavos: the first page of a document states this salary's position. */
  salary: number | undefined;
  answer: Pick<AnswerWithoutDistribution, 'method' | 'receipt'> | undefined;
};

/** "Compartilhar": the answer as a link, as a public page, as PDF, Excel or CSV. A viewer only copies its link. */
export default function ShareDialog({
  filters,
  salary,
  answer,
  onClose,
}: SharedAnswer & { onClose: () => void }) {
  const mayMake = useCan('makeReports');
  const release = answer?.method.release?.number;
  return (
    <Sheet title="Compartilhar" side="center" isOpen onOpen={onClose}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <CopyText
            label="Copiar link"
            text={addressOn(release)}
            copied={{ title: 'Endereço copiado.' }}
          />
          {answer?.receipt && <PublicLinkOffer receiptId={answer.receipt.id} />}
        </div>
        {mayMake && (
          <div className="border-t border-line pt-4">
            <ReportChoices filters={filters} salary={salary} release={release} onClose={onClose} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** The page's address with the release of the answer. */
function addressOn(release: number | undefined): string {
  const address = new URL(window.location.href);
  if (release !== undefined) address.searchParams.set('release', String(release));
  return address.href;
}
