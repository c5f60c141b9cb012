import { useEffect, useState, type ComponentType } from 'react';
import { useShownToast } from './toast.ts';

const acts = ['pointerdown', 'keydown', 'focusin'] as const;

/** The toast region, loaded on the first action or message. If that fails, the next action tries again. */
export function ToastHost() {
  const [Region, setRegion] = useState<ComponentType>();
  const isNeeded = useShownToast() !== null;
  const isHere = Region !== undefined;
  useEffect(() => {
    if (isHere) return undefined;
    const fetchRegion = () =>
      void import('./toast-region.tsx').then(
        (region) => setRegion(() => region.default),
        () => undefined,
      );
    if (isNeeded) fetchRegion();
    for (const name of acts) document.addEventListener(name, fetchRegion);
    return () => {
      for (const name of acts) document.removeEventListener(name, fetchRegion);
    };
  }, [isHere, isNeeded]);
  return Region === undefined ? null : <Region />;
}
