import { Link, useRouterState } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { can } from '../../../shared/contracts/acts.ts';
import { roles } from '../../../shared/codes/roles.ts';
import type { CurrentUser } from '../../../shared/contracts/identity.ts';
import { endSession } from '../../lib/session.ts';
import { administration, entries, isAt, isWithin, more, type Entry, type Place } from './menu.ts';

type Navigate = { onNavigate: (() => void) | undefined };

export function SidebarContent({
  user,
  onNavigate,
}: {
  user: CurrentUser;
  onNavigate?: () => void;
}) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      {/* The padding leaves room for focus rings, which a scroll container cuts. */}
      <nav aria-label="Principal" className="-m-1 min-h-0 flex-1 overflow-y-auto p-1">
        <EntryList
          entries={entries.filter(({ act }) => act === undefined || can(user.role, act))}
          onNavigate={onNavigate}
        />
        <More onNavigate={onNavigate} />
        {can(user.role, 'administer') && (
          <>
            <h2 className="mt-4 px-2 pb-1 text-fine font-medium text-muted">Administração</h2>
            <EntryList entries={administration} onNavigate={onNavigate} />
          </>
        )}
      </nav>
      <Person user={user} onNavigate={onNavigate} />
    </div>
  );
}

const entryClass =
  'flex min-h-9 w-full items-center gap-3 rounded-control px-2 text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent pointer-coarse:min-h-11';

const usePath = () => useRouterState({ select: (state) => state.location.pathname });

function EntryList({ entries: own, onNavigate }: { entries: readonly Entry[] } & Navigate) {
  const path = usePath();
  return (
    <ul>
      {own.map((entry) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            onClick={onNavigate}
            aria-current={isWithin(entry, path) ? 'page' : undefined}
            className={entryClass}
          >
            <entry.icon aria-hidden size={16} />
            {entry.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The places that most users rarely need, open while one of them is shown. */
function More({ onNavigate }: Navigate) {
  const path = usePath();
  return (
    <details open={more.some((place) => isAt(place, path))} className="group">
      <summary className={`${entryClass} list-none [&::-webkit-details-marker]:hidden`}>
        <ChevronRight aria-hidden size={16} className="group-open:rotate-90" />
        Mais
      </summary>
      <ul>
        {more.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} className={`${entryClass} pl-9`} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function PlaceLink({
  place,
  className,
  onNavigate,
}: { place: Place; className: string } & Navigate) {
  return (
    <Link
      to={place.to}
      onClick={onNavigate}
      aria-current={isAt(place, usePath()) ? 'page' : undefined}
      className={className}
    >
      {place.label}
    </Link>
  );
}

const ownLinks: readonly Place[] = [
  { label: 'Meus dados', to: '/my-data' },
  { label: 'Alterar senha', to: '/change-password' },
];
const ownClass =
  'inline-flex min-h-8 items-center rounded-control px-1 text-dense text-muted hover:bg-sunken hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-accent pointer-coarse:min-h-11';

function Person({ user, onNavigate }: { user: CurrentUser } & Navigate) {
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
      <div className="flex flex-wrap justify-between px-1">
        {ownLinks.map((place) => (
          <PlaceLink key={place.to} place={place} className={ownClass} onNavigate={onNavigate} />
        ))}
        <button type="button" onClick={endSession} className={ownClass}>
          Sair
        </button>
      </div>
    </div>
  );
}
