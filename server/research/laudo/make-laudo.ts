import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { SearchReceipt } from '../../../shared/contracts/receipts.ts';
import type { Distribution } from '../../../shared/contracts/search.ts';
import { queryLine } from '../../../shared/words/query-words.ts';
import { resolveQuery, type SalaryQuery } from '../../answers/query/salary-query.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { sha256 } from '../../platform/digest.ts';
import { conflict } from '../../platform/errors.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { QueryLimits } from '../../platform/warehouse/warehouse.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { releaseByNumber } from '../../registry/releases/release-by-number.ts';
import { distributionSha256 } from '../../answers/serving/distribution-json.ts';
import { readWholeSearchReceipt } from '../receipts.ts';
import type { ReportModel } from '../reports/model.ts';
import { renderReport } from '../reports/render.ts';
import { renderers } from '../reports/renderer.ts';
import { reportModel, type ReportModelDeps } from '../reports/report-model.ts';
import { writeZip, type ZipEntry } from '../reports/write-zip.ts';
import { portugueseCompleteness } from '../query-words.ts';
import { correctedRecords, inpcCorrection } from './inpc-correction.ts';
import {
  amountsCsv,
  correctionOf,
  distributionCsv,
  inpcCsv,
  type LaudoWords,
  queryText,
  resultOf,
} from './laudo-texts.ts';
import { columnsOfSomeMonths, minimumWagesOf, selectionOf } from './selection.ts';
import { officialFilesOf } from './official-files.ts';

export interface LaudoRequest {
  readonly receiptId: string;
  /** AAAAMM: the month to whose money the figures are corrected; by default the last with a known index. */
  readonly realMonth?: string | undefined;
}

/** Writes the laudo as a ZIP in an empty folder, also for temporary files; returns its path. Throws as `laudoOf`. */
export async function makeLaudo(
  deps: ReportModelDeps,
  request: LaudoRequest,
  folder: string,
  limits: QueryLimits & { readonly signal: AbortSignal },
): Promise<string> {
  const { model, files } = await laudoOf(deps, request, limits);
  const pdf = await drawnPdf(model, folder, limits.signal);
  const path = join(folder, 'laudo.zip');
  await writeZip(path, await withDigests([{ name: 'relatorio.pdf', pieces: [pdf] }, ...files]));
  return path;
}

/** The files of a laudo, and `SHA256SUMS` with the hash of each, in the form that `sha256sum -c` reads. */
export async function withDigests(files: readonly ZipEntry[]): Promise<ZipEntry[]> {
  const whole = await Promise.all(
    files.map(async ({ name, pieces }) => ({ name, bytes: await bytesOf(pieces) })),
  );
  const lines = whole.map(({ name, bytes }) => `${sha256(bytes)}  ${name}\n`);
  return [
    ...whole.map(({ name, bytes }) => ({ name, pieces: [bytes] })),
    written('SHA256SUMS', lines.join('')),
  ];
}

/** All pieces together. Yields to the event loop after each: a distribution of all Brazil has 420. */
async function bytesOf(pieces: ZipEntry['pieces']): Promise<Buffer> {
  const bytes: Uint8Array[] = [];
  for await (const piece of pieces) {
    bytes.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    await setImmediate();
  }
  return Buffer.concat(bytes);
}

/**
 * Builds the proof of a receipt: the query and its result, the ministry's files by their hashes, and scripts that
 * recompute the result without the product (docs/decisions/0038). Also returns the model that the PDF is drawn from.
 * Throws `AppError` if no proof is possible: 404 an unknown receipt, 410 a removed release or typed text, 409
 * demonstration data, too few records, or a recomputed response that differs, 400 a month without an index, 422 a
 * filter that the scripts do not know.
 */
