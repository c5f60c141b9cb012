import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ExternalLink from 'lucide-react/icons/external-link';
import { roles } from '../../../shared/codes/roles.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import type { SettingsSummary } from '../../../shared/contracts/settings.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Facts, type Fact } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { healthLink } from '../../lib/health-link.ts';
import { settingsOptions } from './settings-options.ts';

export function SystemPanel({ user }: { user: CurrentUser | null }) {
  const settings = useQuery(settingsOptions);
  return (
    <Panel title="Informações do sistema">
      <AsyncPanel query={settings} skeleton={<Skeleton className="h-80" />}>
        {({ system }) => <Facts facts={[...personFacts(user), ...systemFacts(system)]} />}
      </AsyncPanel>
      <div className="mt-4 flex flex-wrap gap-2">
        <a {...healthLink} className={buttonClass('secondary')}>
          Verificar saúde do sistema
          <ExternalLink aria-label="(abre em nova aba)" size={16} />
        </a>
        <Link to="/upload-test" className={buttonClass('secondary')}>
          Diagnóstico de upload
        </Link>
        <Link to="/admin/upload-advanced" className={buttonClass('secondary')}>
          Envio avançado
        </Link>
      </div>
    </Panel>
  );
}

function personFacts(user: CurrentUser | null): Fact[] {
  if (user === null) return [];
  return [
    { term: 'Usuário atual', detail: `${user.firstName} ${user.lastName}` },
    { term: 'Papel', detail: roles[user.role] },
    { term: 'E-mail', detail: user.email },
  ];
}

function systemFacts(system: SettingsSummary['system']): Fact[] {
  return [
    { term: 'Ambiente', detail: 'Produção' },
    { term: 'Versão', detail: `${system.version} (Node ${system.nodeVersion})` },
    { term: 'No ar desde', detail: formatMoment(system.startedAt) },
    { term: 'Banco do aplicativo', detail: system.appDatabase },
    { term: 'Armazém de dados', detail: system.warehouse },
    {
      term: 'E-mail do sistema',
      detail:
        system.mail === 'smtp'
          ? 'Servidor SMTP'
          : 'Sem servidor SMTP: as mensagens ficam numa pasta do servidor',
    },
    {
      term: 'Fonte dos arquivos',
      detail: system.hasSource ? 'Configurada' : 'Nenhuma: os arquivos são enviados pela tela',
    },
    { term: 'Tamanho máximo de envio', detail: `${system.maxUploadMegabytes} MB por arquivo` },
  ];
}
