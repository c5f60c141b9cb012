import { isCompetencia } from '../../../shared/codes/months.ts';
import { readFileName, type fileEndings } from '../../../shared/contracts/file-names.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { fileKindLabels, fileKinds, type FileKind } from '../../../shared/contracts/uploads.ts';

/** Problems of chosen files, found before any byte is sent. Problems are Portuguese sentences. */

/** The kind and month in MTE's name of a monthly file; nulls for other names. */
export const readName = (name: string): { kind: FileKind | null; month: string | null } =>
  readFileName(name) ?? { kind: null, month: null };

export interface FileRules {
  /** With the dot, as in a picker's `accept`. */
  readonly endings: readonly string[];
  /** In units of 2^20 bytes. */
  readonly maxMegabytes: number;
}

type Ending = `.${(typeof fileEndings)[number]}`;
export const monthFileEndings: readonly Ending[] = ['.txt', '.csv', '.dat', '.zip', '.7z'];
export const dashboardEndings: readonly Ending[] = ['.txt', '.csv', '.zip', '.7z'];

export function fileProblem(file: File, { endings, maxMegabytes }: FileRules): string | undefined {
  const name = file.name.toLowerCase();
  if (!endings.some((ending) => name.endsWith(ending))) {
    return `Envie ${endings.slice(0, -1).join(', ')} ou ${endings.at(-1)}.`;
  }
  if (file.size === 0) return 'O arquivo está vazio. Baixe-o de novo do MTE.';
  if (file.size > maxMegabytes * 2 ** 20) {
    const isPacked = /\.(zip|7z)$/.test(name);
    return `Passa de ${maxMegabytes}MB${isPacked ? '.' : ': envie em ZIP.'}`;
  }
  return undefined;
}

export type PickedFiles = Readonly<Partial<Record<FileKind, File>>>;

export const isSameFile = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The problem of a file in its picker, given the other files and the competência. */
export function pickedProblem(
  kind: FileKind,
  { picked, competencia, rules }: { picked: PickedFiles; competencia: string; rules: FileRules },
): string | undefined {
  const file = picked[kind];
  if (file === undefined) return undefined;
  const named = readName(file.name);
  if (named.kind !== null && named.kind !== kind) {
    return `O nome diz que é de ${fileKindLabels[named.kind].toLowerCase()}. Escolha-o no campo certo.`;
  }
  const others = fileKinds.filter((other) => other !== kind);
  if (others.some((other) => picked[other] !== undefined && isSameFile(file, picked[other]))) {
    return 'O mesmo arquivo foi escolhido duas vezes.';
  }
  if (named.month !== null && isCompetencia(competencia) && named.month !== competencia) {
    return `O nome diz ${formatMonth(named.month)}, e a competência é ${formatMonth(competencia)}.`;
  }
  return fileProblem(file, rules);
}

export interface SortedFiles {
  readonly picked: PickedFiles;
  /** The files that were not assigned to a picker, and why. */
  readonly leftOut: readonly string[];
}

/** Assigns dropped files to the pickers by name, together with the files already there. */
export function sortByName(dropped: readonly File[], before: PickedFiles): SortedFiles {
  const picked: Partial<Record<FileKind, File>> = { ...before };
  const leftOut: string[] = [];
  for (const file of dropped) {
    const { kind } = readName(file.name);
    const there = kind === null ? undefined : picked[kind];
    if (kind === null) {
      leftOut.push(
        `${file.name}: o nome não informa o tipo (CAGEDMOV, CAGEDFOR ou CAGEDEXC). Escolha-o no campo certo.`,
      );
    } else if (there === undefined) {
      picked[kind] = file;
    } else if (isSameFile(there, file)) {
      leftOut.push(`${file.name}: o mesmo arquivo foi escolhido duas vezes.`);
    } else {
      leftOut.push(`${file.name}: já há um arquivo de ${fileKindLabels[kind].toLowerCase()}.`);
    }
  }
  return { picked, leftOut };
}

/** A file of the single picker, known by its name only. */
export interface NamedFile {
  readonly file: File;
  readonly kind: FileKind | null;
  readonly month: string | null;
  readonly problem: string | undefined;
}

export function namedFiles(files: readonly File[], rules: FileRules): NamedFile[] {
  return files.map((file) => {
    const named = readName(file.name);
    const unnamed =
      named.kind === null
        ? 'O nome não é como CAGEDMOV202512.txt: use o envio avançado, em Processamento CAGED.'
        : undefined;
    return { file, ...named, problem: fileProblem(file, rules) ?? unnamed };
  });
}

/** Why the files cannot be sent together, if there is a reason. */
export function problemOfAll(chosen: readonly NamedFile[]): string | undefined {
  if (chosen.some(({ problem }) => problem !== undefined)) {
    return 'Remova os arquivos com problema.';
  }
  const byName = Map.groupBy(
    chosen,
    ({ kind, month }) => `CAGED${kind} de ${formatMonth(month ?? '')}`,
  );
  const twice = [...byName].find(([, files]) => files.length > 1);
  return twice === undefined ? undefined : `Há dois arquivos ${twice[0]}. Deixe um só.`;
}