export async function laudoOf(
  deps: ReportModelDeps,
  { receiptId, realMonth }: LaudoRequest,
  limits: QueryLimits,
): Promise<{ readonly model: ReportModel; readonly files: readonly ZipEntry[] }> {
  const receipt = await readWholeSearchReceipt(deps, receiptId);
  requireProvable(receipt);
  const release = await releaseByNumber(deps.store, receipt.release.number);
  const { model, query, correction } = await withStableReferences(deps.store.db, async () => {
    const resolved = resolveQuery(receipt.filters, readableRelease(release));
    return {
      query: resolved,
      correction: resolved.period && inpcCorrection(resolved.period, realMonth),
      model: await reportModel(deps, requestOf(receipt, release), limits),
    };
  });
  const distribution = answeredDistribution(model);
  if ((await distributionSha256(distribution)) !== receipt.distributionSha256)
    throw receiptDiffers();
  const corrected = correction && {
    correction,
    records: await correctedRecords(deps.warehouse, query, correction, limits),
  };
  if (corrected !== null && corrected.records.count !== receipt.statistics.count) {
    throw receiptDiffers();
  }
  const officialFiles = await officialFilesOf(deps, query, release, limits);
  const address = `${deps.siteAddress()}${receipt.path}`;
  const words = { receipt, address, corrected };
  const { statistics } = receipt;
  const files: ZipEntry[] = [
    written('pergunta.txt', queryText(words)),
    written('pergunta.json', asJson(queryJson(words, query))),
    written(
      'arquivos.json',
      asJson({
        versao: receipt.release.number,
        publicadaEm: receipt.release.publishedAt,
        colunasDeAlgunsMeses: columnsOfSomeMonths(),
        arquivos: officialFiles,
      }),
    ),
    { name: 'distribuicao.csv', pieces: distributionCsv(distribution) },
    written('valores.csv', amountsCsv(statistics, corrected)),
    ...(corrected === null ? [] : [written('inpc.csv', inpcCsv(corrected.correction))]),
    ...(await Promise.all(scripts.map(async (name) => written(name, await scriptOf(name))))),
  ];
  return { model, files };
}

const scripts = ['LEIAME.txt', 'recalcular.py', 'recalcular.sql'] as const;

const scriptOf = (name: string) => readFile(new URL(`package/${name}`, import.meta.url), 'utf8');

function requireProvable({ statistics, release }: SearchReceipt): void {
  if (release.isSynthetic) {
    throw conflict(
      'synthetic_data',
      'Este recibo é de dados sintéticos de demonstração: não há arquivos do ministério com que refazer a conta. Carregue os dados do MTE e pesquise de novo.',
    );
  }
  if (statistics.median === null) {
    throw conflict(
      'too_few_records',
      `São poucos registros: mostramos só a contagem, e não há laudo. Pesquise um lugar ou um período maior.`,
    );
  }
}

const receiptDiffers = () =>
  conflict(
    'receipt_differs',
    'O novo cálculo não deu o mesmo resultado do recibo, talvez por causa de uma tabela de referência importada depois, como a do salário mínimo. Pesquise de novo e gere o laudo do novo recibo.',
  );

/** The report of the receipt's response. It has no author and the receipt's date, so that it is always the same. */
const requestOf = (
  { id, path, createdAt, filters, query }: SearchReceipt,
  release: CurrentRelease,
) => ({
  name: `Laudo: ${query.subject}`,
  type: 'PDF' as const,
  createdBy: null,
  companyName: null,
  logo: null,
  createdAt,
  selections: [filters],
  hasAnnex: false,
  ownSalary: null,
  release,
  receipts: { id, path },
});

function answeredDistribution({ selections }: ReportModel): Distribution {
  const [first] = selections;
  if (first === undefined) throw new Error('A report without a selection.');
  return first.answer.distribution;
}

async function drawnPdf(model: ReportModel, folder: string, signal: AbortSignal): Promise<Buffer> {
  const targetPath = join(folder, 'relatorio.pdf');
  await renderReport({
    renderer: renderers.PDF,
    model,
    records: () => Readable.from([]),
    targetPath,
    onProgress: () => undefined,
    signal,
  });
  return readFile(targetPath);
}

const written = (name: string, text: string): ZipEntry => ({ name, pieces: [text] });

const asJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

function queryJson(
  { receipt, corrected, address }: LaudoWords & { readonly receipt: SearchReceipt },
  query: SalaryQuery,
) {
  const { statistics, distributionSha256: distribuicaoSha256 } = receipt;
  return {
    recibo: receipt.id,
    endereco: address,
    emPalavras: queryLine(receipt.query),
    filtros: receipt.filters,
    selecao: selectionOf(query),
    salarioMinimo: minimumWagesOf(query),
    completude: portugueseCompleteness(receipt.method.completeness),
    resultado: resultOf(statistics),
    distribuicaoSha256,
    correcao: corrected && correctionOf(statistics, corrected),
  };
}
