import { CallError } from './call.ts';

/** The server's own sentence where it gave one, or what is known without it; else the fallback. */
export function failureText(error: Error, fallback: string): string {
  // Only the API's own failures have a code; a proxy's bare text is not for people.
  const isFromServer = error instanceof CallError && error.code !== undefined;
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
