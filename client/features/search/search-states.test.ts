import { CancelledError } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SearchFilters } from '../../../shared/contracts/search.ts';
import { CallError, UnexpectedAnswerError, UnreachableError } from '../../lib/call.ts';
import { mentionsLogin, NothingFound, searchErrorText } from './search-states.tsx';

test('each failure has its sentence', () => {
  const signedOut = searchErrorText(new CallError(401, 'Sessão expirada.'));
  expect(signedOut).toBe('Você precisa fazer login primeiro.');
  expect(mentionsLogin(signedOut)).toBe(true);
  const about = { code: 'invalid_value' };
  const refused = searchErrorText(new CallError(400, 'A região é um número de 1 a 5.', about));
  expect(refused).toBe('Erro na pesquisa: 400 - A região é um número de 1 a 5.');
  expect(mentionsLogin(refused)).toBe(false);
  const ofGateway = searchErrorText(new CallError(502, ''));
  expect(ofGateway).toContain('Erro na pesquisa: 502 - O servidor não está respondendo');
  expect(searchErrorText(new UnreachableError(null))).toContain('Sem conexão');
  expect(searchErrorText(new UnexpectedAnswerError(null))).toContain('Recarregue a página.');
  expect(searchErrorText(new CancelledError())).toBe('Você parou de esperar pela resposta.');
  expect(searchErrorText(new Error('x is not a function'))).toBe('Erro desconhecido');
});

test('a text of which no word is known leads to similar names and to areas', () => {
  const shown = NothingFound({
    filters: SearchFilters.parse({ searchQuery: 'diretortfinancirjo' }),
    text: {
      leftOut: ['diretortfinancirjo'],
      alike: [{ codigo: '123115', titulo: 'Diretor financeiro', parecida: true }],
      areas: [{ codigo: '123', nome: 'Diretores de áreas de apoio' }],
    },
    relaxed: undefined,
    onWiden: () => undefined,
    onArea: () => undefined,
  });
  const buttons = [...renderToStaticMarkup(shown).matchAll(/<button[^>]*>(.*?)<\/button>/g)];
  expect(buttons.map(([, label]) => label)).toEqual([
    '123115 - Diretor financeiro',
    '123 Diretores de áreas de apoio',
  ]);
});
