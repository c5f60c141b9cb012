import type { ReactNode } from 'react';
import { minForStatistics } from '../../../shared/statistics/design-effect.ts';
import { Panel } from '../../components/panel.tsx';

/** A panel without content: the reason, and what would fill it. */
export function EmptyReason({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-muted">{children}</p>;
}

/** A panel that has nothing but the reason. */
export const EmptyPanel = ({ title, reason }: { title: string; reason: string }) => (
  <Panel title={title}>
    <EmptyReason>{reason}</EmptyReason>
  </Panel>
);

/** Why a panel is empty and what would fill it: the same on screen and on paper. */
export const emptyTexts = {
  distribution: `São necessários ao menos ${minForStatistics} registros para mostrar a distribuição. Amplie o período, o lugar ou a ocupação.`,
  summary: 'Há poucos registros para resumir. Amplie o período, o lugar ou a ocupação.',
  incompleteSummary: 'Sem resumo: os dados estão incompletos.',
  regional:
    'Nenhum destes registros tem o estado. Amplie o período ou a ocupação para comparar os estados.',
  municipalities: 'Nenhum município do estado tem registros nesta pesquisa.',
  trend:
    'Nenhum mês tem registros suficientes para uma mediana. Amplie o lugar, a ocupação ou o período.',
} as const;
