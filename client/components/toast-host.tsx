import { useEffect, useState, type ComponentType } from 'react';
import { useShownToast } from './toast.ts';

const acts = ['pointerdown', 'keydown', 'focusin'] as const;

/**
 * The toast region, loaded on the user's first action or the first message, so that no first screen waits for it. If it
 * cannot be loaded, for example without a network, the page stays as it is and the next action tries again.
 */
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
