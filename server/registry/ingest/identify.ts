import { isCompetencia } from '../../../shared/codes/months.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';
import { readFileName } from '../../../shared/contracts/file-names.ts';
import { refuse, type Header } from './header.ts';

/** The identity of a file: one of the three kinds, of one month. */
export interface FileIdentity {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
}

/** What is known about a file before its lines are read. */
export interface FileClues {
  readonly header: Header;
  readonly start: Buffer;
  /** The name under which the file was received and, for an archive, the name inside. */
  readonly names: readonly string[];
  /** The kind and month that the sender stated. */
  readonly stated: Partial<FileIdentity>;
}

const kindNames: Readonly<Record<FileKind, string>> = {
  MOV: 'movimentações no prazo (MOV)',
  FOR: 'movimentações fora do prazo (FOR)',
  EXC: 'movimentações excluídas (EXC)',
};

/**
 * Determines kind and month from the names or, if these do not state them, from the first lines. Throws `AppError` if
 * the names, the first lines or the sender disagree on the kind, or the names or the sender on the month: a file loaded
 * as another kind or month would give wrong figures.
 */
export function identify(clues: FileClues): FileIdentity {
  const named = clues.names.map(readFileName).filter((name) => name !== undefined);
  const content = readContent(clues);
  const kind = named[0]?.kind ?? content.kind;
  const month = named[0]?.month ?? content.month;
  if (kind === undefined || month === undefined) {
    throw refuse(
      'sem_linha_aceitavel',
      'O arquivo não tem nenhuma linha de dados que possa ser lida. Baixe-o de novo do MTE e envie outra vez.',
    );
  }
  for (const other of named) {
    if (other.kind !== kind || other.month !== month) throw namesDisagree(clues.names);
  }
  agreeOnKind(kind, content.kind, clues);
  if (clues.stated.month !== undefined && clues.stated.month !== month) {
    throw refuse(
      'competencia_diferente',
      `O arquivo é da competência ${month} e foi pedida a ${clues.stated.month}. Corrija a competência ou escolha o arquivo certo.`,
    );
  }
  return { kind, month };
}

function readContent({ header, start }: FileClues): Partial<FileIdentity> {
  const lines = firstLines(header, start);
  const [first] = lines;
  if (first === undefined) return header.isExclusion ? { kind: 'EXC' } : {};
  const month = (column: string) => {
    const value = first(column);
    return isCompetencia(value) ? { month: value } : {};
  };
  if (header.isExclusion) return { kind: 'EXC', ...month('exclusion_month') };
  // A single damaged line must not decide the kind of the file.
  const late = lines.filter((at) => at('late') === '1').length;
  const inTime = lines.filter((at) => at('late') === '0').length;
  if (late > inTime) return { kind: 'FOR', ...month('declared_month') };
  return inTime > late ? { kind: 'MOV', ...month('month') } : {};
}

/** The lines after the header, within the file's beginning, that have all fields; each gives the text of a column. */
function firstLines({ positions, width }: Header, start: Buffer): ((column: string) => string)[] {
  const headerEnd = start.indexOf(0x0a);
  if (headerEnd === -1) return [];
  const lines = start
    .subarray(headerEnd + 1)
    .toString('latin1')
    .split('\n');
  return lines
    .map((line) => line.replace(/\r$/, '').split(';'))
    .filter((fields) => fields.length === width)
    .map((fields) => (column) => fields[(positions.get(column) ?? 0) - 1] ?? '');
}

/** A file name in a form that is safe in a sentence, whatever characters it has. */
const shown = (name = '') => name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 100);

function namesDisagree(names: readonly string[]) {
  return refuse(
    'nomes_diferentes',
    `O arquivo se chama “${shown(names[0])}” e contém “${shown(names[1])}”, de outro mês ou tipo. Envie cada arquivo do MTE como foi publicado.`,
  );
}

function agreeOnKind(kind: FileKind, content: FileKind | undefined, { stated }: FileClues): void {
  if (content !== undefined && kind !== content) {
    throw refuse(
      'tipo_diferente_do_nome',
      `O nome diz ${kindNames[kind]}, mas o conteúdo é de ${kindNames[content]}. Envie o arquivo com o nome original do MTE.`,
    );
  }
  if (stated.kind !== undefined && stated.kind !== kind) {
    throw refuse(
      'tipo_diferente_do_pedido',
      `O arquivo enviado como ${kindNames[stated.kind]} é de ${kindNames[kind]}. Escolha o arquivo certo para cada campo.`,
    );
  }
}
