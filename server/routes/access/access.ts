import type { Role } from '../../../shared/codes/roles.ts';

/**
 * Who may call a route: anyone, any signed-in user, signed-in users with one of these roles, or a program with a
 * company's key. A key opens no other routes, and a session does not open the routes for keys.
 */
export type Access = 'anyone' | 'signed-in' | 'api-key' | readonly Role[];
export type AccessTable = Readonly<Record<string, Access>>;

/** Every route of the product and who may call it. The server does not start if a route is missing here. */
export const accessTable = {
  'GET /api/health': 'anyone',
  'GET /live': 'anyone',
  'GET /ready': 'anyone',
  // The handler also requires METRICS_TOKEN.
  'GET /metrics': 'anyone',
  'POST /api/login': 'anyone',
  'GET /api/logout': 'anyone',
  'GET /api/user': 'signed-in',
  'GET /api/showcase': 'anyone',
  'GET /api/oidc': 'anyone',
  'GET /api/oidc/start': 'anyone',
  'GET /api/oidc/confirm': 'signed-in',
  // The provider's response identifies the user.
  'GET /api/oidc/end': 'anyone',

  'POST /api/auth/check-password-strength': 'anyone',
  'POST /api/auth/change-password': 'signed-in',
  'POST /api/auth/first-password': 'signed-in',
  'POST /api/auth/request-password-reset': 'anyone',
  'POST /api/auth/reset-password': 'anyone',

  'GET /api/my-data': 'signed-in',
  'PUT /api/my-data': 'signed-in',
  'POST /api/my-data/erasure-request': 'signed-in',

  'GET /api/my-sessions': 'signed-in',
  'POST /api/my-sessions/end': 'signed-in',

  'GET /api/my-second-factor': 'signed-in',
  'POST /api/my-second-factor/begin': 'signed-in',
  'POST /api/my-second-factor/confirm': 'signed-in',
  'POST /api/my-second-factor/recovery-codes': 'signed-in',
  'POST /api/my-second-factor/remove': 'signed-in',

  'GET /api/my-company': 'signed-in',

  'GET /api/admin/users': ['ADMIN'],
  'POST /api/admin/users': ['ADMIN'],
  'PUT /api/admin/users/:id': ['ADMIN'],
  'POST /api/admin/users/:id/erasure': ['ADMIN'],
  'POST /api/admin/users/:id/end-sessions': ['ADMIN'],
  'POST /api/admin/users/:id/remove-second-factor': ['ADMIN'],
  'POST /api/admin/users/:id/temporary-password': ['ADMIN'],
  'GET /api/admin/companies': ['ADMIN'],
  'POST /api/admin/companies': ['ADMIN'],
  'PUT /api/admin/companies/:id': ['ADMIN'],
  'GET /api/admin/companies/:id/logo': ['ADMIN'],
  'PUT /api/admin/companies/:id/logo': ['ADMIN'],
  'DELETE /api/admin/companies/:id/logo': ['ADMIN'],
  'GET /api/admin/companies/:id/api-keys': ['ADMIN'],
  'POST /api/admin/companies/:id/api-keys': ['ADMIN'],
  'POST /api/admin/api-keys/:id/revoke': ['ADMIN'],

  'GET /api/admin/overview': ['ADMIN'],
  'GET /api/admin/settings': ['ADMIN'],
  'POST /api/admin/import-cbo': ['ADMIN'],
  'POST /api/admin/import-municipalities': ['ADMIN'],
  'GET /api/admin/minimum-wage': ['ADMIN'],
  'PUT /api/admin/minimum-wage': ['ADMIN'],
  'GET /api/admin/inpc': ['ADMIN'],
  'PUT /api/admin/inpc': ['ADMIN'],
  'GET /api/admin/audit': ['ADMIN'],
  'GET /api/admin/audit.csv': ['ADMIN'],
  'GET /api/uploads-check': 'signed-in',

  'POST /api/search': 'signed-in',
  'POST /api/search/records': ['ADMIN', 'CLIENT'],
  'GET /api/search/records.csv': ['ADMIN', 'CLIENT'],
  'GET /api/market/names': ['ADMIN', 'CLIENT'],
  'GET /api/market/cells': ['ADMIN', 'CLIENT'],
  'POST /api/equality': 'signed-in',
  'POST /api/equality/races': ['ADMIN', 'CLIENT'],
  'GET /api/receipts/:id': 'signed-in',
  'POST /api/receipts/:id/check': 'signed-in',
  'GET /api/receipts/:id/revision': 'signed-in',
  'GET /api/receipts/:id/laudo': ['ADMIN', 'CLIENT'],
  'GET /api/receipts/:id/links': ['ADMIN', 'CLIENT'],
  'POST /api/receipts/:id/links': ['ADMIN', 'CLIENT'],
  'POST /api/public-links/:id/revoke': ['ADMIN', 'CLIENT'],
  // Access requires an unguessable token.
  'GET /api/public/:token': 'anyone',
  'GET /api/admin/public-links': ['ADMIN'],
  'PUT /api/admin/public-links': ['ADMIN'],
  'GET /api/history': 'signed-in',
  'PUT /api/history/:id': 'signed-in',
  'DELETE /api/history/:id': 'signed-in',
  'DELETE /api/history': 'signed-in',
  'GET /api/saved': 'signed-in',
  'POST /api/saved': ['ADMIN', 'CLIENT'],
  'GET /api/saved/:id/change': 'signed-in',
  'GET /api/saved/:id/revision': 'signed-in',
  'POST /api/saved/:id/seen': 'signed-in',
  'PUT /api/saved/:id': ['ADMIN', 'CLIENT'],
  'DELETE /api/saved/:id': 'signed-in',
  'POST /api/reports': ['ADMIN', 'CLIENT'],
  'GET /api/reports': 'signed-in',
  'GET /api/reports/events': 'signed-in',
  'GET /api/reports/:id': 'signed-in',
  'GET /api/reports/:id/download': 'signed-in',
  'GET /api/reports/:id/description': 'signed-in',
  'POST /api/reports/:id/retry': ['ADMIN', 'CLIENT'],
  'DELETE /api/reports/:id': 'signed-in',
  'GET /api/admin/report-retention': ['ADMIN'],
  'PUT /api/admin/report-retention': ['ADMIN'],
  'GET /api/release': 'signed-in',
  'GET /api/reference/regions': 'signed-in',
  'GET /api/reference/states': 'signed-in',
  'GET /api/reference/municipalities': 'signed-in',
  'GET /api/reference/places': 'signed-in',
  'GET /api/reference/cbo/:code': 'signed-in',
  'GET /api/reference/cbo-by-title': 'signed-in',
  'GET /api/reference/occupation-groups': 'signed-in',
  'GET /api/reference/minimum-wage': 'signed-in',
  'GET /api/reference/cnae': 'signed-in',
  'POST /api/reference/cnae/details': 'signed-in',

  'POST /api/caged/upload': ['ADMIN'],
  'OPTIONS /api/resumable': ['ADMIN'],
  'GET /api/resumable': ['ADMIN'],
  'POST /api/resumable': ['ADMIN'],
  'POST /api/resumable/finish': ['ADMIN'],
  'GET /api/resumable/:id': ['ADMIN'],
  'PATCH /api/resumable/:id': ['ADMIN'],
  'DELETE /api/resumable/:id': ['ADMIN'],
  'GET /api/uploads': ['ADMIN'],
  'GET /api/uploads/events': ['ADMIN'],
  'GET /api/uploads/:id': ['ADMIN'],
  'GET /api/uploads/:id/events': ['ADMIN'],
  'GET /api/uploads/:id/comparison': ['ADMIN'],
  'POST /api/simple-upload': ['ADMIN'],
  'GET /api/admin/source/news': ['ADMIN'],
  'POST /api/admin/source/load': ['ADMIN'],
  'GET /api/admin/source/check': ['ADMIN'],
  'PUT /api/admin/source/check': ['ADMIN'],
  'GET /api/integrity': 'signed-in',
  'GET /api/integrity/revisions': 'signed-in',
  'POST /api/admin/official-figures': ['ADMIN'],
  'GET /api/releases': ['ADMIN'],
  'POST /api/releases/:number/restore': ['ADMIN'],
  'GET /api/admin/release-retention': ['ADMIN'],
  'PUT /api/admin/release-retention': ['ADMIN'],
  'GET /api/admin/load-limits': ['ADMIN'],
  'PUT /api/admin/load-limits': ['ADMIN'],
  'GET /api/uploads/:id/files/:file/rejections/summary': ['ADMIN'],
  'POST /api/uploads/:id/cancel': ['ADMIN'],
  'POST /api/uploads/:id/retry': ['ADMIN'],
  'POST /api/uploads/:id/approve': ['ADMIN'],
  'GET /api/release/unmatched-exclusions.csv': ['ADMIN'],
  'GET /api/uploads/:id/files/:file/rejections': ['ADMIN'],
  'GET /api/uploads/:id/files/:file/rejections.csv': ['ADMIN'],

  'GET /api/v1/openapi.json': 'anyone',
  'GET /api/v1/versao': 'api-key',
  'GET /api/v1/ocupacoes': 'api-key',
  'GET /api/v1/lugares': 'api-key',
  'GET /api/v1/filtros': 'api-key',
  'POST /api/v1/pesquisa': 'api-key',
  'POST /api/v1/distribuicao': 'api-key',
  'POST /api/v1/comparacao': 'api-key',
  'GET /api/v1/recibos/:id': 'api-key',
  'POST /api/v1/recibos/:id/conferencia': 'api-key',

  'GET /*': 'anyone',
} as const satisfies AccessTable;

