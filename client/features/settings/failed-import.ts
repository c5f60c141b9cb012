import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';

/** Tells why nothing was imported. */
export function tellFailedImport(error: Error, fallback: string): void {
  showToast({
    tone: 'danger',
    title: 'Erro na importação',
    description: failureText(error, fallback),
  });
}
