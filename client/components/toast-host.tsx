import { lazy, Suspense, useEffect, useState } from 'react';
import { useShownToast } from './toast.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));

/** The messages' region, fetched when the first screen stands: no form waits for it. */
export function ToastHost() {
  const [isReady, setReady] = useState(false);
  const isNeeded = useShownToast() !== null;
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{(isReady || isNeeded) && <ToastRegion />}</Suspense>;
}
