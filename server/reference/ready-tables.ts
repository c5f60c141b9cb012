import { allCnaes } from './cnaes.ts';
import { allMunicipalities } from './municipalities.ts';
import { readyOccupationSearch } from './occupation-search.ts';
import { allOccupations } from './occupations.ts';

/**
 * Fills the tables that are filled on first use. That blocks the process for some hundred milliseconds, so it runs
 * before the first request.
 */
export async function readyReferenceTables(): Promise<void> {
  allOccupations();
  allCnaes();
  allMunicipalities();
  await readyOccupationSearch();
}
