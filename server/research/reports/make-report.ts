import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SharedFiles } from '../../platform/files/shared-files.ts';
import { dataLimits } from '../../../shared/contracts/completeness.ts';
import { ordinaryColumns, publishedColumns } from '../../../shared/codes/record-columns.ts';
import type { ReportType } from '../../../shared/contracts/reports.ts';
import { suppressionSentences } from '../../../shared/statistics/suppression.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { recordBytes } from '../../answers/present/records/records.ts';
import { readableRelease } from '../../answers/query/release.ts';
import { resolveQuery } from '../../answers/query/salary-query.ts';
import { sha256OfFile } from '../../platform/digest.ts';
import { type FreeBytes, roomOf } from '../../platform/files/free-disk.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import { withStableReferences } from '../../reference/imported-references.ts';
import { releaseByNumber } from '../../registry/releases/release-by-number.ts';
import { portugueseCompleteness } from '../query-words.ts';
import { documentsHere, sharedDocument } from './manage-reports.ts';
import { type ReportModel, ReportLogo, listedRecords, noticeOf } from './model.ts';
import { storedSelections } from './read-reports.ts';
import { selectionColumn } from './records.ts';
import { type Rendering, renderReport } from './render.ts';
import { diskFull, RenderRefusal, type Renderer, type Renderers, renderers } from './renderer.ts';
import { type ReportModelDeps, reportModel, withDeferredPanels } from './report-model.ts';

export interface MakingReports extends ReportModelDeps {
  readonly files: SharedFiles;
  readonly freeBytes?: FreeBytes;
  /** The product's unless a test supplies others. */
  readonly renderers?: Renderers;
}

const answerTimeoutMs = 3 * 60_000;
const recordsTimeoutMs = 15 * 60_000;
/** Fraction of the whole work that is done once the queries are answered. */
const answersShare = 0.3;

/**
 * Answers a report's queries and draws its document in the shared files, with a description of its content as JSON.
 * Throws `RenderRefusal` or `AppError` for errors that users can resolve.
 */
export async function makeReport(
  deps: MakingReports,
  { id, onProgress, signal }: Pick<Rendering, 'onProgress' | 'signal'> & { readonly id: string },
) {
  const { files, freeBytes, store } = deps;
  if ((await roomOf(await documentsHere(files), freeBytes)) === 0) throw diskFull();
  const row = await reportRow(deps, id);
  const renderer = (deps.renderers ?? renderers)[row.type];
  const release = await releaseByNumber(store, row.release);
  const limits = { signal, timeoutMs: answerTimeoutMs };
  const model = await withStableReferences(store.db, async () => {
    const answered = await reportModel(deps, { ...row, release }, limits);
    requireFewEnough(answered, renderer);
    requireSome(answered, row.type);
    return withDeferredPanels(deps, answered, release, limits);
  });
  onProgress(answersShare);
  await setImmediate();
  // Another attempt may still be writing its own document.
  const file = `${id}-${randomBytes(6).toString('hex')}.${renderer.extension}`;
  const name = sharedDocument(file);
  const targetPath = files.here(name);
  await renderReport({
    renderer,
    model,
    records: (needed) =>
      recordsOfSelections(deps.warehouse, model, release, renderer.records, {
        signal: needed,
        timeoutMs: recordsTimeoutMs,
      }),
    targetPath,
    onProgress: (fraction) => onProgress(answersShare + (1 - answersShare) * fraction),
    signal,
  });
  try {
    const { size: bytes } = await stat(targetPath);
    const sha256 = await sha256OfFile(targetPath, signal);
    const description = JSON.stringify(describeReport(model, { bytes, sha256 }));
    await files.share(name, signal);
    await files.leave(name);
    return { file, bytes, sha256, description };
  } catch (error) {
    await files.remove(name);
    throw error;
  }
}

