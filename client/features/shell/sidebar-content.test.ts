import { expect, test } from 'vitest';
import { isAt, sections } from './sidebar-content.tsx';

const entries = sections.flatMap((section) => section.entries);
const current = (path: string) =>
  entries.filter((entry) => isAt(entry, path)).map(({ label }) => label);

test('a screen has one entry in the sidebar, also where it has a path below it', () => {
  expect(current('/')).toEqual(['Pesquisa salarial']);
  expect(current('/dashboard')).toEqual(['Pesquisa salarial']);
  expect(current('/admin/dashboard')).toEqual(['Painel']);
  for (const path of ['/admin/upload', '/admin/upload-advanced', '/admin/uploads/01HX']) {
    expect(current(path)).toEqual(['Processamento CAGED']);
  }
  expect(current('/upload-test')).toEqual([]);
  expect(current('/admin/uploads')).toEqual([]);
});
