import { lazy, Suspense } from 'react';
import { Skeleton } from '../../components/async-panel.tsx';

const ProductTour = lazy(() => import('./product-tour.tsx'));

/** What the product is, for users who are not signed in; the form beside it does not wait for this. */
export function ProductStatement() {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="max-w-xl text-[1.75rem] leading-9 font-semibold tracking-tight text-balance">
        Quanto se paga no emprego formal brasileiro, com o registro oficial por trás de cada número.
      </p>
      <Suspense
        fallback={
          <>
            <Skeleton className="h-88" />
            <Skeleton className="h-80" />
          </>
        }
      >
        <ProductTour />
      </Suspense>
    </div>
  );
}
