import { subjectTypes, type AuditAction, type AuditEntry } from '../contracts/audit.ts';
import { roles } from '../codes/roles.ts';
import { loadLimitLabels } from '../contracts/comparison.ts';
import { formatDecimal, formatMoment, formatMonth } from '../words/format.ts';

/** The settings that administrators change while the product runs. */
export const settingNames = {
  load_limits: 'Limites de conferência',
  release_retention: 'Retenção das versões',
  source_check: 'Verificação da fonte',
  report_retention: 'Retenção dos relatórios',
  public_links: 'Links públicos',
} as const;

const fixedNames: Readonly<Record<string, string>> = {
  cbo: 'Ocupações da CBO',
  municipalities: 'Municípios',
  'minimum-wage': 'Salário mínimo',
  inpc: 'INPC',
  'official-figures': 'Números do MTE',
  ...settingNames,
};

/** The display name of an act's subject. */
export function subjectText({ subject, subjectType, subjectId, actorId }: AuditEntry): string {
  if (subjectType === null) return '—';
  if (subjectType === 'user' && subjectId === actorId) return 'a própria conta';
  if (subject !== null) return subject;
  if (subjectType === 'release' && subjectId !== null) return `Versão ${subjectId} dos dados`;
  return fixedNames[subjectId ?? ''] ?? subjectTypes[subjectType];
}

const names: Readonly<Record<string, string>> = {
  ...loadLimitLabels,
  role: 'papel',
  formerRole: 'papel anterior',
  isActive: 'ativo',
  companyId: 'empresa',
  changed: 'campos alterados',
  sessions: 'sessões',
  key: 'chave',
  reason: 'motivo',
  occupations: 'ocupações',
  synonyms: 'sinônimos',
  municipalities: 'municípios',
  builtIn: 'tabela do próprio sistema',
  figures: 'números',
  periods: 'vigências',
  months: 'meses',
  competencia: 'competência',
  from: 'desde',
  release: 'versão dos dados',
  value: 'valor',
  source: 'fonte',
  month: 'mês',
  percent: 'variação',
  type: 'tipo',
  wasRequested: 'a pedido da pessoa',
  keepLast: 'versões mais novas',
  keepMonths: 'meses com a última versão',
  days: 'dias',
  isEnabled: 'verifica todo dia',
  loadsByItself: 'carrega sozinha',
  calls: 'chamadas',
  since: 'desde',
  addresses: 'endereços',
  people: 'pessoas',
  routes: 'rotas',
  question: 'pesquisa',
  withSensitive: 'com colunas sensíveis',
  by: 'por',
  openings: 'aberturas',
  isAllowed: 'permitidos',
  frameOrigins: 'sites com cartões',
};
/** Details with a different meaning in one act. */
const namesOfAct: Partial<Record<AuditAction, Readonly<Record<string, string>>>> = {
  'release.restored': { from: 'no lugar da versão' },
  'upload.reverted': { release: 'voltou à versão' },
};
const words: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  null: '—',
  ...roles,
  EXCEL: 'Excel',
  unknown: 'conta desconhecida',
  password: 'senha errada',
  code: 'código errado',
  expired: 'senha temporária vencida',
  inactive: 'conta desativada',
  bad_session: 'sessão encerrada ou inválida',
  no_session: 'sem login',
  forbidden: 'sem permissão',
  foreign_origin: 'pedido vindo de outro site',
  provider: 'provedor de login',
  provider_sign_in: 'login pelo provedor recusado',
  provider_inactive: 'conta desativada',
  provider_last_administrator: 'último administrador ativo',
  provider_other_account: 'e-mail ligado a outra conta do provedor',
  provider_unknown_company: 'empresa não cadastrada',
  unknown_object: 'item que não existe ou é de outra empresa',
  throttled: 'tentativas demais',
  invalid_input: 'valores inválidos',
  overload: 'pedidos demais ao mesmo tempo',
  email: 'e-mail',
  firstName: 'nome',
  lastName: 'sobrenome',
};

type Parsed = Pick<AuditEntry, 'action' | 'details' | 'detailNames'>;
type Detail = AuditEntry['details'][string];

/** What changed, in words: "papel: Administrador; ativo: sim". */
export function detailsText(entry: Parsed): string {
  const results = Object.entries(entry.details)
    .map(([name, value]) => [nameOf(name, entry.action), valueText(value, entry)] as const)
    .filter(([, value]) => value !== '');
  return results.length === 0
    ? '—'
    : results.map(([name, value]) => `${name}: ${value}`).join('; ');
}

const nameOf = (name: string, action: AuditAction) =>
  namesOfAct[action]?.[name] ?? names[name] ?? name;

/** "2026-11-26T17:57:53.585Z". A typed reason can have this form with an impossible date. */
const isInstant = (text: string) =>
  /^20\d{2}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text));

/** A typed reason can be any word, such as "constructor". */
const ownEntry = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

function valueText(value: Detail, entry: Parsed): string {
  if (Array.isArray(value)) return value.map((part) => valueText(part, entry)).join(', ');
  if (typeof value === 'object' && value !== null) return detailsText({ ...entry, details: value });
  if (typeof value === 'number') return formatDecimal(value);
  const text = String(value);
  if (/^20\d{2}(0[1-9]|1[0-2])$/.test(text)) return formatMonth(text);
  if (isInstant(text)) return formatMoment(text);
  return ownEntry(words, text) ?? ownEntry(entry.detailNames, text) ?? text;
}
