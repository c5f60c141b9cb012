import { Link } from '@tanstack/react-router';
import ExternalLink from 'lucide-react/icons/external-link';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ReactNode } from 'react';
import {
  formatCount,
  formatCounted,
  formatLongMonth,
  formatMoment,
} from '../../../shared/words/format.ts';
import { type HealthPart, Overview } from '../../../shared/contracts/overview.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, buttonClass } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { FigureCards } from '../../components/figure-cards.tsx';
import { MicrodataLink } from '../../components/microdata-link.tsx';
import { Panel } from '../../components/panel.tsx';
import { getOptions } from '../../lib/get-options.ts';
import { healthLink } from '../../lib/health-link.ts';

/** The current status, and an administrator's most frequent actions. */
export function OverviewTab({
  overview,
  isImporting,
  onImportCbo,
}: {
  overview: Overview;
  isImporting: boolean;
  onImportCbo: () => void;
}) {
  return (
    <>
      <FirstSteps overview={overview} />
      <Figures overview={overview} />
      <div className="panel-columns">
        <Panel title="Partes do sistema">
          <Facts
            facts={overview.parts.map((part) => ({
              term: part.label,
              detail: <Part part={part} />,
            }))}
          />
        </Panel>
        <div className="flex min-w-0 flex-col gap-4">
          <div className="print:hidden">
            <Panel title="Ações rápidas">
              <div className="flex flex-wrap gap-2">
                <Link to="/admin/users" search={{ novo: '1' }} className={buttonClass('primary')}>
                  <UserPlus aria-hidden size={16} />
                  Criar usuário
                </Link>
                <Button disabled={isImporting} onClick={onImportCbo}>
                  {isImporting ? 'Importando...' : 'Importar CBO'}
                </Button>
                <a {...healthLink} className={buttonClass('secondary')}>
                  Verificar saúde
                  <ExternalLink aria-label="(abre em nova aba)" size={16} />
                </a>
              </div>
            </Panel>
          </div>
          <Panel title="Sessão atual">
            <Facts
              facts={[
                { term: 'Início', detail: formatMoment(overview.session.startedAt) },
                { term: 'Termina', detail: formatMoment(overview.session.expiresAt) },
                { term: 'Endereço', detail: overview.session.address },
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const { users, activeUsers, administrators, companies, release, status } = overview;
  const troubled = overview.parts.filter((part) => part.status !== 'ok').length;
  return (
    <FigureCards
      cards={[
        {
          title: 'Usuários ativos',
          figure: formatCount(activeUsers),
          note: `de ${formatCounted(users, 'conta', 'contas')} em ${formatCounted(companies, 'empresa', 'empresas')}`,
        },
        {
          title: 'Administradores',
          figure: formatCount(administrators),
          note: administrators === 1 ? 'só um: crie outro' : 'ativos',
        },
        {
          title: 'Status do sistema',
          figure: <span className={statusTones[status]}>{status}</span>,
          note:
            troubled === 0
              ? 'todas as partes em ordem'
              : `${formatCounted(troubled, 'parte pede', 'partes pedem')} atenção`,
        },
        {
          title: 'Dados publicados',
          figure: release?.lastMonth ? formatLongMonth(release.lastMonth) : '—',
          note: releaseNote(release),
        },
      ]}
    />
  );
}

function releaseNote(release: Overview['release']): string {
  if (release === null) return 'nenhum mês carregado';
  const kind = release.isSynthetic ? 'demonstração' : 'dados do CAGED';
  return `versão ${release.number}, ${kind}`;
}

const statusTones = {
  Online: 'text-good',
  Atenção: 'text-warm',
  'Com falha': 'text-danger',
} as const;

const partStates = {
  ok: <Badge tone="good">Em ordem</Badge>,
  warning: <Badge tone="warm">Atenção</Badge>,
  failing: <Badge tone="danger">Com falha</Badge>,
} as const;

function Part({ part: { status, message } }: { part: HealthPart }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {partStates[status]}
      {message}
    </span>
  );
}

/** The dashboard's current figures; each visit fetches them again. */
export const overviewOptions = getOptions(['overview'], '/api/admin/overview', Overview, {
  staleTime: 0,
});

/** The current state of what the settings control, with a link to them. */
export function SettingsTab({ overview }: { overview: Overview }) {
  const settingParts = ['mail', 'source', 'data_freshness', 'disk'];
  const parts = overview.parts.filter(({ part }) => settingParts.includes(part));
  return (
    <Panel title="Configurações">
      <Facts
        facts={parts.map(({ label, message }) => ({
          term: label,
          detail: message ?? 'Em ordem',
        }))}
      />
      <Link to="/admin/settings" className={buttonClass('primary', 'mt-4')}>
        Abrir configurações
      </Link>
    </Panel>
  );
}

/** The number of users and companies, with a link to each list. */
export function UsersTab({ overview }: { overview: Overview }) {
  const { users, activeUsers, administrators, companies } = overview;
  return (
    <Panel title="Contas">
      <Facts
        facts={[
          { term: 'Contas', detail: formatCount(users) },
          {
            term: 'Ativas',
            detail: `${formatCount(activeUsers)}, das quais ${formatCounted(administrators, 'de administrador', 'de administradores')}`,
          },
          { term: 'Desativadas', detail: formatCount(users - activeUsers) },
          { term: 'Empresas', detail: formatCount(companies) },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to="/admin/users" className={buttonClass('primary')}>
          Gerenciar usuários
        </Link>
        <Link to="/admin/companies" className={buttonClass('secondary')}>
          Gerenciar empresas
        </Link>
        <Link to="/admin/audit" className={buttonClass('secondary')}>
          Ver auditoria
        </Link>
      </div>
    </Panel>
  );
}

interface Step {
  readonly title: string;
  readonly text: ReactNode;
  readonly isDone: boolean;
  readonly action?: ReactNode;
}

const sendText = (isDemonstration: boolean) =>
  isDemonstration
    ? 'Escolha os arquivos: o sistema confere e publica. Os dados reais substituem os de demonstração.'
    : 'Escolha os arquivos: o sistema confere e publica.';

/** The way from an empty installation to the first answer; nothing once each step is done. */
function FirstSteps({ overview: { release, users } }: { overview: Overview }) {
  const hasData = release !== null && !release.isSynthetic;
  const steps: readonly Step[] = [
    {
      title: 'Baixe os arquivos',
      text: (
        <>
          No site do Ministério do Trabalho e Emprego, abra a página <MicrodataLink /> do PDET e,
          nela, a pasta NOVO CAGED. De cada mês, baixe CAGEDMOV, CAGEDFOR e CAGEDEXC, sem
          descompactar.
        </>
      ),
      isDone: hasData,
    },
    {
      title: 'Envie',
      text: sendText(release?.isSynthetic === true),
      isDone: hasData,
      action: (
        <Link to="/admin/upload" className={buttonClass('primary')}>
          Enviar arquivos
        </Link>
      ),
    },
    {
      title: 'Convide',
      text: 'Crie o usuário de cada pessoa e entregue a senha temporária, que ela troca no primeiro login.',
      isDone: users > 1,
      action: (
        <Link to="/admin/users" search={{ novo: '1' }} className={buttonClass('secondary')}>
          Convidar
        </Link>
      ),
    },
  ];
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title="Primeiros passos">
      <ol className="grid gap-x-6 gap-y-5 md:grid-cols-3">
        {steps.map(({ title, text, isDone, action }, index) => (
          <li key={title} className="flex flex-col items-start gap-2">
            <p className="flex items-center gap-2 font-medium">
              {index + 1}. {title}
              {isDone && <Badge tone="good">Feito</Badge>}
            </p>
            <p className="text-dense text-muted">{text}</p>
            {!isDone && action}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
