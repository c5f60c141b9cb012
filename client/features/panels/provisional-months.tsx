import { useQuery } from '@tanstack/react-query';
import type { Method } from '../../../shared/contracts/search.ts';
import {
  countsAdjustedAdmissions,
  expectedNote,
  provisionalMonths,
} from '../../../shared/sentences/expected-change.ts';
import { Fold } from '../../components/fold.tsx';
import { monthRevisionsOptions } from '../../lib/month-revisions.ts';

/** How much the months of an answer still expect to change. */
export function ProvisionalMonths({ method }: { method: Method }) {
  const revisions = useQuery({
    ...monthRevisionsOptions,
    enabled: countsAdjustedAdmissions(method),
  });
  if (revisions.data?.release !== method.release?.number) return null;
  const provisional = provisionalMonths(revisions.data?.months ?? [], method);
  if (provisional === null) return null;
  return (
    <div className="max-w-prose text-dense text-muted">
      <p className="tabular-nums">{provisional.sentence}</p>
      <Fold title="Quanto os outros meses ainda devem mudar e como calculamos">
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
