import { expect, test } from 'vitest';
import type { AuditEntry } from '../contracts/audit.ts';
import { detailsText, subjectText } from './audit-texts.ts';

const entry: AuditEntry = {
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
  detailNames: {},
};
const textOf = (details: AuditEntry['details'], more: Partial<AuditEntry> = {}) =>
  detailsText({ ...entry, details, ...more });

test('what changed is reported in Portuguese words', () => {
  expect(textOf({ role: 'ADMIN', isActive: false, changed: ['email'] })).toBe(
    'papel: Administrador; ativo: não; campos alterados: e-mail',
  );
  expect(textOf({ type: 'EXCEL' })).toBe('tipo: Excel');
  expect(textOf({ value: { versionRatio: 1500 } })).toBe(
    'valor: Diferença da versão publicada (%): 1.500',
  );
});

test('no reason of a refused login and no detail of an act is a word of the code', () => {
  expect(textOf({ reason: 'code' })).toBe('motivo: código errado');
  expect(textOf({ reason: 'expired' })).toBe('motivo: senha temporária vencida');
  expect(textOf({ sessions: 2 })).toBe('sessões: 2');
  expect(textOf({ key: 'k1', days: 30 })).toBe('chave: k1; dias: 30');
  expect(textOf({ question: 'Vendedor, SP', withSensitive: true })).toBe(
    'pesquisa: Vendedor, SP; com colunas sensíveis: sim',
  );
});

test('a typed reason that is the name of a property of every object stays as it is', () => {
  expect(textOf({ reason: 'constructor' }, { action: 'release.restored' })).toBe(
    'motivo: constructor',
  );
});

test('lists within a detail are reported too, months as months, and nothing is a dash', () => {
  expect(textOf({ months: [{ month: '202701', percent: 0.3 }] })).toBe(
    'meses: mês: jan/2027; variação: 0,3',
  );
  expect(textOf({ competencia: '202307' })).toBe('competência: jul/2023');
  expect(textOf({ since: '2026-11-26T17:57:53.585Z' })).toBe('desde: 26/11/2026, 14:57');
  expect(textOf({ reason: '2026-99-26T17:57:53.585Z' })).toBe('motivo: 2026-99-26T17:57:53.585Z');
  expect(textOf({ changed: [] })).toBe('—');
});

test('versions are reported as versions', () => {
  expect(textOf({ from: 3, reason: 'mês incompleto' }, { action: 'release.restored' })).toBe(
    'no lugar da versão: 3; motivo: mês incompleto',
  );
  expect(textOf({ release: 1 }, { action: 'upload.reverted' })).toBe('voltou à versão: 1');
  expect(subjectText({ ...entry, subjectType: 'release', subjectId: '2' })).toBe(
    'Versão 2 dos dados',
  );
});

test('ids are named by the names that they have now', () => {
  expect(textOf({ companyId: 'c' }, { detailNames: { c: 'Acme' } })).toBe('empresa: Acme');
  expect(textOf({ companyId: null })).toBe('empresa: —');
  expect(textOf({ periods: [{ from: '202701', value: null }] })).toBe(
    'vigências: desde: jan/2027; valor: —',
  );
  expect(textOf({ percent: -0.21 })).toBe('variação: −0,21');
  expect(subjectText({ ...entry, subjectType: 'report', subject: 'Vendedores' })).toBe(
    'Vendedores',
  );
});

test('what has no name is named by its kind, never by its id', () => {
  expect(subjectText(entry)).toBe('Pessoa eliminada');
  expect(subjectText({ ...entry, subjectId: 'a', subject: 'Ana' })).toBe('a própria conta');
  expect(subjectText({ ...entry, subjectType: null })).toBe('—');
  expect(subjectText({ ...entry, subjectType: 'report' })).toBe('Relatório que não existe mais');
  expect(subjectText({ ...entry, subjectType: 'reference', subjectId: 'minimum-wage' })).toBe(
    'Salário mínimo',
  );
});
