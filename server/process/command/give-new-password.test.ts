import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newInstallation, type Installation } from '../../../tests/support/installation.ts';
import { isPassword } from '../../people/identity/passwords.ts';
import { startSession } from '../../people/identity/sessions.ts';
import { createUser, maybeAccount } from '../../people/identity/users.ts';
import { runCommand } from './command.ts';

let installation: Installation;
let said: string[];
beforeEach(async () => {
  said = [];
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line: string) => void said.push(line));
  installation = await newInstallation();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await installation.close();
  await rm(installation.folder, { recursive: true, force: true });
});

const person = {
  email: 'Admin@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Souza',
  role: 'ADMIN',
  companyId: null,
  password: 'Estrela-Polar-27',
  mustChangePassword: false,
} as const;
const reset = (email: string) =>
  runCommand(['reset-password', email], { DATA_DIR: installation.folder });

test('a lost password is replaced by a temporary one, and sessions end', async () => {
  const { db } = installation.store;
  const { id } = await createUser(db, person, new Date());
  await startSession(db, id, new Date());
  expect(await reset('admin@EXEMPLO.com.br')).toBe(0);
  const password = /^Senha temporária de \S+: (\S+)$/.exec(said[0] ?? '')?.[1] ?? '';
  const account = await maybeAccount(db, person.email);
  expect(await isPassword(account?.password_hash ?? '', password)).toBe(true);
  expect(account?.must_change_password).toBe(1);
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const acts = await db.selectFrom('audit_log').select(['action', 'actor_id']).execute();
  expect(acts).toContainEqual({ action: 'user.password_renewed', actor_id: null });
});

test('an unknown or an inactive account gets no password', async () => {
  const { db } = installation.store;
  expect(await reset('ninguem@exemplo.com.br')).toBe(1);
  expect(said.pop()).toBe('Este usuário não existe.');
  const { id } = await createUser(db, person, new Date());
  await db.updateTable('users').set({ is_active: 0 }).where('id', '=', id).execute();
  expect(await reset(person.email)).toBe(1);
  expect(said.pop()).toContain('Esta conta está inativa');
});
