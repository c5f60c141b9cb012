import { fileKinds } from '../../../shared/contracts/uploads.ts';
import { fileEndings, isLoadableName, readFileName } from '../../../shared/contracts/file-names.ts';
import type { FoundFile, SourceFile } from './source.ts';

const officialName = /^CAGED[A-Z]{3}\d{6}\.[^.]+$/i;

type Months = ReadonlySet<string> | undefined;

/** Whether a file of this name belongs to the registry and to the requested months. */
export function isWanted(name: string, months: Months): boolean {
  const isOfficial = officialName.test(name) && isLoadableName(name);
  const identity = isOfficial ? readFileName(name) : undefined;
  return identity !== undefined && (months === undefined || months.has(identity.month));
}

/**
 * Whether a folder of this name may contain files of the months. A folder named after a year or month that was not
 * requested does not, nor does the Legado series, whose files have the same names in another format.
 */
export function mayHold(folder: string, months: Months): boolean {
  if (/^legado$/i.test(folder)) return false;
  if (months === undefined || !/^20\d\d(?:0[1-9]|1[0-2])?$/.test(folder)) return true;
  return [...months].some((month) => month.startsWith(folder));
}

/** One file for each kind and month: the best packed, then the newest. Sorted by month, then by kind. */
export function chooseFiles(found: readonly FoundFile[], months: Months): SourceFile[] {
  const chosen = new Map<string, SourceFile>();
  for (const file of found) {
    const identity = isWanted(file.name, months) ? readFileName(file.name) : undefined;
    if (identity === undefined) continue;
    const key = `${identity.month}${fileKinds.indexOf(identity.kind)}`;
    const rival = chosen.get(key);
    if (rival === undefined || isBetter(file, rival)) chosen.set(key, { ...file, ...identity });
  }
  return [...chosen.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
}

function isBetter(file: FoundFile, rival: FoundFile): boolean {
  const byPacking = packing(file) - packing(rival);
  if (byPacking !== 0) return byPacking < 0;
  const [time, rivalTime] = [file.modifiedAt ?? '', rival.modifiedAt ?? ''];
  return time === rivalTime ? file.path < rival.path : time > rivalTime;
}

const packing = ({ name }: FoundFile) =>
  fileEndings.findIndex((ending) => name.toLowerCase().endsWith(ending));
