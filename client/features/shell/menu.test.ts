import { expect, test } from 'vitest';
import { administration, entries, isAt, isWithin, more } from './menu.ts';

const current = (path: string) => [
  ...[...entries, ...administration].filter((entry) => isWithin(entry, path)),
  ...more.filter((place) => isAt(place, path)),
];
const tab = (path: string) =>
  administration.flatMap(({ tabs = [] }) => tabs).filter((place) => isAt(place, path));
const labels = (places: readonly { label: string }[]) => places.map(({ label }) => label);

test('the menu has six entries and three more for everybody, and four for administrators', () => {
  expect(labels(entries)).toEqual([
    'Pesquisar',
    'Comparar',
    'Minha folha',
    'Relatórios',
    'Histórico',
    'Pesquisas salvas',
  ]);
  expect(labels(more)).toEqual(['Igualdade', 'Integridade dos dados', 'API']);
  expect(labels(administration)).toEqual([
    'Painel',
    'Processamento CAGED',
    'Usuários',
    'Configurações',
  ]);
});

test('a screen has one entry in the menu, also where it has a path below it', () => {
  const entryOf = {
    '/': 'Pesquisar',
    '/dashboard': 'Pesquisar',
    '/integrity': 'Integridade dos dados',
    '/admin/dashboard': 'Painel',
    '/admin/upload': 'Processamento CAGED',
    '/admin/upload-advanced': 'Processamento CAGED',
    '/admin/uploads/01HX': 'Processamento CAGED',
    '/admin/source': 'Processamento CAGED',
    '/admin/releases': 'Processamento CAGED',
    '/admin/users': 'Usuários',
    '/admin/companies': 'Usuários',
    '/admin/audit': 'Usuários',
    '/upload-test': 'Configurações',
  };
  for (const [path, label] of Object.entries(entryOf)) {
    expect([path, ...labels(current(path))]).toEqual([path, label]);
  }
  expect(current('/admin/uploads')).toEqual([]);
});

test('a screen that shares its entry opens its own tab', () => {
  const tabOf = {
    '/admin/upload': 'Carregar',
    '/admin/uploads/01HX': 'Carregar',
    '/admin/source': 'Fonte e limites',
    '/admin/releases': 'Versões',
    '/admin/users': 'Usuários',
    '/admin/companies': 'Empresas e chaves',
    '/admin/audit': 'Auditoria',
  };
  for (const [path, label] of Object.entries(tabOf)) {
    expect([path, ...labels(tab(path))]).toEqual([path, label]);
  }
  for (const path of ['/compare', '/reports', '/history', '/saved']) expect(tab(path)).toEqual([]);
});
