import { CallError, UnreachableError } from '../../lib/call.ts';
import { hasStoppedWaiting, stoppedWaiting } from '../../lib/stopped-waiting.ts';

const loginNeeded = 'Você precisa fazer login primeiro.';

/** The banner's message for a failed search (specification, §8). */
export function searchErrorText(error: unknown): string {
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof CallError) {
    return error.status === 401
      ? loginNeeded
      : `Erro na pesquisa: ${error.status} - ${error.message}`;
  }
  if (hasStoppedWaiting(error)) return stoppedWaiting.text;
  return 'Erro desconhecido';
}

/** Whether the user can resolve an error by signing in. */
export function mentionsLogin(text: string): boolean {
  return /login/i.test(text);
}
