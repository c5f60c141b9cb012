import { type ReactNode, useState } from 'react';
import { fewestForStatistics } from '../../../shared/statistics/design-effect.ts';
import { findingText, type PanelGroups } from './figures.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';
import { fieldsOf, type FieldName } from '../../../shared/filters/catalogue.ts';
import { ownFilters, type OwnFilters } from '../../../shared/filters/own-filters.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';

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

/** The finding of a section's groups, in one sentence at its head; nothing for incomplete data. */
export function Finding(panel: PanelGroups) {
  return <FindingText text={findingText(panel)} />;
}

/** A finding whose text is already computed. */
export function FindingText({ text }: { text: string | null }) {
  return text !== null && <p className="mb-3 max-w-prose tabular-nums">{text}</p>;
}

const fewRows = 10;

/** The first rows until the user requests all of them. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, fewRows);
  const more =
    rows.length > fewRows ? (
      <Button className="mt-3 print:hidden" onClick={() => setWhole(!isWhole)}>
        {isWhole
          ? `Ver só as ${fewRows} primeiras`
          : `Ver todas as linhas (${formatCount(rows.length)})`}
      </Button>
    ) : null;
  return { shown, more };
}

export type OwnFilter = OwnFilters;

const fieldsOfOwn = (own: OwnFilters): FieldName[] => ownFilters[own].filters.flatMap(fieldsOf);

/** The query that a panel actually runs: without its own filter. */
export function withoutOwn(filters: SearchFilters, own: OwnFilters): SearchFilters {
  return Object.assign({}, filters, ...fieldsOfOwn(own).map((name) => ({ [name]: undefined })));
}

/** The note that a panel excludes its own filter, if that filter is set; null otherwise. */
export function ownFilterText(filters: SearchFilters, own: OwnFilter): string | null {
  const { label } = ownFilters[own];
  const isSet = fieldsOfOwn(own).some((name) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  return isSet ? `Para comparar, este painel não aplica o filtro de ${label}.` : null;
}

export function OwnFilterNote({ filters, own }: { filters: SearchFilters; own: OwnFilter }) {
  const text = ownFilterText(filters, own);
  return text === null ? null : <p className="mb-3 max-w-prose text-dense text-muted">{text}</p>;
}
