import type { ReactNode } from 'react';
import { fewestForStatistics } from '../../../shared/statistics/design-effect.ts';

/** A panel without content: the reason, and what would fill it. */
export function EmptyReason({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-muted">{children}</p>;
}

/** Why a panel is empty and what would fill it: the same on screen and on paper. */
export const emptyTexts = {
  distribution: `São precisos ao menos ${fewestForStatistics} registros para desenhar uma distribuição. Amplie o período, o lugar ou a ocupação.`,
  summary:
    'Há registros de menos para frases com números. Amplie o período, o lugar ou a ocupação.',
  incompleteSummary: 'Sem resumo: os dados estão incompletos.',
  regional:
    'Nenhum destes registros tem o estado. Amplie o período ou a ocupação para comparar os estados.',
  municipalities: 'Nenhum município do estado tem registros nesta pesquisa.',
  companySize:
    'Nenhum destes registros diz o tamanho do estabelecimento. Um período ou um lugar maior costuma trazer registros que o dizem.',
  trend:
    'Nenhum mês tem registros bastantes para uma mediana. Amplie o lugar, a ocupação ou o período.',
  age: 'Nenhum destes registros é de uma das faixas, de 18 anos ou mais.',
  schooling: 'Nenhum destes registros diz a escolaridade.',
  sector: 'Nenhum destes registros tem o setor. Amplie o período ou tire o filtro de setor.',
  familyAlone: 'Nenhuma outra ocupação da família tem registros nesta pesquisa.',
  familyUnasked:
    'Pesquise uma ocupação, ou várias da mesma família da CBO, para compará-la com as semelhantes.',
} as const;
