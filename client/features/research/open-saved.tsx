import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SavedChange, type SavedSearch } from '../../../shared/contracts/history.ts';
import { send } from '../../lib/call.ts';
import { writeOwnSalary } from '../../lib/result-view.ts';
import { writeSearchLink } from '../../lib/search-url.ts';
import { refreshSaved } from './research-options.ts';

const centavosOf = ({ ownSalary }: SavedSearch) =>
  ownSalary === null ? undefined : Math.round(ownSalary * 100);

/** The link to a saved search on the current data. Its changes then count from now on; a failure of that is ignored. */
export function OpenSaved({
  saved,
  className,
  children,
}: {
  saved: SavedSearch;
  className: string;
  children: string;
}) {
  const client = useQueryClient();
  const markAsSeen = () =>
    void send('POST', `/api/saved/${saved.id}/seen`, SavedChange)
      .catch(() => undefined)
      .then(() => refreshSaved(client));
  return (
    <Link
      to="/dashboard"
      search={{ ...writeSearchLink(saved.filters), ...writeOwnSalary(centavosOf(saved)) }}
      aria-label={children === saved.name ? undefined : `${children}: ${saved.name}`}
      onClick={markAsSeen}
      // The right button opens a menu, not the search.
      onAuxClick={({ button }) => button === 1 && markAsSeen()}
      className={className}
    >
      {children}
    </Link>
  );
}
