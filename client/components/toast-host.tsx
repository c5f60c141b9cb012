import { lazy, Suspense, useEffect, useState } from 'react';
import { useShownToast } from './toast.ts';

const ToastRegion = lazy(() => import('./toast-region.tsx'));
const firstActs = ['pointerdown', 'keydown'] as const;

/** The messages' region, fetched when somebody begins to act: no first screen waits for it. */
export function ToastHost() {
  const [hasActed, setActed] = useState(false);
  const isNeeded = useShownToast() !== null;
  useEffect(() => {
    const act = () => setActed(true);
    for (const name of firstActs) document.addEventListener(name, act, { once: true });
    return () => {
      for (const name of firstActs) document.removeEventListener(name, act);
    };
  }, []);
  return <Suspense>{(hasActed || isNeeded) && <ToastRegion />}</Suspense>;
}
