import { allCnaes } from './cnaes.ts';
import { allMunicipalities } from './municipalities.ts';
import { allOccupations } from './occupations.ts';

/**
 * Lists the tables that are listed when first asked for. That takes some hundred milliseconds in which a process does
 * nothing else: better before anybody waits.
 */
export function readyReferenceTables(): void {
  allOccupations();
  allCnaes();
  allMunicipalities();
}
