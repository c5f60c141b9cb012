import { useEffect, useState, type ComponentType, useSyncExternalStore } from 'react';
import { failureText } from '../lib/call.ts';

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

type ToastMessage = {
  title: string;
  description?: string;
  tone?: 'neutral' | 'danger';
  action?: { label: string; onSelect: () => void };
};

export type ShownToast = ToastMessage & { id: number; isOpen: boolean };

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message for five seconds; it replaces the previous one at once. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  const { description, ...rest } = message;
  // A reason that only repeats the title is left out.
  const isShown = description !== undefined && description !== message.title;
  publishToast({ ...rest, ...(isShown && { description }), id: lastId, isOpen: true });
}

/** Replaces the message on screen. */
export function publishToast(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The message on screen, if any. */
export function useShownToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, () => shown);
}

/** Shows a failure in a toast, with the server's own sentence where there is one. */
export function showFailure(error: Error, title: string, fallback: string): void {
  showToast({ tone: 'danger', title, description: failureText(error, fallback) });
}
