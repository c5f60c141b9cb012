import { useQuery } from '@tanstack/react-query';
import { can } from '../../../shared/contracts/acts.ts';
import { MarketCells } from '../../../shared/contracts/market.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { bridgeText } from '../../../shared/sentences/hours-bridge.ts';
import { percentile, withRanks } from '../../../shared/statistics/percentile.ts';
import { getOptions } from '../../lib/get-options.ts';
import { useCurrentUser } from '../../lib/session.ts';

/**
 * The market query of a payroll for the same people; undefined for a search that no payroll produces. The period is not
 * part of it: an answered search always names its period, and the market's response has its own.
 */
export function marketQueryOf({
  cbo,
  uf,
  regiao,
  municipios = [],
  metodo,
  movimentacao,
  serie,
  ...rest
}: SearchFilters): { familias: string; uf?: string; regiao?: string } | undefined {
  const isUsual = metodo === 'mte' && movimentacao === 'admissao' && serie === 'ajustada';
  const hasOthers = Object.entries(rest).some(
    ([name, value]) => !isOfPeriod(name) && value !== undefined,
  );
  if (cbo === undefined || !/^\d{6}$/.test(cbo) || !isUsual || hasOthers) return undefined;
  if (municipios.length > 0) return undefined;
  return {
    familias: cbo.slice(0, 4),
    ...(uf !== undefined && { uf }),
    ...(uf === undefined && regiao !== undefined && { regiao }),
  };
}

const isOfPeriod = (name: string) => name === 'periodoInicio' || name === 'periodoFim';

/** Whether a search is over the same months as the market's response. */
export const isSamePeriod = (
  { periodoInicio, periodoFim }: SearchFilters,
  periodo: MarketCells['periodo'],
): boolean =>
  periodo !== null &&
  (periodoInicio ?? periodo.inicio) === periodo.inicio &&
  (periodoFim ?? periodo.fim) === periodo.fim;

/** Why "Minha folha" shows another median for the same occupation and place; nothing if it does not. */
export function PayrollBridge({
  filters,
  release,
  median,
}: {
  filters: SearchFilters;
  release: number | undefined;
  /** In reais. */
  median: number;
}) {
  const marketQuery = marketQueryOf(filters);
  const canCompare = can(useCurrentUser()?.role, 'comparePayroll');
  const query = { ...marketQuery, ...(release !== undefined && { release: String(release) }) };
  const cells = useQuery(
    getOptions(['market', query], '/api/market/cells', MarketCells, {
      query,
      enabled: marketQuery !== undefined && canCompare,
      staleTime: Infinity,
    }),
  );
  const cell =
    cells.data !== undefined && isSamePeriod(filters, cells.data.periodo)
      ? cells.data.celulas.find(
          ({ ocupacao, municipio }) => ocupacao === filters.cbo && municipio === null,
        )
      : undefined;
  const payroll =
    cell && percentile(withRanks({ centavos: cell.centavos, counts: cell.registros }), 5000);
  const text = payroll == null ? null : bridgeText({ search: Math.round(median * 100), payroll });
  return text !== null && <p className="max-w-prose text-dense">{text}</p>;
}
