import { formatShare } from '../words/format.ts';

/** Pay by the month of people who work other hours a week: said where they are more than a few. */

/** Above this share of records outside of full time, an answer says so. */
const mostPartTime = 0.1;

/** Whether so many records of full time among all leave more than a few others. */
export const hasManyPartTime = (count: number, fullTime: number): boolean =>
  count > 0 && (count - fullTime) / count > mostPartTime;

/** "23,0 % dos registros são de jornada menor que 40 horas por semana, sem horas informadas ou de aprendizes." */
export const partTimeText = (count: number, fullTime: number): string =>
  `${formatShare((count - fullTime) / count)} dos registros são de jornada menor que 40 horas por semana, sem horas informadas ou de aprendizes.`;

/** The offer beside it, in the words of the rule. */
export const fullTimeOffer = 'Ver só jornada integral';
