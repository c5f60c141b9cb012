import { fileURLToPath } from 'node:url';
import { allOccupations } from '../../shared/statistics/design-effect.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import { newInstallation, type Installation } from '../../tests/support/installation.ts';
import { figuresFromR, hasR, largestDifference } from '../run-r.ts';
import { blockRecords } from './block-records.ts';

interface Agreement {
  readonly families: number;
  readonly selections: number;
  /** Largest relative difference of design effects and interval bounds. */
  readonly largest: number;
}

const script = fileURLToPath(new URL('recompute.R', import.meta.url));

/**
 * Loads official files. R then computes, from the same records, the design effects of their largest families, and the
 * intervals of the medians of selections within them (occupation, place, profile). Returns null without R or without
 * files.
 */
export async function recomputedInR(
  officialFiles: readonly string[],
  wanted: number,
): Promise<Agreement | null> {
  if (officialFiles.length === 0 || !hasR('survey')) return null;
  const installation = await newInstallation();
  try {
    await installation.loadApproved(...officialFiles);
    return await compared(installation, wanted);
  } finally {
    await installation.close();
  }
}

/**
 * The filters that narrow a family to a selection, in order; `commonest` is the family's occupation with most records.
 */
const narrowings = (commonest: string): readonly object[] => [
  {},
  { familiaCbo: undefined, cbo: commonest },
  { uf: 'SP' },
  { regiao: '4' },
  { genero: 'F' },
  { faixaEtaria: '18-25' },
  { escolaridade: '7', genero: 'M' },
  { uf: 'SP', porte: 'PEQUENA' },
];
const minRecords = 60;

async function compared(installation: Installation, wanted: number): Promise<Agreement> {
  const current = await currentRelease(installation.store);
  const families = current.designEffects
    .filter(({ family, effect }) => family !== allOccupations && effect > 1)
    .toSorted((a, b) => b.records - a.records)
    .slice(0, wanted);
  const lines: string[] = [];
  const write = async (selection: number, family: number, filters: SearchFilters) => {
    for (const row of await blockRecords(installation, filters))
      for (let copy = 0; copy < row.copies; copy++)
        lines.push(`${selection} ${family} ${row.block} ${row.salary}`);
  };
  const ours = new Map<string, readonly number[]>();
  let selections = 0;
  for (const [index, { family, effect }] of families.entries()) {
    const familiaCbo = String(family).padStart(4, '0');
    await write(0, family, SearchFilters.parse({ familiaCbo }));
    ours.set(`family ${family}`, [effect]);
    const { occupations } = await installation.search({ familiaCbo });
    const all = narrowings(occupations[0]?.cbo ?? '');
    // Each family begins with a different filter, so that all kinds are among the selections.
    for (const turn of all.keys()) {
      const filters = { familiaCbo, ...all[(turn + index) % all.length] };
      const { statistics } = await installation.search(filters);
      if (statistics.count < minRecords || statistics.medianInterval === null) continue;
      selections += 1;
      await write(selections, family, SearchFilters.parse(filters));
      const { lower, upper } = statistics.medianInterval;
      ours.set(`selection ${selections}`, [lower * 100, upper * 100]);
      break;
    }
  }
  const theirs = await figuresFromR(script, lines, 2);
  const pairs = [...ours].flatMap(([name, own]) =>
    own.map((value, at) => [value, theirs.get(name)?.[at]] as const),
  );
  return { families: families.length, selections, largest: largestDifference(pairs) };
}
