import { formatCentavos } from '../words/format.ts';

/** Two medians for the same occupation and place, in centavos. */
export interface HoursBridge {
  /** All records, with any hours, at the salary in the file. */
  readonly search: number;
  /** Full-time records only, each salary converted to 44 hours. */
  readonly payroll: number;
}

/** Why a search and "Minha folha" state different medians; null if they are equal. */
export function bridgeText({ search, payroll }: HoursBridge): string | null {
  if (search === payroll) return null;
  return `Na Pesquisa a mediana é ${formatCentavos(search)}: ela conta todas as jornadas, pelo salário declarado. Em Minha folha é ${formatCentavos(payroll)}: contam só contratos de 40 horas ou mais, sem aprendizes, e cada salário é ajustado para 44 horas.`;
}
