import { Link } from '@tanstack/react-router';
import { can } from '../../../shared/contracts/acts.ts';
import type { Role } from '../../../shared/codes/roles.ts';
import { isAt, tabGroups } from './menu.ts';

/** The tabs of the screens that share a menu entry: links, because each screen has its own address. */
export function PageTabs({ path, role }: { path: string; role: Role }) {
  const group = tabGroups.find(
    ({ tabs, act }) =>
      (act === undefined || can(role, act)) && tabs.some((place) => isAt(place, path)),
  );
  if (group === undefined) return null;
  return (
    <nav
      aria-label={group.label}
      className="mx-auto w-full max-w-[1200px] px-4 pt-3 sm:px-6 print:hidden"
    >
      <ul className="flex flex-wrap gap-x-1 border-b border-line">
        {group.tabs.map((place) => (
          <li key={place.to}>
            <Link
              to={place.to}
              aria-current={isAt(place, path) ? 'page' : undefined}
              className="-mb-px flex min-h-10 items-center border-b-2 border-transparent px-3 text-muted max-sm:px-2 max-sm:text-dense hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
            >
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
