import type { DecidingSentence } from '../../../shared/sentences/deciding-sentences.ts';
import { leadToTab } from '../../components/tabs.tsx';
import { sections, type SectionName } from '../../lib/result-view.ts';

const sectionOf = {
  place: 'lugares',
  people: 'quem',
  year: 'evolucao',
} as const satisfies Record<DecidingSentence['about'], SectionName>;

/** The main findings; each links to the section that shows its figures. */
export function DecidingList({ sentences }: { sentences: readonly DecidingSentence[] }) {
  return (
    <ul
      aria-label="Em poucas palavras"
      className="mt-4 grid gap-x-6 gap-y-2 border-t border-line pt-3 tabular-nums lg:grid-cols-3"
    >
      {sentences.map(({ about, text, isFinding }) => (
        <li key={about}>
          <button
            type="button"
            onClick={() => leadToTab(sectionOf[about])}
            className={`-mx-2 w-full rounded-control px-2 py-1 text-left hover:bg-sunken pointer-coarse:min-h-11 ${isFinding ? '' : 'text-muted'}`}
          >
            {text}
            <span className="sr-only"> Ver {sections[sectionOf[about]]}.</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
