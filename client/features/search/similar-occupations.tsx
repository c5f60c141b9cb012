import { useQueries } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { suggestionsOptions } from './suggestions-options.ts';
import { occupationText, tellingWords } from './search-text.ts';

const mostOffered = 6;

/** Where no occupation has all words of a text: those that have one of them. */
export function SimilarOccupations({
  text,
  onPick,
}: {
  text: string;
  onPick: (cbo: string) => void;
}) {
  const found = useQueries({
    queries: tellingWords(text).map((word) => suggestionsOptions({ kind: 'title', text: word })),
  });
  const titles = new Map(
    found.flatMap(({ data }) => data ?? []).map(({ codigo, titulo }) => [codigo, titulo]),
  );
  if (titles.size === 0) return null;
  return (
    <div className="mt-3">
      <p className="mb-2">Ocupações que têm uma das palavras:</p>
      <ul className="flex flex-wrap gap-2">
        {[...titles].slice(0, mostOffered).map(([cbo, titulo]) => (
          <li key={cbo}>
            <Button onClick={() => onPick(cbo)}>{occupationText({ cbo, titulo })}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
