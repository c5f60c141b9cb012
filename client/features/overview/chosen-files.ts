/** What a chosen file is, by the name that MTE gives its monthly files. */
export type ChosenFile = { file: File; kind: Kind | null; month: string | null; problem?: string };
type Kind = 'MOV' | 'FOR' | 'EXC';

/** The field under which the upload takes each kind. */
const fieldOfKind = { MOV: 'movFile', FOR: 'forFile', EXC: 'excFile' } as const;
const name = /CAGED(MOV|FOR|EXC)(20\d{2}(?:0[1-9]|1[0-2]))/i;

export function chosenFiles(files: readonly File[], mostMegabytes: number): ChosenFile[] {
  return files.map((file) => {
    const [, kindText = '', month = null] = name.exec(file.name) ?? [];
    const kind = kindOf(kindText.toUpperCase());
    const problem = problemOf(file, kind, mostMegabytes);
    return { file, kind, month, ...(problem !== undefined && { problem }) };
  });
}

function kindOf(text: string): Kind | null {
  return text === 'MOV' || text === 'FOR' || text === 'EXC' ? text : null;
}

function problemOf(file: File, kind: Kind | null, mostMegabytes: number): string | undefined {
  if (!/\.(txt|csv|zip)$/i.test(file.name)) return 'Envie .txt, .csv ou .zip.';
  if (file.size > mostMegabytes * 2 ** 20) {
    return `Passa de ${mostMegabytes} MB: envie em ZIP.`;
  }
  if (kind === null) return 'O nome não é como CAGEDMOV202512.txt.';
  return undefined;
}

/** Why the files cannot go together, if anything stands against it. */
export function problemOfAll(chosen: readonly ChosenFile[]): string | undefined {
  if (chosen.some(({ problem }) => problem !== undefined)) {
    return 'Tire da seleção os arquivos com problema.';
  }
  const kinds = new Set(chosen.map(({ kind }) => kind));
  const months = new Set(chosen.map(({ month }) => month));
  if (months.size > 1) return 'Envie os arquivos de um mês por vez.';
  return kinds.size < chosen.length ? 'Há dois arquivos do mesmo tipo.' : undefined;
}

/** The upload of one month. */
export function formOf(chosen: readonly ChosenFile[]): FormData {
  const form = new FormData();
  form.append('competencia', chosen[0]?.month ?? '');
  for (const { kind, file } of chosen) if (kind) form.append(fieldOfKind[kind], file);
  return form;
}
