import { CancelledError } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { CallError, UnreachableError } from '../../lib/call.ts';
import { mentionsLogin, searchErrorText } from './search-states.tsx';

test('each failure has its sentence', () => {
  const signedOut = searchErrorText(new CallError(401, 'Sessão expirada.'));
  expect(signedOut).toBe('Você precisa fazer login primeiro.');
  expect(mentionsLogin(signedOut)).toBe(true);
  const refused = searchErrorText(new CallError(400, 'A região é um número de 1 a 5.'));
  expect(refused).toBe('Erro na pesquisa: 400 - A região é um número de 1 a 5.');
  expect(mentionsLogin(refused)).toBe(false);
  expect(searchErrorText(new UnreachableError(null))).toContain('Sem conexão');
  expect(searchErrorText(new CancelledError())).toBe('Você parou de esperar pela resposta.');
  expect(searchErrorText(new Error('x is not a function'))).toBe('Erro desconhecido');
});
