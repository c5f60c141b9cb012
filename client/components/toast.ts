import { useSyncExternalStore } from 'react';
import { failureText } from '../lib/call.ts';

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
