import { useQuery } from '@tanstack/react-query';
import type { Method } from '../../../shared/contracts/search.ts';
import {
  countsAdjustedAdmissions,
  expectedNote,
  placeholderMonth,
  provisionalMonths,
} from '../../../shared/sentences/expected-change.ts';
import { Fold } from '../../components/fold.tsx';
import { monthRevisionsOptions } from '../../lib/month-revisions.ts';
import { releaseOptions } from '../../lib/release.ts';

/** How much the months of an answer still expect to change. */
export function ProvisionalMonths({ method }: { method: Method }) {
  const isCounted = countsAdjustedAdmissions(method);
  const revisions = useQuery({ ...monthRevisionsOptions, enabled: isCounted });
  const loaded = useQuery(releaseOptions).data?.months ?? [];
  if (isCounted && revisions.isPending) {
    // As tall as what is loading, so that the panels below do not move.
    const placeholder = placeholderMonth(loaded, method);
    return (
      placeholder && (
        <div aria-hidden className="invisible">
          <Months {...placeholder} />
        </div>
      )
    );
  }
  if (revisions.data?.release !== method.release?.number) return null;
  const provisional = provisionalMonths(revisions.data?.months ?? [], method);
  return provisional && <Months {...provisional} />;
}

function Months({ sentence, others }: NonNullable<ReturnType<typeof provisionalMonths>>) {
  return (
    <div className="max-w-prose text-dense text-muted">
      <p className="mb-2 tabular-nums">{sentence}</p>
      <Fold title="Quanto os outros meses ainda devem variar e como calculamos">
        <ul className="tabular-nums">
          {others.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="mt-2">{expectedNote}</p>
      </Fold>
    </div>
  );
}
