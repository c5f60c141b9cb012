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
  return `Em Pesquisar, a mediana é ${formatCentavos(search)} e conta todas as jornadas, pelo salário declarado. Em Minha folha, a mediana é ${formatCentavos(payroll)} e conta só contratos de 40 horas ou mais, sem aprendizes, com cada salário ajustado para 44 horas.`;
}
