import { expect, test } from 'vitest';
import { detailsText, subjectText } from './audit-texts.ts';

test('what changed is told in Portuguese words', () => {
  expect(detailsText({ role: 'ADMIN', isActive: false, changed: ['email'] })).toBe(
    'papel: Administrador; ativo: não; campos alterados: e-mail',
  );
});

test('lists within a detail are told too, and nothing is a dash', () => {
  expect(detailsText({ months: [{ month: '202701', percent: 0.3 }] })).toBe(
    'meses: mês: 202701; variação: 0.3',
  );
  expect(detailsText({ changed: [] })).toBe('—');
  expect(detailsText({ from: 3, reason: 'mês incompleto' })).toBe(
    'desde: 3; motivo: mês incompleto',
  );
  expect(detailsText({ release: 1 })).toBe('versão dos dados: 1');
});

const entry = {
  id: '1',
  at: '2026-11-20T12:00:00.000Z',
  action: 'user.updated',
  actionLabel: 'Usuário alterado',
  outcome: 'success',
  actorId: 'a',
  actor: 'Ana',
  subjectType: 'user',
  subjectId: 'b',
  subject: null,
  address: null,
  details: {},
} as const;

test('a person who was erased has no name, and an act on oneself says so', () => {
  expect(subjectText(entry)).toBe('Pessoa eliminada');
  expect(subjectText({ ...entry, subjectId: 'a', subject: 'Ana' })).toBe('a própria conta');
  expect(subjectText({ ...entry, subjectType: null })).toBe('—');
});
