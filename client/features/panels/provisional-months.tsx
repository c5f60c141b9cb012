import { useQuery } from '@tanstack/react-query';
import type { Method } from '../../../shared/contracts/search.ts';
import { expectedNote, provisionalMonths } from '../../../shared/sentences/expected-change.ts';
import { Fold } from '../../components/fold.tsx';
import { monthRevisionsOptions } from '../../lib/month-revisions.ts';

/** The months of an answer that are less than twelve months old, of admissions with their adjustments. */
export function ProvisionalMonths({ method }: { method: Method }) {
  const { period, series, movement, release } = method;
  const isAdjusted = series === 'ajustada' && movement === 'admissao';
  const revisions = useQuery({ ...monthRevisionsOptions, enabled: isAdjusted && period !== null });
  if (period === null || !isAdjusted || revisions.data?.release !== release?.number) return null;
  const provisional = provisionalMonths(revisions.data?.months ?? [], period);
  if (provisional === null) return null;
  return (
    <div className="max-w-prose text-dense text-muted">
      <p className="tabular-nums">{provisional.sentence}</p>
      <Fold title="Outros meses provisórios e como calculamos">
        <ul className="tabular-nums">
          {provisional.others.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="mt-2">{expectedNote}</p>
      </Fold>
    </div>
  );
}
