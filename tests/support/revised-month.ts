import { Comparison } from '../../shared/contracts/comparison.ts';
import type { Installation } from './installation.ts';
import { officialFile, type LineFields } from './official-file.ts';

/** A thousand different lines: no two have the same age and salary. */
export const original: readonly LineFields[] = Array.from({ length: 1000 }, (_, line) => ({
  age: String(18 + (line % 40)),
  salary: `${1400 + line},00`,
  fixed_salary: `${1400 + line},00`,
  balance: line % 3 === 0 ? '-1' : '1',
  apprentice: line < 30 ? '1' : '0',
  category: line < 30 ? '103' : '101',
}));

export const july = (lines: readonly LineFields[]) =>
  officialFile('CAGEDMOV202307.txt', 'MOV', lines);
export const late = (lines: readonly LineFields[]) =>
  officialFile('CAGEDFOR202307.txt', 'FOR', lines);
export const august = (own: readonly LineFields[]) =>
  officialFile('CAGEDEXC202308.txt', 'EXC', own);
/** These lines with another race in the first ones. */
export const withRace = (lines: number, race: string) =>
  original.map((line, at) => (at < lines ? { ...line, race } : line));

/** The first file of an upload's comparison, and the messages of its reasons. */
export async function comparedFile({ store }: Installation, id: string) {
  const row = await store.db
    .selectFrom('uploads')
    .select('comparison')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { files, reasons } = Comparison.parse(JSON.parse(row.comparison ?? ''));
  return {
    revision: files[0]?.revision,
    newCodes: files[0]?.newCodes,
    months: files[0]?.months,
    messages: reasons.map(({ message }) => message),
  };
}
