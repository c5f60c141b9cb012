import { z } from 'zod';
import { keysOf } from '../codes/keys.ts';
import { pageQuery } from './people-fields.ts';

/**
 * The audit log: who did what to what, when and from where. It stores ids, not names: names are looked up at read time,
 * so a deleted user is no longer named here.
 */

export const auditActions = {
  'session.started': 'Login',
  'session.refused': 'Login recusado',
  'session.code_requested': 'Senha certa, código pedido',
  'session.ended': 'Logout',
  'session.ended_elsewhere': 'Sessões encerradas',
  'confirmation.refused': 'Confirmação recusada',
  'calls.refused': 'Chamadas recusadas',
  'password.changed': 'Senha alterada',
  'password.reset_requested': 'Recuperação de senha pedida',
  'password.reset': 'Senha redefinida',
  'user.created': 'Usuário criado',
  'user.updated': 'Usuário alterado',
  'user.password_renewed': 'Senha temporária criada',
  'second_factor.added': 'Verificação em duas etapas ligada',
  'second_factor.removed': 'Verificação em duas etapas desligada',
  'second_factor.recovered': 'Código de recuperação usado',
  'second_factor.codes_renewed': 'Códigos de recuperação trocados',
  'user.linked': 'Conta ligada ao provedor de login',
  'user.erased': 'Dados de usuário eliminados',
  'my_data.exported': 'Dados próprios exportados',
  'my_data.updated': 'Nome próprio corrigido',
  'my_data.erasure_requested': 'Eliminação de dados pedida',
  'company.created': 'Empresa criada',
  'company.updated': 'Empresa alterada',
  'company.logo_changed': 'Logotipo de empresa trocado',
  'company.logo_removed': 'Logotipo de empresa removido',
  'api_key.created': 'Chave de acesso criada',
  'api_key.revoked': 'Chave de acesso revogada',
  'reference.cbo_imported': 'CBO importada',
  'reference.municipalities_imported': 'Municípios importados',
  'reference.minimum_wage_imported': 'Salário mínimo importado',
  'reference.inpc_imported': 'INPC importado',
  'records.sensitive_read': 'Dados sensíveis de registros lidos',
  'audit.exported': 'Auditoria exportada',
  'upload.received': 'Arquivos recebidos',
  'upload.approved': 'Envio aprovado',
  'upload.cancelled': 'Envio cancelado',
  'upload.retried': 'Nova tentativa de envio',
  'upload.reverted': 'Envio revertido',
  'release.restored': 'Versão dos dados restaurada',
  'settings.load_limits': 'Limites da conferência alterados',
  'settings.release_retention': 'Retenção das versões alterada',
  'settings.source_check': 'Verificação da fonte alterada',
  'source.loaded': 'Arquivos pedidos à fonte',
  'reference.official_figures_imported': 'Números oficiais importados',
  'saved_search.shared': 'Pesquisa salva compartilhada',
  'saved_search.unshared': 'Pesquisa salva deixou de ser compartilhada',
  'records.exported': 'Registros exportados',
  'receipt.laudo_made': 'Laudo gerado',
  'public_link.created': 'Link público criado',
  'public_link.revoked': 'Link público revogado',
  'settings.public_links': 'Links públicos configurados',
  'report.created': 'Relatório criado',
  'report.downloaded': 'Relatório baixado',
  'report.retried': 'Relatório gerado de novo',
  'report.deleted': 'Relatório excluído',
  'settings.report_retention': 'Retenção dos relatórios alterada',
} as const;
export type AuditAction = keyof typeof auditActions;

const actionNames = keysOf(auditActions);

/** What acts are about, each with the text for a subject without a name, or whose name is gone. */
export const subjectTypes = {
  user: 'Pessoa eliminada',
  company: 'Empresa que não existe mais',
  reference: 'Tabela de referência',
  audit: 'Auditoria',
  upload: 'Envio sem competência identificada',
  release: 'Versão dos dados',
  settings: 'Configuração',
  report: 'Relatório que não existe mais',
  saved_search: 'Pesquisa que não existe mais',
  receipt: 'Recibo de uma resposta',
  public_link: 'Link público',
} as const;

const day = z.iso.date('Informe a data no formato AAAA-MM-DD.');

export const AuditFilters = z.strictObject({
  action: z.enum(actionNames, 'Esta ação não existe na auditoria.').optional(),
  outcome: z.enum(['success', 'failure'], 'O resultado é success ou failure.').optional(),
  actorId: z.uuid('Este usuário não existe.').optional(),
  subjectId: z.string().max(80, 'Use até 80 caracteres.').optional(),
  /** Days in Brasília time, both included. */
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditQuery = AuditFilters.extend({
  ...pageQuery(200, 50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.enum(actionNames),
  actionLabel: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** Null for a caller who was not signed in and for the system itself. */
  actorId: z.string().nullable(),
  /** Name and e-mail of the actor; null when there is no actor or the user was deleted. */
  actor: z.string().nullable(),
  subjectType: z.enum(keysOf(subjectTypes)).nullable(),
  subjectId: z.string().nullable(),
  /** The subject's name; null as for the actor. */
  subject: z.string().nullable(),
  /** IP address. */
  address: z.string().nullable(),
  /** What changed, such as `{ "role": "ADMIN" }`; no personal data. */
  details: z.record(z.string(), z.json()),
  /** Current names of the ids in `details`. */
  detailNames: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditPage = z.object({ entries: z.array(AuditEntry), total: z.number() });
export type AuditPage = z.infer<typeof AuditPage>;
