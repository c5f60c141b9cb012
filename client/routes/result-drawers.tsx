import { Suspense } from 'react';
import { Skeleton } from '../components/async-panel.tsx';
import { Button } from '../components/button.tsx';
import { Sheet } from '../components/sheet.tsx';
import { ReceiptAddress } from '../features/research/receipt-line.tsx';
import { QuartilePanel } from '../features/search/result-figures.tsx';
import type { AnsweredSearch } from '../features/search/search-options.ts';
import { lazy } from '../lib/lazy.ts';
import { drawers, type DrawerName } from '../lib/result-view.ts';

const MethodDetails = lazy(async () => ({
  default: (await import('../features/search/method-panel.tsx')).MethodDetails,
}));
const PayrollBridge = lazy(() => import('../features/search/payroll-bridge.tsx'));
const RecordsPanel = lazy(() => import('../features/records/records-panel.tsx'));

export function ResultDrawers({
  answered,
  drawer,
  onDrawer,
}: {
  answered: AnsweredSearch;
  drawer: DrawerName | undefined;
  onDrawer: (drawer: DrawerName | undefined) => void;
}) {
  const { answer } = answered;
  const { statistics } = answer;
  const shown = drawer !== undefined && isThere(drawer, answered) ? drawer : undefined;
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        {isThere('estatistica', answered) && (
          <Button onClick={() => onDrawer('estatistica')}>Estatística completa</Button>
        )}
        {isThere('registros', answered) && (
          <Button onClick={() => onDrawer('registros')}>Registros</Button>
        )}
        <Button onClick={() => onDrawer('calculo')}>Como foi calculado</Button>
      </div>
      {shown !== undefined && (
        <Sheet
          title={drawers[shown]}
          side={shown === 'registros' ? 'widest' : 'wide'}
          isOpen
          onOpen={() => onDrawer(undefined)}
        >
          {shown === 'calculo' && (
            <div className="flex flex-col gap-4">
              <ReceiptAddress answer={answer} />
              {statistics.median !== null && (
                <Suspense fallback={null}>
                  <PayrollBridge
                    filters={answered.filters}
                    release={answer.method.release?.number}
                    median={statistics.median}
                  />
                </Suspense>
              )}
              <Suspense fallback={<Skeleton className="h-160" />}>
                <MethodDetails method={answer.method} />
              </Suspense>
            </div>
          )}
          {shown === 'registros' && (
            <Suspense fallback={<Skeleton className="h-160" />}>
              <RecordsPanel answered={answered} />
            </Suspense>
          )}
          {shown === 'estatistica' && <QuartilePanel statistics={statistics} />}
        </Sheet>
      )}
    </>
  );
}

/** With too few records there is only the count, and how it was calculated. */
function isThere(drawer: DrawerName, { answer }: AnsweredSearch) {
  return drawer === 'calculo' || answer.withheld === null;
}
