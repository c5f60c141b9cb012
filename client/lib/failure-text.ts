import { CallError } from './call.ts';

/** The server's sentence where it gave one, or what is known without it; else the fallback. */
export function failureText(error: Error, fallback: string): string {
  const isFromServer = error instanceof CallError && error.message !== '';
  const isFromHere = error.name === 'UnreachableError' || error.name === 'UnexpectedAnswerError';
  return isFromServer || isFromHere ? error.message : fallback;
}

/** The field that the server's refusal names, where it names one of these. */
export function failedField<Name extends string>(
  error: Error,
  names: readonly Name[],
): Name | undefined {
  return error instanceof CallError ? names.find((name) => name === error.field) : undefined;
}
