import { salaryRules } from '../../../shared/codes/codes.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';

/** Two filters that exclude each other, and the change that resolves it. */
export type Contradiction = {
  sentence: string;
  label: string;
  change: Pick<SearchFilters, 'metodo'>;
};

const short = new Set(['ate-20', '20-30', '30-39']);

/** What the salary rule excludes although the query requests it; null if the filters agree. */
export function contradictionOf({
  contrato,
  horas,
  metodo,
}: {
  contrato?: string | undefined;
  horas?: string | undefined;
  metodo: string;
}): Contradiction | null {
  if (contrato === 'intermitente' && metodo !== 'bruto') {
    return {
      sentence: `O método escolhido exclui os contratos intermitentes, porque o salário deles não é mensal. Com o método ${salaryRules.bruto.label} eles entram.`,
      label: 'Usar o método Bruto',
      change: { metodo: 'bruto' },
    };
  }
  if (metodo !== 'integral') return null;
  if (contrato === 'aprendiz') return withMte('exclui os aprendizes', 'eles');
  return short.has(horas ?? '') ? withMte('exclui as jornadas de menos de 40 horas', 'elas') : null;
}

function withMte(what: string, they: string): Contradiction {
  return {
    sentence: `O método ${salaryRules.integral.label} ${what}. Com a ${salaryRules.mte.label} ${they} entram.`,
    label: 'Usar a Regra do MTE',
    change: { metodo: 'mte' },
  };
}