async function reportRow({ store: { db } }: MakingReports, id: string) {
  const row = await db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .leftJoin('companies', 'companies.id', 'reports.company_id')
    .leftJoin('company_logos', 'company_logos.company_id', 'reports.company_id')
    .selectAll('reports')
    .select([
      'users.first_name',
      'users.last_name',
      'companies.name as company_name',
      'company_logos.media_type',
      'company_logos.width',
      'company_logos.height',
      'company_logos.content',
    ])
    .where('reports.id', '=', id)
    .executeTakeFirstOrThrow(() => new Error(`There is no report ${id}.`));
  return {
    type: row.type,
    name: row.name,
    createdBy: `${row.first_name} ${row.last_name}`.trim(),
    companyName: row.company_name,
    logo: row.content === null ? null : ReportLogo.parse({ ...row, mediaType: row.media_type }),
    createdAt: row.created_at,
    selections: storedSelections(row.selections),
    hasAnnex: row.has_annex === 1,
    ownSalary: row.own_salary,
    release: row.release,
    receipts: { companyId: row.company_id, userId: row.user_id },
  };
}

async function* recordsOfSelections(
  warehouse: Warehouse,
  { selections }: ReportModel,
  release: CurrentRelease,
  records: Renderer['records'],
  limits: QueryLimits,
): AsyncGenerator<Uint8Array> {
  if (records === undefined) return;
  const readable = readableRelease(release);
  for (const { filters, label, answer } of selections) {
    if (answer.suppressed !== null) continue;
    const written = { ...records, ...(selections.length > 1 && { label }) };
    yield* recordBytes(warehouse, resolveQuery(filters, readable), written, limits);
  }
}

function requireFewEnough(model: ReportModel, { maxRecords }: Renderer): void {
  const records = listedRecords(model);
  if (maxRecords === undefined || records <= maxRecords) return;
  throw new RenderRefusal(
    `A pesquisa tem ${formatCount(records)} registros, e este tipo de arquivo aceita até ${formatCount(maxRecords)}. Escolha um cargo, um estado ou um período menor e gere outro relatório.`,
  );
}

/** Refuses a CSV in which all records are suppressed: it would be empty and would not state why. */
function requireSome(model: ReportModel, type: ReportType): void {
  if (type !== 'CSV' || listedRecords(model) > 0) return;
  const reasons = model.selections.map(({ answer }) => answer.suppressed);
  const reason = reasons.find((one) => one !== null && one !== 'sem_registros');
  if (reason == null) return;
  throw new RenderRefusal(`${suppressionSentences[reason]} Faça uma pesquisa mais ampla.`);
}

/**
 * Describes a document for a person or a program that finds it later: its columns, queries, data and receipts. The
 * names are Portuguese, because the description is a document too.
 */
function describeReport(
  model: ReportModel,
  file: { readonly bytes: number; readonly sha256: string },
) {
  const { type, selections, release } = model;
  return {
    relatorio: model.name,
    tipo: type,
    aviso: noticeOf(model),
    criadoEm: model.createdAt,
    sistema: { endereco: model.siteAddress, versao: model.version },
    arquivo: {
      bytes: file.bytes,
      sha256: file.sha256,
      ...(type === 'CSV' && csvForm(selections.length > 1)),
    },
    selecoes: selections.map(({ label, query, filters, answer, receiptAddress }) => ({
      rotulo: label,
      pesquisa: [query.subject, ...query.parts],
      filtros: filters,
      registros: answer.totalCount,
      completude: portugueseCompleteness(answer.method.completeness),
      metodo: answer.method.ruleLabel,
      recibo: receiptAddress,
    })),
    publicacao: release && {
      numero: release.number,
      publicadaEm: release.publishedAt,
      arquivos: release.files.map((one) => ({
        tipo: one.kind,
        competencia: one.month,
        nome: one.name,
        sha256: one.sha256,
        linhas: one.lines,
      })),
    },
    limites: dataLimits,
  };
}

const recordOrder = 'competência mais recente primeiro; depois ocupação, UF e município';

function csvForm(hasSeveral: boolean) {
  const columns = [
    ...(hasSeveral ? [selectionColumn] : []),
    ...ordinaryColumns.map((name) => ({ name, ...publishedColumns[name] })),
  ];
  return {
    formato: {
      codificacao: 'UTF-8 com BOM',
      separador: ';',
      decimal: ',',
      fimDeLinha: 'CRLF',
      textoQueComecaComoFormula: 'tem um apóstrofo na frente',
    },
    ordem: hasSeveral ? `por seleção; em cada uma, ${recordOrder}` : recordOrder,
    colunas: columns.map(({ name, title, description, kind }) => ({
      nome: name,
      titulo: title,
      descricao: description,
      tipo: kind === 'mes' ? 'texto' : kind,
    })),
  };
}
