import { useState, type ReactNode } from 'react';
import { prepositionBefore, states } from '../../../shared/codes/states.ts';
import {
  filters as catalogue,
  fieldsOf,
  type FilterName,
} from '../../../shared/filters/catalogue.ts';
import type { FormControl } from '../../../shared/filters/filter.ts';
import { noPlace, placeText } from '../../../shared/filters/place.ts';
import {
  queryPhrases,
  setFilters,
  subjectText,
  type QueryPhrase,
} from '../../../shared/sentences/query-text.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { Button } from '../../components/button.tsx';
import { useQueryNames } from '../../lib/reference-options.ts';
import { FilterControl } from './filter-control.tsx';
import { focusFirstInvalid, useShortcut } from '../../lib/hooks.ts';
import { SearchButton } from './filter-panel.tsx';
import { Phrase } from './phrase.tsx';
import { PlaceFinder } from './place-finder.tsx';
import { choiceChange, placeOf } from './search-form.ts';
import type { FilterFrame } from './search-frame.tsx';
import type { SearchFormState } from './use-search-form.ts';
import { lowerFirst } from '../../../shared/words/format.ts';

/** The heading of an answered query, which takes the focus when its answer arrives. */
export const queryHeading = 'pergunta';

/** The query as one sentence. Each part opens its own editor in place; all filters appear beside it on demand. */
export function QuerySentence({
  filters,
  requested,
  state,
  isLastYear,
  frame: { fields, isBeside, filtersButton },
  onSearch,
}: {
  filters: SearchFilters;
  /** The filters of the current query, which a change modifies. */
  requested: SearchFilters;
  state: SearchFormState;
  /** Whether the period is the last twelve months, all loaded. */
  isLastYear: boolean;
  frame: FilterFrame;
  onSearch: (filters: SearchFilters) => void;
}) {
  const names = useQueryNames(filters);
  // An open phrase belongs to one query: the next query closes it, and the focus returns to the phrase.
  const [opened, setOpened] = useState<{ phrase: string; query: string }>();
  const open = opened?.query === state.query ? opened.phrase : undefined;
  const setOpen = (key: string | undefined) =>
    setOpened(key === undefined ? undefined : { phrase: key, query: state.query });
  useShortcut('/', () => {
    if (!isBeside) setOpen('subject');
  });
  const change = (part: Partial<SearchFilters>) => {
    setOpen(undefined);
    onSearch({ ...requested, ...part });
  };
  const phrase = (key: string) => ({
    isOpen: open === key,
    onOpen: (isOpen: boolean) => setOpen(isOpen ? key : undefined),
  });
  const submit = () => {
    if (Object.keys(state.submit()).length === 0) setOpen(undefined);
  };
  const [preposition, place] = sentencePlace(filters, names);
  const subject = subjectText(filters, names);
  const [, code, title] = /^(\d{6}) - (.+)$/s.exec(subject) ?? [];
  const allPhrases = queryPhrases(filters, names);
  const phrases = isLastYear
    ? [...allPhrases.filter(({ name }) => name !== 'period'), lastYearPhrase]
    : allPhrases;
  return (
    <section
      aria-label="Pergunta"
      className="min-w-0 text-title leading-7 sm:text-[1.25rem] sm:leading-8"
    >
      <h1 id={queryHeading} tabIndex={-1} className="inline rounded-[3px] font-semibold">
        <Phrase text={title ?? subject} {...phrase('subject')} title="Cargo">
          <Form onSubmit={submit}>
            {fields}
            <SearchButton state={state} className="self-start" />
          </Form>
        </Phrase>
        {code !== undefined && <span className="text-dense font-normal text-muted"> {code}</span>}
      </h1>{' '}
      {preposition}{' '}
      <Phrase text={place} {...phrase('place')} title="Lugar" isLast={phrases.length === 0}>
        <div className="flex flex-col gap-3">
          <PlaceFinder onPlace={(found) => change(placeOf(found))} />
          {place !== 'todo o Brasil' && (
            <Button className="self-start" onClick={() => change(noPlace)}>
              Todo o Brasil
            </Button>
          )}
        </div>
      </Phrase>
      {phrases.map((part) => (
        <span key={part.name}>
          {' '}
          <Phrase
            text={part.text}
            isQuiet={!part.isSet}
            isLast={part === phrases.at(-1)}
            {...phrase(part.name)}
            title={titleOf(part.name)}
          >
            <PhraseEditor
              name={part.name}
              filters={filters}
              state={state}
              onChange={change}
              onSubmit={submit}
              onRemove={
                part.isSet && part !== lastYearPhrase
                  ? () => change(withoutFilter(part.name, filters, names))
                  : undefined
              }
            />
          </Phrase>
        </span>
      ))}
      {/* A wider space than between words, which disappears where the button begins a line. */}
      {'\u2002'}
      {!isBeside && filtersButton}
    </section>
  );
}