const viewerSavesNothing =
  'Visualizadores leem as pesquisas salvas da empresa, mas não salvam nem alteram. Peça a um administrador outro papel.';

const viewerMakesNothing =
  'Visualizadores leem os relatórios da empresa, mas não geram. Peça a um administrador outro papel.';

const viewerSeesNoRaces = 'Visualizadores não veem raça/cor. Peça a um administrador outro papel.';

const viewerSeesTheFirst =
  'Visualizadores veem os primeiros registros de cada resposta, mas não percorrem nem baixam todos. Peça a um administrador outro papel.';

const viewerHasNoPayroll =
  'Visualizadores não comparam folhas com o mercado. Peça a um administrador outro papel.';

/** The message for a signed-in user without access, if it states more than 'Acesso negado'. */
export const refusals: Readonly<Record<string, string>> = {
  'POST /api/search/records': viewerSeesTheFirst,
  'GET /api/search/records.csv': viewerSeesTheFirst,
  'GET /api/market/names': viewerHasNoPayroll,
  'GET /api/market/cells': viewerHasNoPayroll,
  'POST /api/equality/races': viewerSeesNoRaces,
  'POST /api/saved': viewerSavesNothing,
  'PUT /api/saved/:id': viewerSavesNothing,
  'POST /api/reports': viewerMakesNothing,
  'GET /api/receipts/:id/laudo': viewerMakesNothing,
  'POST /api/reports/:id/retry': viewerMakesNothing,
};

/** Requests that open screens make by themselves; they do not prove that a user is present. */
export const askedByScreens: ReadonlySet<string> = new Set([
  'GET /api/release',
  'GET /api/reports/events',
  'GET /api/uploads/events',
  'GET /api/uploads/:id/events',
]);

/** The signed-in routes that stay open while the user has a temporary password; the routes for anyone stay open too. */
export const openWithTemporaryPassword: ReadonlySet<string> = new Set([
  'GET /api/user',
  'POST /api/auth/change-password',
  'POST /api/auth/first-password',
]);

/** The signed-in routes that stay open to an administrator who must first set up a second factor. */
export const openWithoutSecondFactor: ReadonlySet<string> = new Set([
  ...openWithTemporaryPassword,
  'GET /api/my-second-factor',
  'POST /api/my-second-factor/begin',
  'POST /api/my-second-factor/confirm',
]);
