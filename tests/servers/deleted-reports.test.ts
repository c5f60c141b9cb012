import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSession } from '../../server/people/identity/sessions.ts';
import { insertUser } from '../../server/people/identity/users.ts';
import type { AppDatabase } from '../../server/platform/store/schema.ts';
import type { Role } from '../../shared/codes/roles.ts';
import { knownHash, knownPassword } from '../support/accounts.ts';
import { productApp } from '../support/product-app.ts';
import { storeRelease } from '../support/stored-release.ts';

const now = new Date();

async function person(db: AppDatabase, role: Role) {
  const email = `${role.toLowerCase()}@exemplo.com.br`;
  const newcomer = { email, firstName: 'Ana', lastName: 'Lima', companyId: null, role };
  const { id } = await insertUser(db, newcomer, await knownHash, now);
  const { token } = await startSession(db, id, now);
  return { id, email, cookies: { caged_session: token } };
}

/** A finished report of a user, as the product stores it. */
async function report(db: AppDatabase, userId: string, file: string): Promise<void> {
  await storeRelease(db);
  await db
    .insertInto('reports')
    .values({
      id: randomUUID(),
      user_id: userId,
      type: 'CSV',
      name: 'Vendedores',
      selections: JSON.stringify([{ cbo: '521110' }]),
      release: 1,
      status: 'COMPLETED',
      file,
      description: '{}',
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
    })
    .execute();
}

test('"Meus dados" has a person\'s reports, and their files go with him at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caged-deleted-'));
  const product = await productApp({ DATA_DIR: folder });
  const { db } = product.store;
  const ana = await person(db, 'CLIENT');
  const administrator = await person(db, 'ADMIN');
  const document = join(folder, 'reports', 'ana.csv');
  await mkdir(join(folder, 'reports'));
  await writeFile(document, 'x');
  await report(db, ana.id, 'ana.csv');

  const held = await product.app.inject({ url: '/api/my-data', cookies: ana.cookies });
  expect(held.json().records.textosDigitados).toEqual([]);
  expect(held.json().records.relatorios).toEqual([
    {
      nome: 'Vendedores',
      tipo: 'CSV',
      pesquisas: [expect.stringContaining('Vendedor de comércio varejista')],
      salarioInformado: null,
      publicacao: 1,
      situacao: 'COMPLETED',
      criadoEm: now.toISOString(),
      expiraEm: expect.any(String),
    },
  ]);
  const deleted = await product.app.inject({
    method: 'POST',
    url: `/api/admin/users/${ana.id}/erasure`,
    cookies: administrator.cookies,
    payload: { email: ana.email, password: knownPassword },
  });
  expect(deleted.statusCode, deleted.body).toBe(200);
  expect(existsSync(document)).toBe(false);
  expect(await db.selectFrom('reports').selectAll().execute()).toEqual([]);
  await product.close();
});
