import type { Completeness } from '../../shared/contracts/completeness.ts';
import { incompleteText, incompleteTitle } from '../../shared/statistics/completeness.ts';
import { Notice } from './notice.tsx';

/** The incomplete-data notice as one line of a list. */
export function IncompleteLine({ completeness }: { completeness: Completeness }) {
  const title = incompleteTitle(completeness);
  return title !== null && <span className="block text-dense text-warm">{title}</span>;
}

/** Shown above the number: which main files are missing; nothing for complete data. */
export const IncompleteNotice = ({ completeness }: { completeness: Completeness }) => (
  <IncompleteDataNotice title={incompleteTitle(completeness)} />
);

/** The same for the data that a title names; null stands for complete data. */
export function IncompleteDataNotice({ title }: { title: string | null }) {
  return (
    title !== null && (
      <Notice tone="warm" title={title}>
        {incompleteText}
      </Notice>
    )
  );
}
