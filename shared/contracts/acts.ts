import type { Role } from '../codes/roles.ts';

/** What not everybody who is signed in may do. Who may call each route is stated in the server's `routes/access.ts`. */
const actors = {
  administer: ['ADMIN'],
  saveSearches: ['ADMIN', 'CLIENT'],
  /** All of a search's records, race and disability where asked for; others see the first that an answer carries. */
  readAllRecords: ['ADMIN', 'CLIENT'],
  /** A payroll beside the market, in the person's own browser. */
  comparePayroll: ['ADMIN', 'CLIENT'],
  makeReports: ['ADMIN', 'CLIENT'],
  /** Also those of other people and companies, to read and to remove. */
  handleAllReports: ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Act = keyof typeof actors;

/** Whether somebody of this role may do it; nobody who is signed out may. */
export function can(role: Role | undefined, act: Act): boolean {
  const allowed: readonly Role[] = actors[act];
  return role !== undefined && allowed.includes(role);
}
