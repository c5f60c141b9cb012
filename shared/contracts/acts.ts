import type { Role } from '../codes/roles.ts';

/** Acts that not every signed-in user may do. The server's `routes/access/route-table.ts` states who may call each route. */
const actors = {
  administer: ['ADMIN'],
  saveSearches: ['ADMIN', 'CLIENT'],
  /**
   * All records of a search, with race and disability on request. Other users see only the first page, in the answer.
   */
  readAllRecords: ['ADMIN', 'CLIENT'],
  /** Comparing a payroll with the market, in the user's own browser. */
  comparePayroll: ['ADMIN', 'CLIENT'],
  makeReports: ['ADMIN', 'CLIENT'],
  /** Reading and deleting reports, including those of other users and companies. */
  handleAllReports: ['ADMIN'],
} as const satisfies Record<string, readonly Role[]>;

export type Act = keyof typeof actors;

/** Whether the role may do the act; false without a role (signed out). */
export function can(role: Role | undefined, act: Act): boolean {
  const allowed: readonly Role[] = actors[act];
  return role !== undefined && allowed.includes(role);
}
