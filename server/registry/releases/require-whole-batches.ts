import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import { StartError } from '../../platform/errors.ts';
import type { Store } from '../../platform/store/store.ts';
import type { KnownBatch } from '../../platform/warehouse/cluster/whole-batches.ts';
import { publishedTables } from '../../platform/warehouse/tables.ts';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';

const timeoutMs = 600_000;

/**
 * Refuses to start if a published batch does not have exactly its recorded number of rows: after a power cut a single
 * engine silently detaches a damaged part. The replicas of a cluster are compared with each other instead
 * (`watch-replicas.ts`). Throws `StartError`.
 */
export async function requireWholeBatches(
  { db }: Pick<Store, 'db'>,
  warehouse: Warehouse,
): Promise<void> {
  if (warehouse.cluster !== undefined) return;
  const published = await publishedBatches({ db });
  const batches = published.map(({ batch }) => batch);
  const found = new Map<number, number>();
  const linesOf = (batch: number) => found.get(batch) ?? 0;
  for (const { name } of publishedTables) {
    const rows = await warehouse.rows<{ batch: number; lines: number }>(
      {
        text: `
          select batch, count() as lines
          from ${name}
          where batch in {batches:Array(UInt32)}
          group by batch`,
        params: { batches },
      },
      { timeoutMs, threads: 2 },
    );
    for (const { batch, lines } of rows) found.set(batch, linesOf(batch) + lines);
  }
  // Another process may have published a release, or removed an old one and its rows, meanwhile.
  const lacking = (await publishedBatches({ db })).find(
    ({ batch, rows }) => batches.includes(batch) && linesOf(batch) !== rows,
  );
  if (lacking === undefined) return;
  const { batch, rows } = lacking;
  const lines = formatCounted(linesOf(batch), 'linha', 'linhas');
  throw new StartError(
    `O lote ${batch}, que está publicado, tem ${lines} de ${formatCount(rows)} no armazém: o disco perdeu dados. Restaure um backup: npm run caged -- restore <pasta> --overwrite.`,
  );
}

/** The batches of every stored release, with the number of rows that each must have. */
export async function publishedBatches({ db }: Pick<Store, 'db'>): Promise<KnownBatch[]> {
  const [files, months] = await Promise.all([
    db
      .selectFrom('release_files')
      .innerJoin('upload_files', 'upload_files.batch', 'release_files.batch')
      .select(['upload_files.batch', 'upload_files.accepted as rows'])
      .distinct()
      .execute(),
    db
      .selectFrom('release_months')
      .select(['cancellation_batch as batch', 'cancelled_lines as rows'])
      .distinct()
      .where('cancellation_batch', 'is not', null)
      .execute(),
  ]);
  return [...files, ...months].flatMap(({ batch, rows }) =>
    batch === null || rows === null ? [] : [{ batch, rows }],
  );
}
