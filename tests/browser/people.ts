import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { administrator } from './served-product.ts';

export type Account = { email: string; password: string };
export type Role = 'ADMIN' | 'CLIENT' | 'VIEWER';

const temporaryPassword = 'Jangada#Azul-41';

/** Opens a session without the form, which has its own story. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { email, password } });
  expect(answer.status()).toBe(200);
}

/** An account that an administrator has just created: its password is temporary. */
export async function newAccount(
  request: APIRequestContext,
  email: string,
  role: Role = 'CLIENT',
): Promise<Account & { id: string }> {
  await request.post('/api/login', { data: administrator });
  const answer = await request.post('/api/admin/users', {
    data: { email, firstName: 'Maria', lastName: 'Souza', role, temporaryPassword },
  });
  expect(answer.status()).toBe(201);
  const { id }: { id: string } = await answer.json();
  return { id, email, password: temporaryPassword };
}

/** An account whose owner has already chosen a password. */
export async function settledAccount(
  request: APIRequestContext,
  email: string,
  role: Role = 'CLIENT',
): Promise<Account & { id: string }> {
  const { id, password: currentPassword } = await newAccount(request, email, role);
  await request.post('/api/login', { data: { email, password: currentPassword } });
  const password = 'Veleiro$Verde-58';
  const answer = await request.post('/api/auth/change-password', {
    data: { currentPassword, newPassword: password, confirmPassword: password },
  });
  expect(answer.status()).toBe(200);
  return { id, email, password };
}

/** The message on screen. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = page.getByRole('region', { name: /^Notificações/ }).getByRole('listitem');
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(description);
}
