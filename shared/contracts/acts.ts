import type { Role } from '../codes/roles.ts';

/** Acts that not every signed-in user may do. The server's `routes/access/route-table.ts` states who may call each route. */
export type Act =
  | 'administer'
  | 'saveSearches'
  /** All records of a search, with race and disability on request. Others see only the first page, in the answer. */
  | 'readAllRecords'
  /** Comparing a payroll with the market, in the user's own browser. */
  | 'comparePayroll'
  | 'makeReports'
  /** Reading and deleting reports, including those of other users and companies. */
  | 'handleAllReports';

const clientActs = ['saveSearches', 'readAllRecords', 'comparePayroll', 'makeReports'] as const;

const actsOfRoles: Readonly<Record<Role, readonly Act[]>> = {
  ADMIN: [...clientActs, 'administer', 'handleAllReports'],
  CLIENT: clientActs,
  VIEWER: [],
};

/** Whether the role may do the act; false without a role (signed out). */
export const can = (role: Role | undefined, act: Act): boolean =>
  role !== undefined && actsOfRoles[role].includes(act);
