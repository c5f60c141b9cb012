import type { AuditEntry } from '../../../shared/audit.ts';

const subjects = {
  user: 'Usuário',
  company: 'Empresa',
  reference: 'Tabela',
  audit: 'Auditoria',
  upload: 'Envio',
  release: 'Versão dos dados',
  settings: 'Configuração',
  report: 'Relatório',
  saved_search: 'Pesquisa salva',
} as const;

/** What an act was about: its name, or its kind where the name is gone. */
export function subjectText({ subject, subjectType, subjectId, actorId }: AuditEntry): string {
  if (subjectType === null) return '—';
  if (subjectType === 'user' && subjectId === actorId) return 'a própria conta';
  if (subject !== null) return subject;
  return subjectType === 'user'
    ? 'Pessoa eliminada'
    : `${subjects[subjectType]} ${subjectId ?? ''}`;
}

const names: Readonly<Record<string, string>> = {
  role: 'papel',
  formerRole: 'papel anterior',
  isActive: 'ativo',
  companyId: 'empresa',
  changed: 'campos alterados',
  reason: 'motivo',
  occupations: 'ocupações',
  synonyms: 'sinônimos',
  municipalities: 'municípios',
  periods: 'vigências',
  months: 'meses',
  from: 'desde',
  release: 'versão dos dados',
  value: 'valor',
  source: 'fonte',
  month: 'mês',
  percent: 'variação',
};
const words: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  null: 'nenhuma',
  ADMIN: 'Administrador',
  CLIENT: 'Cliente',
  VIEWER: 'Visualizador',
  unknown: 'conta desconhecida',
  password: 'senha errada',
  inactive: 'conta desativada',
  email: 'e-mail',
  firstName: 'nome',
  lastName: 'sobrenome',
};

type Detail = AuditEntry['details'][string];

/** What changed, in words: "papel: Administrador; ativo: sim". */
export function detailsText(details: AuditEntry['details']): string {
  const told = Object.entries(details)
    .map(([name, value]) => [names[name] ?? name, valueText(value)] as const)
    .filter(([, value]) => value !== '');
  return told.length === 0 ? '—' : told.map(([name, value]) => `${name}: ${value}`).join('; ');
}

function valueText(value: Detail): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object' && value !== null) return detailsText(value);
  return words[String(value)] ?? String(value);
}
