import { dataLimits } from '../../../shared/contracts/completeness.ts';

/** Printed with every result: what the figures are and what they are not. */
export function Footnote() {
  return <p className="max-w-prose text-dense text-muted">{dataLimits.join(' ')}</p>;
}
