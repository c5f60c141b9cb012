import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import Bookmark from 'lucide-react/icons/bookmark';
import Building2 from 'lucide-react/icons/building-2';
import Clock from 'lucide-react/icons/clock';
import CloudDownload from 'lucide-react/icons/cloud-download';
import Columns2 from 'lucide-react/icons/columns-2';
import FileText from 'lucide-react/icons/file-text';
import Gauge from 'lucide-react/icons/gauge';
import Layers from 'lucide-react/icons/layers';
import Scale from 'lucide-react/icons/scale';
import ScrollText from 'lucide-react/icons/scroll-text';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Upload from 'lucide-react/icons/upload';
import Users from 'lucide-react/icons/users';
import WalletCards from 'lucide-react/icons/wallet-cards';
import type { LucideIcon } from 'lucide-react';
import { can, type Act } from '../../../shared/contracts/acts.ts';
import { roles } from '../../../shared/codes/roles.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { endSession } from '../../lib/session.ts';

const ownEntries: readonly Entry[] = [
  { label: 'Meus dados', to: '/my-data', icon: UserRound },
  { label: 'Alterar senha', to: '/change-password', icon: KeyRound },
];

export function SidebarContent({
  user,
  onNavigate,
}: {
  user: CurrentUser;
  onNavigate?: () => void;
}) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto">
        {sections
          .filter((section) => section.act === undefined || can(user.role, section.act))
          .map((section) => (
            <NavigationSection
              key={section.title}
              section={section}
              role={user.role}
              onNavigate={onNavigate}
            />
          ))}
      </nav>
      <Person user={user} onNavigate={onNavigate} />
    </div>
  );
}

function NavigationSection({
  section: { title, entries },
  role,
  onNavigate,
}: {
  section: (typeof sections)[number];
  role: CurrentUser['role'];
  onNavigate: (() => void) | undefined;
}) {
  return (
    <div className="mb-4">
      {title !== null && <h2 className="px-2 pb-1 text-fine font-medium text-muted">{title}</h2>}
      <EntryList
        entries={entries.filter(({ act }) => act === undefined || can(role, act))}
        onNavigate={onNavigate}
      />
    </div>
  );
}

const entryClass =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2 text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11';

function EntryList({
  entries,
  onNavigate,
}: {
  entries: readonly Entry[];
  onNavigate: (() => void) | undefined;
}) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { routesByPath } = useRouter();
  const known = entries.filter(({ to }) => Object.hasOwn(routesByPath, to));
  return (
    <ul>
      {known.map(({ icon: Icon, ...entry }) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            onClick={onNavigate}
            aria-current={isAt(entry, path) ? 'page' : undefined}
            className={`${entryClass} aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent`}
          >
            <Icon aria-hidden size={16} />
            {entry.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Person({ user, onNavigate }: { user: CurrentUser; onNavigate: (() => void) | undefined }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  return (
    <div className="border-t border-line pt-3">
      <div className="mb-2 flex items-center gap-3 px-2">
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft font-medium text-accent"
        >
          {name.charAt(0).toUpperCase()}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 text-dense font-medium" title={name}>
            {name}
          </span>
          <span className="block text-fine text-muted">{roles[user.role]}</span>
        </span>
      </div>
      <EntryList entries={ownEntries} onNavigate={onNavigate} />
      <button type="button" onClick={endSession} className={entryClass}>
        <LogOut aria-hidden size={16} />
        Sair
      </button>
    </div>
  );
}

type Entry = {
  label: string;
  /** An entry whose path the router does not have is hidden. */
  to: string;
  /** Other screens for which the entry is highlighted: exact paths, and prefixes if they end in a slash. */
  alsoAt?: readonly string[];
  icon: LucideIcon;
  /** Shown only to users who may perform it. */
  act?: Act;
};
type Section = { title: string | null; entries: readonly Entry[]; act?: Act };

/** The sidebar's sections; a section with an act is shown only to users who may perform it. */
export const sections: readonly Section[] = [
  {
    title: null,
    entries: [
      { label: 'Pesquisa salarial', to: '/', alsoAt: ['/dashboard'], icon: Search },
      { label: 'Comparar', to: '/compare', icon: Columns2 },
      { label: 'Igualdade', to: '/equality', icon: Scale },
      { label: 'Minha folha', to: '/payroll', icon: WalletCards, act: 'comparePayroll' },
      { label: 'Relatórios', to: '/reports', icon: FileText },
      { label: 'Histórico', to: '/history', icon: Clock },
      { label: 'Pesquisas salvas', to: '/saved', icon: Bookmark },
      { label: 'Integridade dos dados', to: '/integrity', icon: ShieldCheck },
    ],
  },
  {
    title: 'Administração',
    entries: [
      { label: 'Painel', to: '/admin/dashboard', icon: Gauge },
      {
        label: 'Processamento CAGED',
        to: '/admin/upload',
        alsoAt: ['/admin/upload-advanced', '/admin/uploads/'],
        icon: Upload,
      },
      { label: 'Fonte e conferência', to: '/admin/source', icon: CloudDownload },
      { label: 'Versões dos dados', to: '/admin/releases', icon: Layers },
      { label: 'Usuários', to: '/admin/users', icon: Users },
      { label: 'Empresas', to: '/admin/companies', icon: Building2 },
      { label: 'Auditoria', to: '/admin/audit', icon: ScrollText },
      { label: 'Configurações', to: '/admin/settings', icon: Settings },
    ],
    act: 'administer',
  },
];

/** Whether the path is an entry's screen, or another one for which the entry is highlighted. */
export function isAt({ to, alsoAt = [] }: Pick<Entry, 'to' | 'alsoAt'>, path: string): boolean {
  return [to, ...alsoAt].some((own) =>
    own !== '/' && own.endsWith('/') ? path.startsWith(own) : path === own,
  );
}
