import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { MyData } from '../../../shared/contracts/my-data.ts';
import { currentUserOptions } from '../../lib/session.ts';
import { HeldData } from './held-data.tsx';

const person = {
  id: '1',
  email: 'ana@exemplo.com.br',
  firstName: 'Ana',
  lastName: 'Lima',
  role: 'CLIENT',
  companyId: null,
  isActive: true,
  mustChangePassword: false,
} as const;

const data: MyData = {
  generatedAt: '2026-11-01T12:00:00.000Z',
  user: {
    ...person,
    companyName: null,
    temporaryPasswordExpiresAt: null,
    hasSecondFactor: false,
    updatedAt: '2026-11-01T12:00:00.000Z',
    version: 1,
    createdAt: '2026-11-01T12:00:00.000Z',
    lastSignInAt: null,
    deletionRequestedAt: null,
  },
  company: null,
  sessions: [],
  audit: [],
  records: { relatorios: [{}], envios: [] },
};

function shownTo(user: Partial<CurrentUser>): string {
  const client = new QueryClient();
  client.setQueryData(currentUserOptions.queryKey, {
    ...person,
    ...user,
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <HeldData data={data} />
    </QueryClientProvider>,
  );
}

test('a password is listed only for a user who has one here', () => {
  expect(shownTo({})).toContain('Guardada como código irreversível (argon2id)');
  const elsewhere = shownTo({ signsInElsewhere: true });
  expect(elsewhere).toContain('Nenhuma aqui: você entra pelo provedor de login da empresa');
  expect(elsewhere).not.toContain('argon2id');
});

test('kinds of records of which there are none are not listed', () => {
  const shown = shownTo({});
  expect(shown).toContain('Relatórios</dt>');
  expect(shown).toContain('1\u00a0item');
  expect(shown).not.toContain('Envios de arquivos');
});
