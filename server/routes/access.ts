import type { Role } from '../../shared/codes.ts';

/** Who may call a route: anyone, whoever is signed in, or the signed-in people with one of these roles. */
export type Access = 'anyone' | 'signed-in' | readonly Role[];
export type AccessTable = Readonly<Record<string, Access>>;

/** Every route of the product and who may call it. A route that is not here stops the start. */
export const accessTable: AccessTable = {
  'GET /api/health': 'anyone',
  'POST /api/login': 'anyone',
  'GET /api/logout': 'anyone',
  'GET /api/user': 'signed-in',

  'POST /api/search': 'signed-in',
  'GET /api/release': 'signed-in',
  'GET /api/reference/regions': 'signed-in',
  'GET /api/reference/states': 'signed-in',
  'GET /api/reference/municipalities': 'signed-in',
  'GET /api/reference/cbo/:code': 'signed-in',
  'GET /api/reference/cbo-by-title': 'signed-in',

  'POST /api/caged/upload': ['ADMIN'],
  'GET /api/uploads/:id': ['ADMIN'],
  'GET /api/release/unmatched-exclusions.csv': ['ADMIN'],
  'GET /api/uploads/:id/files/:file/rejections': ['ADMIN'],
  'GET /api/uploads/:id/files/:file/rejections.csv': ['ADMIN'],

  'GET /*': 'anyone',
};
