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
export function showToast({ description, ...rest }: ToastMessage): void {
  // A reason that only repeats the title is left out.
  const isShown = description !== undefined && description !== rest.title;
  const message = { ...rest, ...(isShown && { description }) };
  // Several calls report an ended session: a new button under the pointer would lose the click on the first one.
  if (message.action !== undefined && isOnScreen(message)) return;
  lastId += 1;
  publishToast({ ...message, id: lastId, isOpen: true });
}

const isOnScreen = ({ title, description }: ToastMessage): boolean =>
  shown?.isOpen === true && shown.title === title && shown.description === description;

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
