import type { ComparedFile, Comparison } from '../../../shared/contracts/comparison.ts';
import { maybeCnae } from '../../reference/cnaes.ts';
import { occupationTitle } from '../../reference/occupations.ts';
import { municipalityName } from '../../reference/places.ts';
import type { PublishedFile } from '../../platform/store/current-release.ts';
import type { Store } from '../../platform/store/store.ts';
import { emptyCode } from '../../platform/warehouse/empty-values.ts';
import { lineColumns } from '../../platform/warehouse/layout.ts';
import type { Sql } from '../../platform/warehouse/warehouse.ts';
import type { CheckedFile } from './checked-file.ts';
import type { ProfileDeps } from './profile.ts';
import { tableOf, type ProfiledBatch } from './profile-sql.ts';

interface CountedAgainst {
  readonly batch: number;
  readonly published: readonly PublishedFile[];
  /** The comparison of the same files with an earlier release. */
  readonly earlier: Comparison | undefined;
}

/**
 * The codes of a file that no published line of MOV or FOR has. A comparison is made again for an upload that waits; its
 * earlier one holds what need not be counted again.
 */
export async function newCodesOf(
  deps: ProfileDeps,
  { kind, revision }: Pick<CheckedFile, 'kind' | 'revision'>,
  { batch, published, earlier }: CountedAgainst,
): Promise<ComparedFile['newCodes']> {
  const batches = published.filter((file) => file.kind !== 'EXC').map((file) => file.batch);
  // Every line is also in the published version. Exclusions are not: their own kind is not among the batches.
  if (batches.length === 0 || (kind !== 'EXC' && revision?.current.added === 0)) return [];
  const counted = earlier?.files.find(({ file }) => file === batch)?.newCodes;
  const before = earlier === undefined ? [] : await batchesOf(deps.store, earlier.against);
  // A comparison with no batches listed no codes.
  const isKnown =
    counted !== undefined && before.length > 0 && before.every((own) => batches.includes(own));
  const since = isKnown ? batches.filter((own) => !before.includes(own)) : batches;
  if (isKnown && since.length === 0) return counted;
  const { warehouse, signal } = deps;
  const limits = { timeoutMs: 10 * 60_000, threads: 2, signal };
  const found: ComparedFile['newCodes'] = [];
  for (const { name, header } of comparedColumns) {
    const query = newCodesSql({ kind, batch }, name, {
      published: since,
      among: isKnown
        ? counted.flatMap(({ column, code }) => (column === header ? Number(code) : []))
        : null,
    });
    const rows = await warehouse.rows<{ code: number; lines: number }>(query, limits);
    for (const { code, lines } of rows) {
      if (code === emptyCode('UInt32')) continue;
      found.push({ column: header, lines, ...described(name, code) });
    }
  }
  if (!isKnown) return found;
  const isNew = new Set(found.map(({ column, code }) => `${column} ${code}`));
  return counted.filter(({ column, code }) => isNew.has(`${column} ${code}`));
}

/** The columns whose codes are compared one by one. */
const comparedColumns = (['cbo', 'subclass', 'municipality'] as const).map((name) => ({
  name,
  header: lineColumns[name].header,
}));
type ComparedColumn = (typeof comparedColumns)[number]['name'];

const titleOf = {
  cbo: occupationTitle,
  subclass: (code) => maybeCnae(code)?.descricao,
  municipality: municipalityName,
} as const satisfies Record<ComparedColumn, (code: string) => string | undefined>;

function described(name: ComparedColumn, value: number) {
  const code = String(value).padStart(lineColumns[name].digits, '0');
  return { code, title: titleOf[name](code) ?? null };
}

/** Codes of a batch that no published line has, the most frequent first. At most 200. `among` limits the codes. */
function newCodesSql(
  file: ProfiledBatch,
  column: ComparedColumn,
  {
    published,
    among,
  }: { readonly published: readonly number[]; readonly among: readonly number[] | null },
): Sql {
  return {
    text: `
      select code, lines
      from (
        select ${column} as code, count() as lines
        from ${tableOf(file.kind)}
        where batch = {batch:UInt32} ${among === null ? '' : `and code in {among:Array(UInt32)}`}
        group by code
      )
      where code not in (
        select ${column} from movements where batch in {published:Array(UInt32)} group by ${column}
      )
      order by lines desc, code
      limit 200`,
    params: { batch: file.batch, published, ...(among && { among }) },
  };
}

async function batchesOf({ db }: Store, release: number | null): Promise<readonly number[]> {
  if (release === null) return [];
  const rows = await db
    .selectFrom('release_files')
    .select('batch')
    .where('release', '=', release)
    .where('kind', '!=', 'EXC')
    .execute();
  return rows.map(({ batch }) => batch);
}
