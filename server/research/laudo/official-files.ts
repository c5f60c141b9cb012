import type { SalaryQuery } from '../../answers/query/salary-query.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { FiguresDeps } from '../figures.ts';
import type { FileKind } from '../../../shared/contracts/uploads.ts';

/** A file of the release as `arquivos.json` lists it, and whether the response rests on it. */
export interface OfficialFile {
  readonly tipo: FileKind;
  /** AAAAMM. */
  readonly mes: string;
  readonly nome: string;
  readonly sha256Recebido: string | null;
  readonly sha256Texto: string | null;
  readonly linhas: number | null;
  readonly aceitas: number | null;
  readonly usado: boolean;
}

/**
 * The files of the query's release, by month and kind. A file is used if it has a line in one of the query's months
 * and, except for MOV, the query's series is the adjusted one.
 */
export async function officialFilesOf(
  { store: { db }, warehouse }: Pick<FiguresDeps, 'store' | 'warehouse'>,
  question: SalaryQuery,
  { number, files }: CurrentRelease,
  limits: QueryLimits,
): Promise<OfficialFile[]> {
  const used = await batchesInPeriod(warehouse, question, files, limits);
  const rows = await db
    .selectFrom('release_files')
    .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
    .select([
      'release_files.kind',
      'release_files.month',
      'release_files.batch',
      'upload_files.name',
      'upload_files.sha256',
      'upload_files.received_sha256',
      'upload_files.lines',
      'upload_files.accepted',
    ])
    .where('release_files.release', '=', number)
    .orderBy('release_files.month')
    .orderBy('release_files.kind', 'desc')
    .execute();
  return rows.map(({ kind, month, batch, name, lines, accepted, ...hashes }) => ({
    tipo: kind,
    mes: month,
    nome: name,
    sha256Recebido: hashes.received_sha256 ?? hashes.sha256,
    sha256Texto: hashes.sha256,
    linhas: lines,
    aceitas: accepted,
    usado: used.has(batch) && (question.series === 'ajustada' || kind === 'MOV'),
  }));
}

async function batchesInPeriod(
  warehouse: Warehouse,
  { period }: SalaryQuery,
  files: CurrentRelease['files'],
  limits: QueryLimits,
): Promise<ReadonlySet<number>> {
  const text = `
    select distinct batch from movements
    where batch in {batches:Array(UInt32)} and month between {from:UInt32} and {to:UInt32}
    union distinct
    select distinct batch from exclusions
    where batch in {batches:Array(UInt32)} and month between {from:UInt32} and {to:UInt32}`;
  const params = {
    batches: files.map(({ batch }) => batch),
    from: Number(period?.from ?? 0),
    to: Number(period?.to ?? 0),
  };
  const rows = await warehouse.rows<{ batch: number }>({ text, params }, limits);
  return new Set(rows.map(({ batch }) => batch));
}
