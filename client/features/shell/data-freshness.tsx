import { useQuery } from '@tanstack/react-query';
import type { ReleaseSummary } from '../../../shared/release.ts';
import { releaseOptions } from '../../lib/release.ts';
import { formatLongMonth } from '../../../shared/format.ts';

/** One line on how fresh the data is. */
export function DataFreshness({ className = '' }: { className?: string }) {
  const release = useQuery(releaseOptions);
  return (
    <p className={`text-fine text-muted tabular-nums ${className}`}>
      {release.data && freshnessText(release.data)}
    </p>
  );
}

function freshnessText({ number, months }: ReleaseSummary): string {
  const last = months.at(-1);
  if (number === null || last === undefined) return 'Nenhum dado publicado ainda';
  return `Publicação nº ${number} · dados até ${formatLongMonth(last)}`;
}

/** Stands on every screen while the data is not real. */
export function DemonstrationBanner() {
  const release = useQuery(releaseOptions);
  if (release.data?.isSynthetic !== true) return null;
  return (
    <p
      role="note"
      className="flex h-8 items-center justify-center border-b border-line bg-sunken px-4 text-dense font-medium"
    >
      Dados sintéticos de demonstração
    </p>
  );
}
