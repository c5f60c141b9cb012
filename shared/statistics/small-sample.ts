import { formatCounted } from '../words/format.ts';
import { fewestForConfidence } from './sample-size.ts';

/** What is said behind a figure that rests on few records, " (amostra pequena: 12 registros)"; nothing behind others. */
export function smallSampleText(...groups: readonly { readonly count: number }[]): string {
  const fewest = Math.min(...groups.map(({ count }) => count));
  return fewest < fewestForConfidence
    ? ` (amostra pequena: ${formatCounted(fewest, 'registro', 'registros')})`
    : '';
}
