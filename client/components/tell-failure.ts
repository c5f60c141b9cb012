import { failureText } from '../lib/failure-text.ts';
import { showToast } from './toast.ts';

/** Says that something failed, in the server's own sentence where it gave one. */
export function tellFailure(error: Error, title: string, fallback: string): void {
  showToast({ tone: 'danger', title, description: failureText(error, fallback) });
}
