import { Link, useRouterState } from '@tanstack/react-router';
import { LogOut, Search, type LucideIcon } from 'lucide-react';
import { roles, type Role } from '../../../shared/codes.ts';
import type { CurrentUser } from '../../../shared/identity.ts';
import { DataFreshness } from './data-freshness.tsx';

type Entry = { label: string; to: '/'; alsoAt?: string; icon: LucideIcon };
type Section = { title: string | null; entries: readonly Entry[]; isFor: (role: Role) => boolean };

/** What the sidebar offers; a section shows to the roles it is for. */
const sections: readonly Section[] = [
  {
    title: null,
    entries: [{ label: 'Pesquisa salarial', to: '/', alsoAt: '/dashboard', icon: Search }],
    isFor: () => true,
  },
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
      <nav aria-label="Principal" className="flex-1">
        {sections
          .filter((section) => section.isFor(user.role))
          .map((section) => (
            <NavigationSection key={section.title} section={section} onNavigate={onNavigate} />
          ))}
      </nav>
      <DataFreshness className="px-2 pb-3 md:hidden" />
      <Person user={user} />
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
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className="mb-4">
      {section.title !== null && (
        <h2 className="px-2 pb-1 text-fine font-medium text-muted">{section.title}</h2>
      )}
      <ul>
        {section.entries.map(({ label, to, alsoAt, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onNavigate}
              aria-current={path === to || path === alsoAt ? 'page' : undefined}
              className="flex min-h-9 items-center gap-3 rounded-control px-2 text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent pointer-coarse:min-h-11"
            >
              <Icon aria-hidden size={16} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Person({ user }: { user: CurrentUser }) {
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
      <button
        type="button"
        // The server ends the session and sends the signed-out page: a navigation of the whole page.
        onClick={() => location.assign('/api/logout')}
        className="flex min-h-9 w-full items-center gap-3 rounded-control px-2 text-muted transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
      >
        <LogOut aria-hidden size={16} />
        Sair
      </button>
    </div>
  );
}
