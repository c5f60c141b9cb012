import { allCnaes } from './cnaes.ts';
import { allMunicipalities } from './municipalities.ts';
import { readyOccupationSearch } from './occupation-search.ts';
import { allOccupations } from './occupations.ts';

/**
 * Lists the tables that are listed when first asked for. That takes some hundred milliseconds in which a process does
 * nothing else: better before anybody waits.
 */
export async function readyReferenceTables(): Promise<void> {
  allOccupations();
  allCnaes();
  allMunicipalities();
  await readyOccupationSearch();
}
