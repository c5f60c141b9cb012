import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../platform/errors.ts';
import { diskCheck } from '../../operations/checks.ts';
import { openCheckedWarehouse } from '../installation/installation.ts';
import { reading, unlessBusy, type CommandContext } from './context.ts';
import type { ReadingName } from './readings.ts';
import { uploadsWithFiles } from '../../registry/ingest/uploads.ts';
import { waitingUploads } from './follow-uploads.ts';
import { filesText, textTable, waitingLines } from './load-report.ts';
import { loadImportedReferences } from '../../reference/imported-references.ts';
import { occupationItems } from '../../reference/occupation-search.ts';
import { verifyAudit, type ChainFault, type Witness } from '../../people/audit/verify-audit.ts';
import { formatCount, formatCounted, formatMoment } from '../../../shared/words/format.ts';

/**
 * Prints the current release: its number and time, and one row per file with its version's hash and lines; then the
 * uploads that await approval, and those in the queue. Throws `StartError` if the data are damaged, half copied or
 * belong to another installation, and `AppError` if the disk is almost full: this process or the server can then do
 * little else.
 */
export async function printStatus(context: CommandContext): Promise<number> {
  const warehouse = await unlessBusy(openCheckedWarehouse(context.config, context.store));
  // Otherwise a running server has it open and checks it itself.
  await warehouse?.close();
  await printRelease(context);
  await printWaiting(context);
  await printQueued(context);
  await diskCheck(context.config).run();
  return 0;
}

async function printRelease({ store }: CommandContext): Promise<void> {
  const release = await store.db
    .selectFrom('current_release')
    .innerJoin('releases', 'releases.number', 'current_release.release')
    .selectAll('releases')
    .executeTakeFirst();
  if (release === undefined) {
    console.log(
      'Nada publicado ainda. Carregue arquivos com: npm run caged -- import <arquivo ou pasta>',
    );
    return;
  }
  const files = await store.db
    .selectFrom('release_files')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.month',
      'release_files.kind',
      'release_files.batch',
      'upload_files.accepted',
      'upload_files.rejected',
      'upload_files.sha256',
    ])
    .where('release_files.release', '=', release.number)
    .orderBy('release_files.month')
    .orderBy('release_files.kind', 'desc')
    .execute();
  const synthetic = release.is_synthetic === 1 ? ' (dados sintéticos de demonstração)' : '';
  console.log(
    `Versão ${release.number} dos dados${synthetic}, publicada em ${formatMoment(release.published_at)}.`,
  );
  console.log(
    `Exclusões sem linha correspondente: ${formatCount(release.unmatched_exclusions)}.\n`,
  );
  console.log(
    textTable(
      [
        ['mês', ({ month }) => month],
        ['tipo', ({ kind }) => kind],
        ['nº', ({ batch }) => String(batch), 'right'],
        ['linhas', ({ accepted }) => formatCount(accepted ?? 0), 'right'],
        ['rejeitadas', ({ rejected }) => formatCount(rejected ?? 0), 'right'],
        ['sha256', ({ sha256 }) => sha256?.slice(0, 16) ?? ''],
      ],
      files,
    ),
  );
}

async function printWaiting({ store }: CommandContext): Promise<void> {
  const uploads = await uploadsWithFiles(store, await waitingUploads({ store }));
  for (const upload of uploads) console.log(['', ...waitingLines(upload)].join('\n'));
}

/** An interrupted command leaves its uploads in the queue. */
async function printQueued({ store }: CommandContext): Promise<void> {
  const queued = await store.db
    .selectFrom('uploads')
    .innerJoin('upload_files', 'upload_files.upload_id', 'uploads.id')
    .select('name')
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .orderBy('batch')
    .execute();
  if (queued.length === 0) return;
  console.log(
    `\nNa fila: ${filesText(queued)}. O servidor ou o próximo import carrega o que está na fila.`,
  );
}

