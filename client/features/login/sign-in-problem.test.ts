import { expect, test } from 'vitest';
import { CallError, UnexpectedAnswerError, UnreachableError } from '../../lib/call.ts';
import { signInProblem } from './login-form.tsx';

test('only a 401 without a message is a wrong password', () => {
  const wrongPassword = 'Usuário ou senha inválidos';
  expect(signInProblem(new CallError(401, ''))).toBe(wrongPassword);
  for (const status of [500, 502, 503, 504])
    expect(signInProblem(new CallError(status, 'Bad Gateway'))).toMatch(
      new RegExp(
        `^O servidor não está respondendo \\(erro ${status}\\)\\. .* Tente de novo em um minuto`,
      ),
    );
  for (const status of [403, 404, 429])
    expect(signInProblem(new CallError(status, ''))).toContain(
      `recusado antes de chegar ao servidor (erro ${status})`,
    );
});

test('the sentence of the server is shown, and that of a lost connection or an unknown answer', () => {
  const locked = new CallError(429, 'Muitas tentativas.', { code: 'locked' });
  expect(signInProblem(locked)).toBe('Muitas tentativas.');
  expect(signInProblem(new UnreachableError(''))).toContain('Sem conexão com o servidor');
  expect(signInProblem(new UnexpectedAnswerError(''))).toContain('Recarregue a página');
});
