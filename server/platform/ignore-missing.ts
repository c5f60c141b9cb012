import { codeOf } from './errors.ts';

/** Resolves to undefined if a file or folder does not exist. */
export async function ignoreMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
