import { Skeleton } from '../components/async-panel.tsx';
import { Button } from '../components/button.tsx';
import { Sheet } from '../components/sheet.tsx';
import { QuartilePanel } from '../features/search/result-figures.tsx';
import type { AnsweredSearch } from '../features/search/search-options.ts';
import { lazyPart } from '../components/lazy.tsx';
import { drawers, type DrawerName } from '../lib/result-view.ts';

const waiting = <Skeleton className="h-160" />;
const MethodDrawer = lazyPart(() => import('./method-drawer.tsx'), waiting);
const RecordsPanel = lazyPart(() => import('../features/records/records-panel.tsx'), waiting);

export function ResultDrawers({
  answered,
  drawer,
  onDrawer,
}: {
  answered: AnsweredSearch;
  drawer: DrawerName | undefined;
  onDrawer: (drawer: DrawerName | undefined) => void;
}) {
  const { statistics, suppressed } = answered.answer;
  // With too few records there is only the count, and how it was calculated.
  const hasFigures = suppressed === null;
  const shown = drawer === 'calculo' || hasFigures ? drawer : undefined;
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        {hasFigures && (
          <>
            <Button onClick={() => onDrawer('estatistica')}>{drawers.estatistica}</Button>
            <Button onClick={() => onDrawer('registros')}>{drawers.registros}</Button>
          </>
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
          {shown === 'calculo' && <MethodDrawer answered={answered} />}
          {shown === 'registros' && <RecordsPanel answered={answered} />}
          {shown === 'estatistica' && <QuartilePanel statistics={statistics} />}
        </Sheet>
      )}
    </>
  );
}
