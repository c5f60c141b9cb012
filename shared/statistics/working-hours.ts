import { formatShare } from '../words/format.ts';

/** Notes on the monthly pay of people with other weekly hours: shown if they are more than a few. */

/** Above this share of records outside full time, an answer shows a note. */
const maxPartTimeShare = 0.1;

/** Whether the records outside full time are more than a few. */
export const hasManyPartTime = (count: number, fullTime: number): boolean =>
  count > 0 && (count - fullTime) / count > maxPartTimeShare;

/** "23,0 % dos registros são de menos de 40 horas por semana, de aprendizes ou sem horas informadas." */
export const partTimeText = (count: number, fullTime: number): string =>
  `${formatShare((count - fullTime) / count)} dos registros são de menos de 40 horas por semana, de aprendizes ou sem horas informadas.`;

/** The offer next to it, with the name of the rule. */
export const fullTimeOffer = 'Ver só jornada integral';
