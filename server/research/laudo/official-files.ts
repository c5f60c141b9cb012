import type { SalaryQuery } from '../../answers/query/salary-query.ts';
import type { CurrentRelease } from '../../platform/store/current-release.ts';
import type { QueryLimits, Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { FiguresDeps } from '../figures.ts';
import { filesOfRelease } from '../receipt-store.ts';

/**
 * The files of the query's release as `arquivos.json` lists them, by month and kind. A file is used if it has a line in
 * one of the query's months and, except for MOV, the query's series is the adjusted one.
 */
export async function officialFilesOf(
  { store: { db }, warehouse }: Pick<FiguresDeps, 'store' | 'warehouse'>,
  query: SalaryQuery,
  { number, files }: CurrentRelease,
  limits: QueryLimits,
) {
  const used = await batchesInPeriod(warehouse, query, files, limits);
  const rows = number === null ? [] : await filesOfRelease(db, number);
  const byMonth = rows.toSorted((one, other) => Number(one.month) - Number(other.month));
  return byMonth.map(({ kind, month, batch, name, sha256, receivedSha256, lines, accepted }) => ({
    tipo: kind,
    mes: month,
    nome: name,
    sha256Recebido: receivedSha256 ?? sha256,
    sha256Texto: sha256,
    linhas: lines,
    aceitas: accepted,
    usado: used.has(batch) && (query.series === 'ajustada' || kind === 'MOV'),
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
