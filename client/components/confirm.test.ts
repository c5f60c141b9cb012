import { expect, test } from 'vitest';
import { CallError } from '../lib/call.ts';
import { proofOf } from './confirm.tsx';

const ana = {
  id: 'ana',
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'ADMIN',
  companyId: null,
  isActive: true,
  mustChangePassword: false,
} as const;

test('a proof at the provider lasts until the server refuses it, whatever the clock of the browser', () => {
  const elsewhere = { ...ana, signsInElsewhere: true } as const;
  const confirmed = { ...elsewhere, confirmedUntil: '2020-01-01T00:00:00.000Z' };
  expect(proofOf(ana, null)).toBe('password');
  expect(proofOf(elsewhere, null)).toBe('provider');
  expect(proofOf(confirmed, null)).toBe('proved');
  expect(proofOf(confirmed, new CallError(404, 'Não existe.', { code: 'unknown_user' }))).toBe(
    'proved',
  );
  expect(proofOf(confirmed, new CallError(403, 'Confirme.', { code: 'must_confirm' }))).toBe(
    'provider',
  );
});
