import { Link, useRouterState, type LinkProps } from '@tanstack/react-router';
import {
  Building2,
  Gauge,
  History,
  KeyRound,
  LogOut,
  Search,
  Settings,
  Upload,
  UserRound,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { roles, type Role } from '../../../shared/codes.ts';
import type { CurrentUser } from '../../../shared/identity.ts';
import { endSession } from '../../lib/session.ts';
import { DataFreshness } from './data-freshness.tsx';

type Entry = { label: string; to: NonNullable<LinkProps['to']>; alsoAt?: string; icon: LucideIcon };
type Section = { title: string | null; entries: readonly Entry[]; isFor: (role: Role) => boolean };

/** What the sidebar offers; a section shows to the roles it is for. */
const sections: readonly Section[] = [
  {
    title: null,
    entries: [{ label: 'Pesquisa salarial', to: '/', alsoAt: '/dashboard', icon: Search }],
    isFor: () => true,
  },
  {
    title: 'Administração',
    entries: [
      { label: 'Painel', to: '/admin/dashboard', icon: Gauge },
      { label: 'Processamento CAGED', to: '/admin/upload', icon: Upload },
      { label: 'Usuários', to: '/admin/users', icon: Users },
      { label: 'Empresas', to: '/admin/companies', icon: Building2 },
      { label: 'Auditoria', to: '/admin/audit', icon: History },
      { label: 'Configurações', to: '/admin/settings', icon: Settings },
    ],
    isFor: (role) => role === 'ADMIN',
  },
];

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
    <div className="flex h-full flex-col">
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto">
        {sections
          .filter((section) => section.isFor(user.role))
          .map((section) => (
            <NavigationSection key={section.title} section={section} onNavigate={onNavigate} />
          ))}
      </nav>
      <DataFreshness className="px-2 pb-3 md:hidden" />
      <Person user={user} onNavigate={onNavigate} />
    </div>
  );
}

function NavigationSection({
  section,
  onNavigate,
}: {
  section: Section;
  onNavigate: (() => void) | undefined;
}) {
  return (
    <div className="mb-4">
      {section.title !== null && (
        <h2 className="px-2 pb-1 text-fine font-medium text-muted">{section.title}</h2>
      )}
      <EntryList entries={section.entries} onNavigate={onNavigate} />
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
  return (
    <ul>
      {entries.map(({ label, to, alsoAt, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={onNavigate}
            aria-current={path === to || path === alsoAt ? 'page' : undefined}
            className={`${entryClass} aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent`}
          >
            <Icon aria-hidden size={16} />
            {label}
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
