import { useQuery } from '@tanstack/react-query';
import { formatMonth } from '../../../shared/words/format.ts';
import type { OccupationNodes } from '../../../shared/contracts/reference.ts';
import { fewestForStatistics } from '../../../shared/statistics/design-effect.ts';
import { syntheticNotice } from '../../../shared/codes/codes.ts';
import { incompleteTitle } from '../../../shared/statistics/completeness.ts';
import { releaseOptions } from '../../lib/release.ts';

/** What the figures beside the names are, or why there are none. */
export function FiguresNote({ nodes }: { nodes: OccupationNodes | undefined }) {
  const isSynthetic = useQuery(releaseOptions).data?.isSynthetic === true;
  const incomplete = nodes?.completude == null ? null : incompleteTitle(nodes.completude);
  return (
    <output className="block text-dense text-muted">
      {incomplete !== null && <span className="block text-warm">{incomplete}.</span>}
      {nodes !== undefined && sentenceOf(nodes)}
      {isSynthetic && nodes?.valores === 'prontos' && ` ${syntheticNotice}.`}
    </output>
  );
}

function sentenceOf({ valores, periodo }: OccupationNodes): string {
  if (valores === 'contando') {
    return 'Registros e medianas estão sendo contados e aparecem em instantes. Os nomes já podem ser usados.';
  }
  if (valores === 'indisponiveis') {
    return 'Registros e medianas não puderam ser contados agora. Os nomes podem ser usados.';
  }
  if (valores === 'semMeses' || periodo === null) {
    return 'Nenhum mês publicado ainda: por enquanto, só os nomes.';
  }
  const { inicio, fim } = periodo;
  const months = inicio === fim ? formatMonth(fim) : `${formatMonth(inicio)} a ${formatMonth(fim)}`;
  return `Admissões em todo o Brasil, ${months}: registros e mediana do salário mensal. Com menos de ${fewestForStatistics} registros não há mediana.`;
}
