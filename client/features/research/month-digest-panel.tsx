import { useQuery } from '@tanstack/react-query';
import { DigestAnswer } from '../../../shared/contracts/month-digest.ts';
import {
  digestNote,
  digestSentences,
  digestTitle,
} from '../../../shared/sentences/month-digest.ts';
import { getOptions } from '../../lib/get-options.ts';
import { Panel } from '../../components/panel.tsx';

const digestOptions = getOptions(['month-digest'], '/api/digest', DigestAnswer, { staleTime: 0 });

/** What changed in the saved searches in the newest month; nothing before the first comparison of two months. */
export function MonthDigestPanel() {
  const digest = useQuery(digestOptions).data?.digest;
  if (digest == null) return null;
  const sentences = digestSentences(digest);
  return (
    <Panel title={digestTitle(digest)}>
      {sentences.length === 0 ? (
        <p>Nenhuma mudança além do acaso nas pesquisas salvas.</p>
      ) : (
        <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 tabular-nums">
          {sentences.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 max-w-prose text-dense text-muted">{digestNote}</p>
    </Panel>
  );
}
