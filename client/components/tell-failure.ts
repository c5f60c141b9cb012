import { failureText } from '../lib/failure-text.ts';
import { showToast } from './toast.ts';

/** Shows a failure in a toast, with the server's own sentence where there is one. */
export function tellFailure(error: Error, title: string, fallback: string): void {
  showToast({ tone: 'danger', title, description: failureText(error, fallback) });
}