/** The default period, which needs no removal. */
const lastYearPhrase: QueryPhrase = { name: 'period', text: 'últimos 12 meses', isSet: true };

type Names = Parameters<typeof setFilters>[1];

/** The change that removes every value of a filter. */
function withoutFilter(name: FilterName, filters: SearchFilters, names: Names) {
  const fields: readonly string[] = fieldsOf(name);
  const parts = setFilters(filters, names)
    .filter(({ without }) => Object.keys(without).some((field) => fields.includes(field)))
    .map(({ without }) => without);
  const usual = Object.assign({}, ...parts);
  return Object.fromEntries(fields.map((field) => [field, usual[field]]));
}

/** "em Minas Gerais", "no Acre", "na região Sudeste", "em Belo Horizonte (MG)": the preposition and the place. */
function sentencePlace(
  filters: SearchFilters,
  names: Names,
): readonly [preposition: string, place: string] {
  const { regiao, uf, regiaoIbge, municipios = [] } = filters;
  const text = placeText(filters, names);
  if (municipios.length > 0) return [prepositionBefore(text, 'em'), text];
  if (regiaoIbge !== undefined) return ['na', lowerFirst(text)];
  if (uf !== undefined) {
    const name = states.find(({ sigla }) => sigla === uf)?.nome ?? uf;
    return [prepositionBefore(name, 'em'), name];
  }
  return regiao === undefined ? ['em', 'todo o Brasil'] : ['na região', text];
}

const titles: Partial<Record<FormControl['kind'], string>> = {
  amounts: 'Salário',
  months: 'Período',
  subclasses: 'Atividade (CNAE)',
};

function titleOf(name: FilterName): string {
  const control = catalogue[name].form?.control;
  if (control === undefined) return '';
  return 'label' in control ? control.label : (titles[control.kind] ?? '');
}

/** A choice from a list runs the query at once; typed values run it on submit. */
function PhraseEditor({
  name,
  filters,
  state,
  onChange,
  onSubmit,
  onRemove,
}: {
  name: FilterName;
  filters: SearchFilters;
  state: SearchFormState;
  onChange: (part: Partial<SearchFilters>) => void;
  onSubmit: () => void;
  onRemove: (() => void) | undefined;
}) {
  const control = catalogue[name].form?.control;
  const [field] = fieldsOf(name);
  if (field !== undefined && (control?.kind === 'choice' || control?.kind === 'contract')) {
    const options = [
      ...(control.none === null ? [] : [['', control.none] as const]),
      ...control.options,
    ];
    return (
      <ul aria-label={control.label} className="-m-2 flex max-h-80 flex-col overflow-y-auto">
        {options.map(([code, label]) => (
          <li key={code}>
            <button
              type="button"
              aria-pressed={code === String(filters[field] ?? '')}
              onClick={() => onChange(choiceChange(control, field, code))}
              className="min-h-9 w-full rounded-control px-3 text-left hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:font-medium pointer-coarse:min-h-11"
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Form onSubmit={onSubmit}>
      <FilterControl name={name} state={state} />
      <div className="flex gap-2">
        <SearchButton state={state} className="flex-1" />
        {onRemove && <Button onClick={onRemove}>Retirar</Button>}
      </div>
    </Form>
  );
}

function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
        focusFirstInvalid(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}
