import { actRefusals, rolesWith } from '../../../shared/contracts/acts.ts';
import type { Role } from '../../../shared/codes/roles.ts';
import type { LaneName } from '../../platform/scheduler/scheduler.ts';

/**
 * Who may call a route: anyone, any signed-in user, signed-in users with one of these roles, or a program with a
 * company's key. A key opens no other routes, and a session does not open the routes for keys.
 */
export type Access = 'anyone' | 'signed-in' | 'api-key' | readonly Role[];

/**
 * The cost of a route, which decides where it waits. Every request starts in the lane `arrival`.
 *
 * - `cheap`: less than 20 ms of the event loop, a page of rows, no query of the engine except those that run once per
 *   release for all users. It waits nowhere else. Routes that receive files, queue a job or wait for another server
 *   are also cheap: they have their own limits, and would hold a slot while they wait.
 * - `query`: the service passes the scheduler with the rows that the query scans. A cached response does not wait.
 * - A lane: the whole handler runs in a slot of this lane.
 */
export type RouteCost = 'cheap' | 'query' | LaneName;

/** What the server checks before it calls a route's handler. */
export interface RouteRule {
  readonly access: Access;
  readonly cost: RouteCost;
  /** The message for a signed-in user without access, if it states more than 'Acesso negado'. */
  readonly refusal?: string;
  /**
   * Keeps a signed-in route open while the user has a temporary password (`password`), or to an administrator who must
   * first set up a second factor (both values). The routes for anyone stay open too.
   */
  readonly opensBefore?: 'password' | 'second-factor';
  /** Open screens make the request by themselves; it does not prove that a user is present. */
  readonly isByScreen?: true;
}
export type RouteTable = Readonly<Record<string, RouteRule>>;

const racesRefusal = 'Seu papel não permite ver raça/cor. Peça outro papel a um administrador.';
const administrators = rolesWith('administer');

/** For roles that may do the act; the others get its message. */
const whoMay = (act: keyof typeof actRefusals) =>
  ({ access: rolesWith(act), refusal: actRefusals[act] }) as const;

/** Laudos and public links need the same act as reports. */
const forSharers = {
  access: rolesWith('makeReports'),
  refusal:
    'Seu papel não permite gerar laudos nem links públicos. Peça outro papel a um administrador.',
} as const;

const beforeSecondFactor = {
  access: 'signed-in',
  cost: 'cheap',
  opensBefore: 'second-factor',
} as const;

