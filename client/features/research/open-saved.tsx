import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedSearch } from '../../../shared/contracts/history.ts';
import { writeOwnSalary } from '../../lib/result-view.ts';
import { writeSearchLink } from '../../lib/search-url.ts';
import { openSaved } from './research-options.ts';

const centavosOf = ({ ownSalary }: SavedSearch) =>
  ownSalary === null ? undefined : Math.round(ownSalary * 100);

/** The link to a saved search on the current data; following it marks the search as seen. */
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
  const open = () => void openSaved(client, saved.id);
  return (
    <Link
      to="/dashboard"
      search={{ ...writeSearchLink(saved.filters), ...writeOwnSalary(centavosOf(saved)) }}
      aria-label={children === saved.name ? undefined : `${children}: ${saved.name}`}
      onClick={open}
      // The right button opens a menu, not the search.
      onAuxClick={({ button }) => button === 1 && open()}
      className={className}
    >
      {children}
    </Link>
  );
}
