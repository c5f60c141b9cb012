import { CallError } from './call.ts';

/** The server's own sentence where there is one, or the sentence of a connection error; otherwise the fallback. */
export function failureText(error: Error, fallback: string): string {
  // Only the API's own failures have a code; a proxy's bare text is not shown to users.
  const isFromServer = error instanceof CallError && error.code !== undefined;
  const isFromHere = error.name === 'UnreachableError' || error.name === 'UnexpectedAnswerError';
  return isFromServer || isFromHere ? error.message : fallback;
}

/** The field of the server's error, if it is one of these. */
export function failedField<Name extends string>(
  error: Error,
  names: readonly Name[],
): Name | undefined {
  return error instanceof CallError ? names.find((name) => name === error.field) : undefined;
}
