import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { hasUnseenCharacters } from '../../shared/contracts/people-fields.ts';
import { AppError } from '../platform/errors.ts';
import type { Occupation } from './occupations.ts';
import { plainText } from '../../shared/words/format.ts';

/** Twice the names of the whole CBO; more would take the event loop too long. */
const maxNames = 20_000;
const maxTitleLength = 300;
const linesInATurn = 1_000;

/**
 * Reads an official CBO file of MTE ("CODIGO;TITULO", occupations or synonyms) in UTF-8 or Latin-1. Throws `AppError`
 * 400 for a file that cannot be read, with the line's number for an invalid line: no part of such a file is imported.
 */
export async function readCboCsv(bytes: Uint8Array, field: string): Promise<Occupation[]> {
  const [header = '', ...lines] = decoded(bytes).split(/\r\n|\n|\r/);
  if (plainText(header) !== 'codigo titulo') {
    throw refusedFile(field, 'A primeira linha do arquivo deve ser CODIGO;TITULO.');
  }
  const found = new Map<string, Occupation>();
  for (const [index, line] of lines.entries()) {
    if (index % linesInATurn === 0) await setImmediate();
    if (line.trim() === '') continue;
    const occupation = readLine(line, index + 2, field);
    found.set(`${occupation.code} ${occupation.title}`, occupation);
    if (found.size > maxNames) {
      throw refusedFile(
        field,
        'O arquivo tem mais de 20.000 nomes, e a CBO tem menos. Confira se é o arquivo certo.',
      );
    }
  }
  if (found.size === 0) throw refusedFile(field, 'O arquivo não tem nenhuma ocupação.');
  return [...found.values()];
}

/** Throws `AppError` 400 if a code has several titles: the file of synonyms has the same header as that of occupations. */
export function requireOneTitle(occupations: readonly Occupation[], field: string): void {
  const codes = new Set<string>();
  for (const { code } of occupations) {
    if (codes.has(code)) {
      const message = `O código ${code} tem mais de um título. Se este é o arquivo de sinônimos, envie-o no campo de sinônimos.`;
      throw refusedFile(field, message);
    }
    codes.add(code);
  }
}

function readLine(line: string, number: number, field: string): Occupation {
  const [code = '', title = '', ...more] = line.split(';').map(unquoted);
  if (more.some((cell) => cell !== '')) {
    throw refusedFile(field, `Linha ${number}: há mais de duas colunas.`);
  }
  // A spreadsheet drops the leading zero. Four digits are a family, of which the ministry has another file.
  if (!/^\d{5,6}$/.test(code)) {
    throw refusedFile(field, `Linha ${number}: “${code.slice(0, 20)}” não é um código CBO.`);
  }
  if (title === '' || title.length > maxTitleLength || hasUnseenCharacters(title)) {
    throw refusedFile(
      field,
      `Linha ${number}: o título está vazio, é longo demais ou tem caracteres inválidos.`,
    );
  }
  return { code: code.padStart(6, '0'), title };
}

const unquoted = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .replace(/\s+/g, ' ')
    .trim();

/** Text with a byte that UTF-8 does not have is Latin-1 (as Windows writes it). */
const decoded = (bytes: Uint8Array) =>
  new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);

export const refusedFile = (field: string, message: string) =>
  new AppError('invalid_file', 400, message, { field });
