import { keysOf } from '../codes/keys.ts';
import { roles, type Role } from '../codes/roles.ts';

/** Acts that not every signed-in user may do. `routes/access/route-table.ts` states who may call each route. */
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

export const rolesWith = (act: Act): Role[] => keysOf(roles).filter((role) => can(role, act));

/** The message for users whose role does not allow an act; that for administrators' routes is 'Acesso negado'. */
export const actRefusals = {
  saveSearches:
    'Seu papel permite ler as pesquisas salvas da empresa, mas não salvar nem alterar. Peça outro papel a um administrador.',
  readAllRecords:
    'Seu papel permite ver os primeiros registros de cada resposta, mas não percorrer nem baixar todos. Peça outro papel a um administrador.',
  comparePayroll:
    'Seu papel não permite comparar folhas com o mercado. Peça outro papel a um administrador.',
  makeReports:
    'Seu papel permite ler os relatórios da empresa, mas não gerar. Peça outro papel a um administrador.',
} as const satisfies Partial<Record<Act, string>>;
