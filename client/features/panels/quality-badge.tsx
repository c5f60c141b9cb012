import { ExplainedBadge } from '../../components/explained-badge.tsx';
import { qualityOf } from '../../../shared/statistics/quality.ts';
import type { AnswerHead } from '../../../shared/contracts/search.ts';

/** The reliability of the figures in one word; a click explains it. */
export function QualityBadge({
  answer,
  latestMonth,
}: {
  answer: Pick<AnswerHead, 'statistics' | 'method'>;
  latestMonth: string | null;
}) {
  const quality = qualityOf({ ...answer.method, ...answer.statistics, latestMonth });
  const label = quality.label.toLowerCase();
  return (
    <ExplainedBadge
      level={quality.level}
      text={`qualidade ${label}`}
      subject="esta resposta"
      explanation={
        <div className="flex flex-col gap-2 tabular-nums">
          <p className="font-medium">Por que a qualidade é {label}</p>
          <ul className="flex list-disc flex-col gap-1 pl-4">
            {quality.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="text-muted">
            A qualidade é a do pior destes critérios: número de registros, largura do intervalo da
            mediana, idade dos dados e arquivos que faltam.
          </p>
        </div>
      }
    />
  );
}
