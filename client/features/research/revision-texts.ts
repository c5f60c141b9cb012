import type { Revision, RevisionCause, RevisionMove } from '../../../shared/contracts/revisions.ts';
import { formatCount, formatMonth, formatSigned } from '../../../shared/words/format.ts';
import { changeText, statisticText } from './figure-text.ts';

/** The causes of a change, in few words. */
export const causeTexts = {
  periodo: 'Meses que entraram no período ou saíram dele',
  mes_novo: 'Meses que ainda não estavam carregados',
  mes_republicado: 'Meses publicados de novo',
  mes_retirado: 'Meses que não estão mais carregados',
  fora_do_prazo: 'Declarações fora do prazo (FOR)',
  exclusoes: 'Exclusões (EXC)',
} as const satisfies Record<RevisionCause, string>;

/** "Desde a versão 3: +12 registros; mediana de R$ 1.700,00 para R$ 1.800,00 (+5,9 %)." */
export function revisionLine({ before, now, moves, isChangeSuppressed }: Revision): string {
  const since = `Desde a versão ${before.release ?? '—'}`;
  const records = now.figures.count - before.figures.count;
  const from = statisticText(before.figures, before.figures.median);
  const to = statisticText(now.figures, now.figures.median);
  const isSame = records === 0 && from === to;
  if (isSame && moves?.length === 0) return `${since}, nada mudou nesta resposta.`;
  if (isChangeSuppressed && now.figures.median === null)
    return `${since}: ${recordsText(records)}; valores omitidos. ${suppressedChange}`;
  const change = changeText(before.figures.median, now.figures.median);
  const median =
    from === to ? `mediana igual, ${to}` : `mediana de ${from} para ${to}${inBrackets(change)}`;
  const line = `${since}: ${recordsText(records)}; ${median}.`;
  return isChangeSuppressed ? `${line} ${suppressedChange}` : line;
}

const suppressedChange =
  'Poucos registros mudaram: omitimos a média de agora, que revelaria o salário deles.';

const inBrackets = (text: string) => (text === '' ? '' : ` (${text})`);

/** "+12 registros", "o mesmo número de registros". */
export function recordsText(records: number): string {
  if (records === 0) return 'o mesmo número de registros';
  const noun = Math.abs(records) === 1 ? 'registro' : 'registros';
  return `${formatSigned(records, formatCount)}\u00a0${noun}`;
}

/** The files of a cause: "CAGEDFOR202308.txt, ago/2023 (+2)". */
export const fileText = ({ name, month, records }: RevisionMove['files'][number]): string =>
  `${name}, ${formatMonth(month)}${records === null ? '' : ` (${formatSigned(records, formatCount)})`}`;