/** Every route of the product. The server does not start if a route is missing here. */
export const routeTable = {
  'GET /api/health': { access: 'anyone', cost: 'cheap' },
  'GET /live': { access: 'anyone', cost: 'cheap' },
  'GET /ready': { access: 'anyone', cost: 'cheap' },
  // The handler also requires METRICS_TOKEN.
  'GET /metrics': { access: 'anyone', cost: 'cheap' },
  'POST /api/login': { access: 'anyone', cost: 'password' },
  'GET /api/logout': { access: 'anyone', cost: 'cheap' },
  'GET /api/user': { access: 'signed-in', cost: 'cheap', opensBefore: 'password' },
  'GET /api/showcase': { access: 'anyone', cost: 'cheap' },
  'GET /api/oidc': { access: 'anyone', cost: 'cheap' },
  'GET /api/oidc/start': { access: 'anyone', cost: 'cheap' },
  'GET /api/oidc/confirm': { access: 'signed-in', cost: 'cheap' },
  // The provider's response identifies the user.
  'GET /api/oidc/end': { access: 'anyone', cost: 'cheap' },

  'POST /api/auth/check-password-strength': { access: 'anyone', cost: 'cheap' },
  'POST /api/auth/change-password': {
    access: 'signed-in',
    cost: 'password',
    opensBefore: 'password',
  },
  'POST /api/auth/first-password': {
    access: 'signed-in',
    cost: 'password',
    opensBefore: 'password',
  },
  'POST /api/auth/request-password-reset': { access: 'anyone', cost: 'cheap' },
  'POST /api/auth/reset-password': { access: 'anyone', cost: 'password' },

  'GET /api/my-data': { access: 'signed-in', cost: 'lists' },
  'PUT /api/my-data': { access: 'signed-in', cost: 'cheap' },
  'POST /api/my-data/erasure-request': { access: 'signed-in', cost: 'cheap' },

  'GET /api/my-sessions': { access: 'signed-in', cost: 'cheap' },
  'POST /api/my-sessions/end': { access: 'signed-in', cost: 'cheap' },

  'GET /api/my-second-factor': beforeSecondFactor,
  'POST /api/my-second-factor/begin': beforeSecondFactor,
  'POST /api/my-second-factor/confirm': beforeSecondFactor,
  'POST /api/my-second-factor/recovery-codes': { access: 'signed-in', cost: 'cheap' },
  'POST /api/my-second-factor/remove': { access: 'signed-in', cost: 'cheap' },

  'GET /api/my-company': { access: 'signed-in', cost: 'cheap' },

  'GET /api/admin/users': { access: administrators, cost: 'cheap' },
  'POST /api/admin/users': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/users/:id': { access: administrators, cost: 'cheap' },
  'POST /api/admin/users/:id/erasure': { access: administrators, cost: 'cheap' },
  'POST /api/admin/users/:id/end-sessions': { access: administrators, cost: 'cheap' },
  'POST /api/admin/users/:id/remove-second-factor': { access: administrators, cost: 'cheap' },
  'POST /api/admin/users/:id/temporary-password': { access: administrators, cost: 'cheap' },
  'GET /api/admin/companies': { access: administrators, cost: 'cheap' },
  'POST /api/admin/companies': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/companies/:id': { access: administrators, cost: 'cheap' },
  'GET /api/admin/companies/:id/logo': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/companies/:id/logo': { access: administrators, cost: 'cheap' },
  'DELETE /api/admin/companies/:id/logo': { access: administrators, cost: 'cheap' },
  'GET /api/admin/companies/:id/api-keys': { access: administrators, cost: 'cheap' },
  'POST /api/admin/companies/:id/api-keys': { access: administrators, cost: 'cheap' },
  'POST /api/admin/api-keys/:id/revoke': { access: administrators, cost: 'cheap' },

  'GET /api/admin/overview': { access: administrators, cost: 'cheap' },
  'GET /api/admin/settings': { access: administrators, cost: 'cheap' },
  'POST /api/admin/import-cbo': { access: administrators, cost: 'cheap' },
  'POST /api/admin/import-municipalities': { access: administrators, cost: 'cheap' },
  'GET /api/admin/minimum-wage': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/minimum-wage': { access: administrators, cost: 'cheap' },
  'GET /api/admin/inpc': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/inpc': { access: administrators, cost: 'cheap' },
  'GET /api/admin/audit': { access: administrators, cost: 'lists' },
  'GET /api/admin/audit.csv': { access: administrators, cost: 'export' },
  'GET /api/uploads-check': { access: 'signed-in', cost: 'cheap' },

  'POST /api/search': { access: 'signed-in', cost: 'query' },
  'POST /api/search/panels/:panel': { access: 'signed-in', cost: 'query' },
  'GET /api/search/distribution': { access: 'signed-in', cost: 'query' },
  'POST /api/search/rank': { access: 'signed-in', cost: 'query' },
  'POST /api/search/records': { ...whoMay('readAllRecords'), cost: 'query' },
  'GET /api/search/records.csv': { ...whoMay('readAllRecords'), cost: 'export' },
  'GET /api/market/names': { ...whoMay('comparePayroll'), cost: 'mainThread' },
  'GET /api/market/cells': { ...whoMay('comparePayroll'), cost: 'query' },
  'POST /api/equality': { access: 'signed-in', cost: 'query' },
  'POST /api/equality/races': { ...whoMay('readAllRecords'), refusal: racesRefusal, cost: 'query' },
  'GET /api/receipts/:id': { access: 'signed-in', cost: 'cheap' },
  'POST /api/receipts/:id/check': { access: 'signed-in', cost: 'query' },
  'GET /api/receipts/:id/revision': { access: 'signed-in', cost: 'query' },
  'GET /api/receipts/:id/laudo': { ...forSharers, cost: 'document' },
  'GET /api/receipts/:id/links': { access: 'signed-in', cost: 'cheap' },
  'POST /api/receipts/:id/links': { ...forSharers, cost: 'cheap' },
  // A user whose role changed may still revoke their own links.
  'POST /api/public-links/:id/revoke': { access: 'signed-in', cost: 'cheap' },
  // Access requires an unguessable token.
  'GET /api/public/:token': { access: 'anyone', cost: 'cheap' },
  'GET /api/admin/public-links': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/public-links': { access: administrators, cost: 'cheap' },
  'GET /api/history': { access: 'signed-in', cost: 'lists' },
  'PUT /api/history/:id': { access: 'signed-in', cost: 'cheap' },
  'DELETE /api/history/:id': { access: 'signed-in', cost: 'cheap' },
  'DELETE /api/history': { access: 'signed-in', cost: 'cheap' },
  'GET /api/saved': { access: 'signed-in', cost: 'lists' },
  'POST /api/saved': { ...whoMay('saveSearches'), cost: 'query' },
  'GET /api/saved/:id/change': { access: 'signed-in', cost: 'query' },
  'GET /api/saved/:id/revision': { access: 'signed-in', cost: 'query' },
  'POST /api/saved/:id/seen': { access: 'signed-in', cost: 'query' },
  'PUT /api/saved/:id': { ...whoMay('saveSearches'), cost: 'cheap' },
  'DELETE /api/saved/:id': { access: 'signed-in', cost: 'cheap' },
  'PUT /api/saved/:id/follow': { access: 'signed-in', cost: 'cheap' },
  'GET /api/digest': { access: 'signed-in', cost: 'cheap' },
  // The mailed link's token identifies the user. GET only opens the page.
  'GET /api/digest/unsubscribe': { access: 'anyone', cost: 'cheap' },
  'POST /api/digest/unsubscribe': { access: 'anyone', cost: 'cheap' },
  'POST /api/reports': { ...whoMay('makeReports'), cost: 'cheap' },
  'GET /api/reports': { access: 'signed-in', cost: 'lists' },
  'GET /api/reports/events': { access: 'signed-in', cost: 'cheap', isByScreen: true },
  'GET /api/reports/:id': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reports/:id/download': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reports/:id/description': { access: 'signed-in', cost: 'cheap' },
  'POST /api/reports/:id/retry': { ...whoMay('makeReports'), cost: 'cheap' },
  'DELETE /api/reports/:id': { access: 'signed-in', cost: 'cheap' },
  'GET /api/admin/report-retention': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/report-retention': { access: administrators, cost: 'cheap' },
  'GET /api/release': { access: 'signed-in', cost: 'cheap', isByScreen: true },
  'GET /api/reference/regions': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reference/states': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reference/municipalities': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reference/ibge-regions': { access: 'signed-in', cost: 'mainThread' },
  'GET /api/reference/places': { access: 'signed-in', cost: 'mainThread' },
  'GET /api/reference/cbo/:code': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reference/cbo-by-title': { access: 'signed-in', cost: 'mainThread' },
  'GET /api/reference/typed-question': { access: 'signed-in', cost: 'mainThread' },
  'GET /api/reference/occupation-groups': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reference/minimum-wage': { access: 'signed-in', cost: 'cheap' },
  'GET /api/reference/cnae': { access: 'signed-in', cost: 'mainThread' },
  'POST /api/reference/cnae/details': { access: 'signed-in', cost: 'cheap' },

  'POST /api/caged/upload': { access: administrators, cost: 'cheap' },
  'OPTIONS /api/resumable': { access: administrators, cost: 'cheap' },
  'GET /api/resumable': { access: administrators, cost: 'cheap' },
  'POST /api/resumable': { access: administrators, cost: 'cheap' },
  'POST /api/resumable/finish': { access: administrators, cost: 'cheap' },
  'GET /api/resumable/:id': { access: administrators, cost: 'cheap' },
  'PATCH /api/resumable/:id': { access: administrators, cost: 'cheap' },
  'DELETE /api/resumable/:id': { access: administrators, cost: 'cheap' },
  'GET /api/uploads': { access: administrators, cost: 'cheap' },
  'GET /api/uploads/events': { access: administrators, cost: 'cheap', isByScreen: true },
  'GET /api/uploads/:id': { access: administrators, cost: 'cheap' },
  'GET /api/uploads/:id/comparison': { access: administrators, cost: 'lists' },
  'POST /api/simple-upload': { access: administrators, cost: 'cheap' },
  'GET /api/admin/source/news': { access: administrators, cost: 'cheap' },
  'POST /api/admin/source/load': { access: administrators, cost: 'cheap' },
  'GET /api/admin/source/check': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/source/check': { access: administrators, cost: 'cheap' },
  'GET /api/integrity': { access: 'signed-in', cost: 'lists' },
  'GET /api/integrity/revisions': { access: 'signed-in', cost: 'lists' },
  'POST /api/admin/official-figures': { access: administrators, cost: 'mainThread' },
  'GET /api/releases': { access: administrators, cost: 'cheap' },
  'POST /api/releases/:number/restore': { access: administrators, cost: 'short' },
  'GET /api/admin/release-retention': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/release-retention': { access: administrators, cost: 'cheap' },
  'GET /api/admin/load-limits': { access: administrators, cost: 'cheap' },
  'PUT /api/admin/load-limits': { access: administrators, cost: 'cheap' },
  'GET /api/uploads/:id/files/:file/rejections/summary': { access: administrators, cost: 'short' },
  'POST /api/uploads/:id/cancel': { access: administrators, cost: 'cheap' },
  'POST /api/uploads/:id/retry': { access: administrators, cost: 'cheap' },
  'POST /api/uploads/:id/approve': { access: administrators, cost: 'cheap' },
  'GET /api/uploads/:id/files/:file/rejections.csv': { access: administrators, cost: 'export' },

  'GET /api/v1/openapi.json': { access: 'anyone', cost: 'cheap' },
  'GET /api/v1/versao': { access: 'api-key', cost: 'cheap' },
  'GET /api/v1/ocupacoes': { access: 'api-key', cost: 'mainThread' },
  'GET /api/v1/lugares': { access: 'api-key', cost: 'mainThread' },
  'GET /api/v1/filtros': { access: 'api-key', cost: 'cheap' },
  'GET /api/v1/municipios': { access: 'api-key', cost: 'mainThread' },
  'GET /api/v1/meses': { access: 'api-key', cost: 'query' },
  'GET /api/v1/estatisticas': { access: 'api-key', cost: 'query' },
  'POST /api/v1/estatisticas': { access: 'api-key', cost: 'query' },
  'POST /api/v1/pesquisa': { access: 'api-key', cost: 'query' },
  'GET /api/v1/distribuicao': { access: 'api-key', cost: 'query' },
  'POST /api/v1/distribuicao': { access: 'api-key', cost: 'query' },
  'GET /api/v1/pisos-e-concentracoes': { access: 'api-key', cost: 'query' },
  'GET /api/v1/salario-ou-composicao': { access: 'api-key', cost: 'query' },
  'GET /api/v1/entradas-e-saidas': { access: 'api-key', cost: 'query' },
  'POST /api/v1/comparacao': { access: 'api-key', cost: 'query' },
  'GET /api/v1/recibos/:id': { access: 'api-key', cost: 'cheap' },
  'POST /api/v1/recibos/:id/conferencia': { access: 'api-key', cost: 'query' },

  'GET /*': { access: 'anyone', cost: 'cheap' },
} as const satisfies RouteTable;
