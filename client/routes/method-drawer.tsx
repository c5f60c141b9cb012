import { ReceiptAddress } from '../features/research/receipt-line.tsx';
import { MethodDetails } from '../features/search/method-panel.tsx';
import { PayrollBridge } from '../features/search/payroll-bridge.tsx';
import type { AnsweredSearch } from '../features/search/search-options.ts';

/** "Como foi calculado": the address and the method of an answer. */
export default function MethodDrawer({
  answered: { answer, filters },
}: {
  answered: AnsweredSearch;
}) {
  const { median } = answer.statistics;
  return (
    <div className="flex flex-col gap-4">
      <ReceiptAddress answer={answer} />
      {median !== null && (
        <PayrollBridge filters={filters} release={answer.method.release?.number} median={median} />
      )}
      <MethodDetails method={answer.method} />
    </div>
  );
}
