import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonth } from '../../../shared/words/format.ts';
import type { SearchReceipt } from '../../../shared/contracts/receipts.ts';
import { Button } from '../../components/button.tsx';
import { ActFailure } from '../../components/failure-notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';
import { getFile } from '../../lib/call.ts';
import { saveBlob } from '../../lib/files.ts';
import { useCan } from '../../lib/session.ts';

/** The proof package of a receipt, which anyone can recompute, with the month to which its amounts are adjusted. */
export function LaudoPanel({ receipt }: { receipt: SearchReceipt }) {
  const { id, release, statistics, correctionMonths: months } = receipt;
  const [realMonth, setRealMonth] = useState(months.at(-1) ?? '');
  const laudo = useMutation({
    // Without a month, the amounts are adjusted to the last month with a known index.
    mutationFn: () =>
      getFile(`/api/receipts/${id}/laudo`, realMonth === '' ? {} : { query: { mes: realMonth } }),
    onSuccess: (file) => saveBlob(file, `laudo-${id.slice(0, 8)}.zip`),
  });
  const mayMake = useCan('makeReports');
  const isProvable = release.isKept && !release.isSynthetic && statistics.median !== null;
  if (!mayMake || !isProvable) return null;
  return (
    <div className="print:hidden">
      <Panel title="Laudo">
        <p className="mb-3 max-w-prose text-muted">
          Um ZIP com o PDF, a distribuição exata, os hashes dos arquivos do ministério e um roteiro
          que refaz cada número a partir deles, sem este sistema.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          {months.length > 0 && (
            <div className="w-56 max-w-full">
              <Select
                label="Corrigir pelo INPC até"
                value={realMonth}
                options={months.toReversed().map((month) => [month, formatMonth(month)])}
                onValue={setRealMonth}
              />
            </div>
          )}
          <Button look="primary" disabled={laudo.isPending} onClick={() => laudo.mutate()}>
            {laudo.isPending ? 'Gerando laudo...' : 'Baixar laudo'}
          </Button>
        </div>
        <div aria-live="polite" className="mt-3 empty:hidden">
          <ActFailure error={laudo.error} fallback="Não foi possível gerar o laudo" />
          {laudo.isSuccess && !laudo.isPending && (
            <p className="text-dense text-muted">
              O laudo foi baixado. Comece pelo LEIAME.txt que está dentro dele.
            </p>
          )}
        </div>
      </Panel>
    </div>
  );
}
