import { fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';

/** The kind and month that a file's name states: `CAGEDMOV202307.7z` is MOV of 202307. Undefined if it states none. */
export function readName(name: string): { kind: FileKind; month: string } | undefined {
  const match = /CAGED(MOV|FOR|EXC)(\d{4}(?:0[1-9]|1[0-2]))(?!\d)/i.exec(name);
  const kind = fileKinds.find((known) => known === match?.[1]?.toUpperCase());
  return kind && match?.[2] ? { kind, month: match[2] } : undefined;
}