/** Writes the rejected lines of a file as CSV. The argument is the file's number as `import` and `status` show it. */
export async function printRejections(
  context: CommandContext,
  [number]: readonly string[],
): Promise<number> {
  if (number === undefined || !/^\d{1,9}$/.test(number)) {
    console.error('Informe o número do arquivo, como aparece na tabela do envio.');
    return 2;
  }
  const file = await context.store.db
    .selectFrom('upload_files')
    .select('upload_id')
    .where('batch', '=', Number(number))
    .executeTakeFirst();
  if (file === undefined) {
    console.error(
      `Não há arquivo de número ${number}. Veja os números em: npm run caged -- status`,
    );
    return 1;
  }
  return printReading('rejections')(context, [number]);
}

/** The command that writes what a reading reads. */
export const printReading =
  (name: ReadingName) =>
  async (context: CommandContext, args: readonly string[]): Promise<number> => {
    try {
      await pipeline(Readable.from(reading(context, name, args)), process.stdout, { end: false });
    } catch (error) {
      // A program that reads the output, such as `head`, has enough.
      if (codeOf(error) !== 'EPIPE') throw error;
    }
    return 0;
  };

const maxShown = 20;

/** Prints the occupations that match a text, the usually more common ones first. Returns 1 if none matches. */
export async function findOccupations(
  { store }: CommandContext,
  words: readonly string[],
): Promise<number> {
  await loadImportedReferences(store.db);
  const found = occupationItems(words.join(' ')).slice(0, maxShown);
  if (found.length === 0) {
    console.log(`Não encontramos o cargo "${words.join(' ')}". Tente outra palavra.`);
    return 1;
  }
  console.log(
    textTable(
      [
        ['CBO', ({ codigo }) => codigo],
        ['Ocupação', ({ titulo }) => titulo],
        [
          'Encontrada como',
          ({ titulo, sinonimo, parecida }) =>
            parecida === true ? `nome parecido: ${sinonimo ?? titulo}` : (sinonimo ?? ''),
        ],
        ['Sem as palavras', ({ ignoradas }) => (ignoradas ?? []).join(' ')],
      ],
      found,
    ),
  );
  return 0;
}

/**
 * Recomputes the hash chain of the audit and prints its last entry; exit code 1 if the chain is broken, or if the noted
 * entry is no longer there to compare.
 */
export async function verifyAuditChain(
  { store }: CommandContext,
  [noted]: readonly string[],
): Promise<number> {
  const witness = noted === undefined ? undefined : maybeWitness(noted);
  if (noted !== undefined && witness === undefined) {
    console.error('Informe a anotação no formato número:hash, por exemplo 1200:3f5a….');
    return 2;
  }
  const chain = await verifyAudit(store.db, witness);
  const { entries, from, to, hash, oddTimes, isWitnessRemoved, fault } = chain;
  if (fault !== undefined) {
    console.error(`A auditoria foi alterada: ${sentences[fault.what](fault.number)}`);
    return 1;
  }
  if (entries === 0) console.log('A auditoria está vazia.');
  else {
    const counted = formatCounted(entries, 'registro', 'registros');
    console.log(`Auditoria íntegra: ${counted}, do ${from} ao ${to}.`);
    console.log(`Anote fora deste sistema, para conferir depois: ${to}:${hash}`);
  }
  if (oddTimes > 0) {
    console.log(
      `${formatCounted(oddTimes, 'registro foi gravado', 'registros foram gravados')} com uma hora que difere em mais de 10 minutos da hora do banco de dados.`,
    );
  }
  if (!isWitnessRemoved) return 0;
  console.error('A anotação é de um registro que a retenção já removeu: não foi conferida.');
  return 1;
}

function maybeWitness(text: string): Witness | undefined {
  const [, number = '', hash = ''] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(text) ?? [];
  return hash === '' ? undefined : { number: Number(number), hash };
}

const sentences: Readonly<Record<ChainFault, (number: number) => string>> = {
  missing: (number) => `falta o registro ${number}.`,
  changed: (number) => `o registro ${number} foi alterado depois de gravado.`,
  head: (number) => `o fim da cadeia não é o registro ${number}.`,
  witness: (number) => `o registro ${number} é diferente do anotado.`,
  unnumbered: () =>
    'há registros sem número, fora da cadeia: uma versão anterior ou alguém com acesso ao banco de dados os gravou.',
};
