import { StepTimes, timeOfSteps } from '../../../shared/contracts/uploads.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { paceOf, reasonsOf, type PacedFile } from '../../registry/ingest/upload-view.ts';
import type { FoundUpload } from '../../registry/ingest/uploads.ts';

/** Texts of the import command: the progress of a load and its result. */

type File = FoundUpload['files'][number];
type ResultRow = File & Pick<FoundUpload, 'status'>;

/** The parts of an upload that its progress depends on. */
interface Following extends Pick<FoundUpload, 'status'> {
  readonly files: readonly (PacedFile & Pick<File, 'name' | 'outcome'>)[];
}

const integer = (value: number | null) => (value === null ? '' : formatCount(value));
const mebibytes = (bytes: number) => `${integer(Math.round(bytes / 2 ** 20))} MiB`;
const seconds = (milliseconds: number) =>
  `${(milliseconds / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`;

/** One line: file, step, bytes, lines, lines per second, time left. */
export function progressLine(upload: Following, now: Date): string {
  const file = upload.files.find(({ outcome }) => outcome === null) ?? upload.files.at(-1);
  if (file === undefined || upload.status === 'PENDING') return 'Na fila…';
  const parts = [file.name, file.step];
  const pace = paceOf(file, now);
  if (file.step === 'ler' && pace?.share != null) {
    const percent = `${Math.round(pace.share * 100)} %`;
    parts.push(
      `${mebibytes(file.progress_bytes)} de ${mebibytes(file.text_bytes ?? 0)} (${percent})`,
      `${integer(file.progress_lines)} linhas`,
      `${integer(pace.linesPerSecond)} linhas/s`,
      `tempo restante: ${integer(pace.secondsLeft)} s`,
    );
  } else if (file.progress_bytes > 0) {
    parts.push(mebibytes(file.progress_bytes));
  }
  return parts.join(' · ');
}

const outcomes = { PUBLISHED: 'publicado', UNCHANGED: 'sem mudança', REFUSED: 'recusado' } as const;

const resultColumns: readonly TextColumn<ResultRow>[] = [
  ['nº', ({ batch }) => String(batch), 'right'],
  ['arquivo', ({ name }) => name],
  ['tipo', ({ kind }) => kind ?? ''],
  ['mês', ({ month }) => month ?? ''],
  ['lidas', ({ lines }) => integer(lines), 'right'],
  ['aceitas', ({ accepted }) => integer(accepted), 'right'],
  ['rejeitadas', ({ rejected }) => integer(rejected), 'right'],
  ['tempo', durationOf, 'right'],
  ['resultado', resultOf],
];

function resultOf({ outcome, status }: ResultRow): string {
  if (outcome !== null) return outcomes[outcome];
  return status === 'AWAITING_APPROVAL' ? 'aguarda aprovação' : 'não carregado';
}

function durationOf({ step_times, finished_at }: File): string {
  if (finished_at === null) return '';
  return seconds(timeOfSteps(StepTimes.parse(JSON.parse(step_times))));
}

/** A table with one row per file, followed by the messages of the files and uploads. */
export function resultTable(uploads: readonly FoundUpload[]): string {
  const files = uploads.flatMap(({ files: own, status }) =>
    own.map((file): ResultRow => ({ ...file, status })),
  );
  const messages = [
    ...files.flatMap(({ name, message }) => (message === null ? [] : [`${name}: ${message}`])),
    ...uploads.flatMap((upload) =>
      upload.status === 'AWAITING_APPROVAL' ? waitingLines(upload) : (upload.message ?? []),
    ),
  ];
  return [textTable(resultColumns, files), '', ...messages].join('\n');
}

const maxNames = 3;

/** The parts of an upload that its reasons are printed from. */
interface Waiting extends Pick<FoundUpload, 'id' | 'reasons'> {
  readonly files: readonly Pick<File, 'name'>[];
}

/** "CAGEDMOV202307.txt e mais 11 arquivos" */
export function filesText(files: readonly Pick<File, 'name'>[]): string {
  const names = files.map(({ name }) => name);
  if (names.length <= maxNames) return names.join(', ');
  return `${names[0]} e mais ${integer(names.length - 1)} arquivos`;
}

/** The reasons why an upload awaits approval, and the commands that decide it. */
export const waitingLines = (upload: Waiting): string[] => [
  `O envio de ${filesText(upload.files)} não foi publicado. Motivos:`,
  ...reasonsOf(upload).map(({ message }) => `  ${message}`),
  'A página Processamento CAGED mostra a comparação completa. Escolha:',
  `  npm run caged -- approve ${upload.id}   publica assim mesmo`,
  `  npm run caged -- cancel ${upload.id}    cancela o envio`,
];

/** A column of a table of text; cells are aligned left without `align`. */
type TextColumn<Row> = readonly [title: string, cell: (row: Row) => string, align?: 'right'];

/** A table with one line per row, whose cells are aligned under their titles. */
export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const aligned = columns.map(([title, cell, align]) => {
    const cells = [title, ...rows.map(cell)];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((text) => (align === 'right' ? text.padStart(width) : text.padEnd(width)));
  });
  const lineAt = (line: number) =>
    aligned
      .map((cells) => cells[line])
      .join('  ')
      .trimEnd();
  return [lineAt(0), ...rows.map((_, row) => lineAt(row + 1))].join('\n');
}
