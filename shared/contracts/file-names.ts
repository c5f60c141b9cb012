import { withoutUnseenCharacters } from './people-fields.ts';
import { fileKinds, type FileKind } from './uploads.ts';

/** Endings of files that the product loads. The ones with the best compression are first. */
export const fileEndings = ['7z', 'zip', 'txt', 'csv', 'dat'] as const;

const ofTexts = /\.(txt|csv|dat)$/i;
const ofFiles = new RegExp(String.raw`\.(${fileEndings.join('|')})$`, 'i');

export const isTextName = (name: string) => ofTexts.test(name);

export const isLoadableName = (name: string) => ofFiles.test(name);

/** The loadable endings in a sentence that refuses a file. */
export const noLoadableEnding = 'não é .txt, .csv, .dat, .7z nem .zip';

/** The last part of a path of any system, without characters that users cannot see. */
export const cleanFileName = (path: string) =>
  withoutUnseenCharacters(path.split(/[\\/]/).at(-1) ?? '');

/** The kind and month that a file's name states: `CAGEDMOV202307.7z` is MOV of 202307. Undefined if it states none. */
export function readFileName(name: string): { kind: FileKind; month: string } | undefined {
  const match = /CAGED(MOV|FOR|EXC)(\d{4}(?:0[1-9]|1[0-2]))(?!\d)/i.exec(name);
  const kind = fileKinds.find((known) => known === match?.[1]?.toUpperCase());
  return kind && match?.[2] ? { kind, month: match[2] } : undefined;
}
