import type { FileKind } from '../warehouse/layout.ts';
import { decodeStart, readName, refuse, type Header } from './header.ts';

/** What a file is: one of the three kinds, of one month. */
export interface FileIdentity {
  readonly kind: FileKind;
  /** AAAAMM. */
  readonly month: string;
}

/** What is known of a file before its lines are read. */
export interface FileClues {
  readonly header: Header;
  readonly start: Buffer;
  /** The name it was received by and, for an archive, the name inside. */
  readonly names: readonly string[];
  /** What whoever sent it said that it is. */
  readonly asked: Partial<FileIdentity>;
}

const kindNames: Readonly<Record<FileKind, string>> = {
  MOV: 'movimentações no prazo (MOV)',
  FOR: 'movimentações fora do prazo (FOR)',
  EXC: 'movimentações excluídas (EXC)',
};

/**
 * Decides kind and month from the names and, where they are silent, from the first line; refuses the file when
 * any two clues disagree, since a month loaded under another's name would be a wrong number.
 */
export function identify(clues: FileClues): FileIdentity {
  const named = clues.names.map(readName).filter((name) => name !== undefined);
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
  agreeOnKind(kind, clues);
  if (clues.asked.month !== undefined && clues.asked.month !== month) {
    throw refuse(
      'competencia_diferente',
      `O arquivo é da competência ${month} e foi pedida a ${clues.asked.month}. Corrija a competência ou escolha o arquivo certo.`,
    );
  }
  return { kind, month };
}

function readContent({ header, start }: FileClues): Partial<FileIdentity> {
  const afterHeader = start.subarray(start.indexOf(0x0a) + 1);
  const fields = decodeStart(afterHeader).replace(/\r$/, '').split(';');
  const at = (name: string) => fields[(header.positions.get(name) ?? 0) - 1] ?? '';
  const month = (name: string) =>
    /^\d{4}(0[1-9]|1[0-2])$/.test(at(name)) ? { month: at(name) } : {};
  if (header.isExclusion) return { kind: 'EXC', ...month('exclusion_month') };
  if (at('late') === '1') return { kind: 'FOR', ...month('declared_month') };
  return at('late') === '0' ? { kind: 'MOV', ...month('month') } : {};
}

/** A name as a sentence can carry it, whatever is in it. */
const shown = (name = '') => name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 100);

function namesDisagree(names: readonly string[]) {
  return refuse(
    'nomes_diferentes',
    `O arquivo se chama "${shown(names[0])}" e contém "${shown(names[1])}", de outro mês ou tipo. Envie cada arquivo do MTE como foi publicado.`,
  );
}

function agreeOnKind(kind: FileKind, { header, asked }: FileClues): void {
  if ((kind === 'EXC') !== header.isExclusion) {
    throw refuse(
      'tipo_diferente_do_nome',
      `O nome diz ${kindNames[kind]}, mas as colunas são de ${header.isExclusion ? kindNames.EXC : 'movimentações'}. Envie o arquivo com o nome que o MTE lhe deu.`,
    );
  }
  if (asked.kind !== undefined && asked.kind !== kind) {
    throw refuse(
      'tipo_diferente_do_pedido',
      `O arquivo enviado como ${kindNames[asked.kind]} é de ${kindNames[kind]}. Escolha o arquivo certo para cada campo.`,
    );
  }
}
