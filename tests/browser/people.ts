import { expect, request, type APIRequestContext, type Page } from '@playwright/test';
import { administrator, port } from './served-product.ts';

type Account = { email: string; password: string };
type Role = 'ADMIN' | 'CLIENT' | 'VIEWER';

type NewAccount = Account & { id: string };

const baseURL = `http://127.0.0.1:${port}`;
const temporaryPassword = 'Jangada#Azul-41';

/** Opens a session without the form, which has a separate story. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
}

let administration: Promise<APIRequestContext> | undefined;

/** A session with a separate cookie jar: a sign-in ends the session that its cookie names. */
async function apiOf(account: Account): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const answer = await api.post('/api/login', { data: account });
  expect(answer.status()).toBe(200);
  return api;
}

/** An account that an administrator has just created: its password is temporary. */
export async function newAccount(
  email: string,
  role: Role = 'CLIENT',
  companyId: string | null = null,
): Promise<NewAccount> {
  administration ??= apiOf(administrator);
  const api = await administration;
  const proof = { password: administrator.password };
  const answer = await api.post('/api/admin/users', {
    data: {
      email,
      firstName: 'Maria',
      lastName: 'Souza',
      role,
      companyId,
      temporaryPassword,
      ...proof,
    },
  });
  expect(answer.status()).toBe(201);
  const { id }: { id: string } = await answer.json();
  return { id, email, password: temporaryPassword };
}

/** An account with a password that its owner chose. */
export async function settledAccount(
  email: string,
  role: Role = 'CLIENT',
  companyId: string | null = null,
): Promise<NewAccount> {
  const { id, password: currentPassword } = await newAccount(email, role, companyId);
  const api = await apiOf({ email, password: currentPassword });
  const password = 'Veleiro$Verde-58';
  const answer = await api.post('/api/auth/change-password', {
    data: { currentPassword, newPassword: password, confirmPassword: password },
  });
  expect(answer.status()).toBe(200);
  await api.dispose();
  return { id, email, password };
}

/** A company that an administrator has just created; returns its id. */
export async function newCompany(name: string, cnaes: readonly string[]): Promise<string> {
  administration ??= apiOf(administrator);
  const api = await administration;
  const data = { name, cnpj: '99888777000100', cnaes, industry: null, size: 'PEQUENA' };
  const answer = await api.post('/api/admin/companies', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id }: { id: string } = await answer.json();
  return id;
}

/** Expects a notification on the screen. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notificações/ }).getByRole('listitem');
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(description);
}
