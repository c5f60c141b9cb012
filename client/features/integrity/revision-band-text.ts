import type { RevisionBand } from '../../../shared/contracts/revisions.ts';
import { fewestForBand } from '../../../shared/contracts/revisions.ts';
import { formatCounted, formatRatio, formatSigned } from '../../../shared/words/format.ts';

/** "+1,2 %", "−0,3 %", "0,0 %". */
export const signedShare = (share: number): string => formatSigned(share, formatRatio);

/** A year of months: with fewer, the range describes only these months, not the usual change. */
const fewestForUsual = 12;

/** How much a new month usually still changes, at the longest delay that the history supports. */
export function revisionFinding(bands: readonly RevisionBand[]): string {
  const known = bands.findLast(({ median }) => median !== null);
  if (known === undefined || known.lowest === null || known.median === null) {
    return `O histórico carregado ainda não diz quanto um mês novo costuma mudar: são precisos ${fewestForBand} meses com os arquivos FOR e EXC dos meses seguintes.`;
  }
  const { delay, months, lowest, median, highest } = known;
  const range = `de ${signedShare(lowest)} a ${signedShare(highest ?? median)}`;
  if (months < fewestForUsual) {
    return `Em ${formatCounted(delay, 'mês', 'meses')}, as admissões dos ${months} meses seguidos até agora mudaram ${range} (mediana ${signedShare(median)}): são poucos meses para dizer o que é usual.`;
  }
  return `Em ${formatCounted(delay, 'mês', 'meses')}, as admissões de um mês novo costumam mudar ${signedShare(median)} (mediana de ${months} meses seguidos; ${range}).`;
}
