import { useQuery, useQueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Ref } from 'react';
import { z } from 'zod';
import { OccupationItem } from '../../../shared/contracts/reference.ts';
import { Combobox } from '../../components/combobox.tsx';
import { occupationOptions, failsQuietly, logged } from '../../lib/reference-options.ts';
import { useDebounced } from '../../lib/hooks.ts';
import { occupationText, suggestionLookup, type SuggestionLookup } from './search-text.ts';
import type { SearchForm } from './search-form.ts';
import type { SearchFormState } from './use-search-form.ts';
import { get } from '../../lib/call.ts';

/** The main search: free text, a CBO code, or an occupation or a family picked from the suggestions. */
export function OccupationField({
  state: { form, text, errors, change },
  inputRef,
  onPick,
  isFirst = false,
}: {
  state: SearchFormState;
  inputRef: Ref<HTMLInputElement>;
  /**
   * Called with the chosen occupation or family: it changes the form, or runs the query at once where nothing else is
   * chosen.
   */
  onPick: (change: Partial<SearchForm>) => void;
  /** Whether this is the first step on the screen, so that it has the focus. */
  isFirst?: boolean;
}) {
  const client = useQueryClient();
  const typed = form.text ?? '';
  const settled = useDebounced(typed, 120);
  const lookup = suggestionLookup(typed);
  // A text that is too short clears the list at once; a longer one is looked up after a pause in typing.
  const rested = suggestionLookup(settled);
  const found = useQuery(suggestionsOptions(lookup && rested));
  const isOfThisText = isContinued(rested, lookup) && !found.isError;
  const suggestions = isOfThisText ? (found.data ?? []) : [];
  const isUnknown = lookup?.kind === 'title' && isOfThisText && found.data?.length === 0;
  const family = /^\d{4}$/.test(typed.trim()) ? typed.trim() : undefined;
  const pick = (value: string, label: string) => {
    if (value === family) {
      onPick({ text: '', familiaCbo: value, semCbos: [] });
      return;
    }
    const picked = suggestions.find(({ codigo }) => codigo === value);
    if (picked) client.setQueryData(occupationOptions(value).queryKey, picked);
    onPick({ text: label, semCbos: [] });
  };
  return (
    <Combobox
      isFocused={isFirst}
      label="Cargo ou Código CBO"
      placeholder="Ex.: vendedor ou 521110"
      text={text}
      suggestions={[
        ...(family === undefined
          ? []
          : [{ value: family, label: `Família ${family}: todas as ocupações` }]),
        ...suggestions.map((item) => ({
          value: item.codigo,
          label: occupationText({ cbo: item.codigo, titulo: item.titulo }),
          note: foundBy(item),
        })),
      ]}
      hint={
        isUnknown
          ? `Não encontramos o cargo “${typed.trim()}”. Tente outra palavra, ou procure por área.`
          : undefined
      }
      isOfText={lookup?.kind === 'code' || (settled === typed && !found.isPlaceholderData)}
      onText={(value) => change({ text: value, ...(form.familiaCbo === '' && { semCbos: [] }) })}
      onPick={({ value, label }) => pick(value, label)}
      error={errors.text}
      inputRef={inputRef}
    />
  );
}

/** How an occupation was found, if not by its whole title. */
function foundBy({ sinonimo, ignoradas, parecida }: OccupationItem): string | undefined {
  const parts = [
    ...(sinonimo === undefined ? [] : [`também: ${sinonimo}`]),
    ...(ignoradas === undefined ? [] : [`sem “${ignoradas.join(' ')}”`]),
    ...(parecida === true ? ['nome parecido'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}

/**
 * The occupations for the typed text: by code or by title. The list of a shorter text stays until the longer one's
 * arrives.
 */
const suggestionsOptions = (lookup: SuggestionLookup | null) =>
  queryOptions({
    queryKey: ['reference', 'suggestions', lookup] as const,
    meta: failsQuietly,
    queryFn: lookup === null ? skipToken : ({ signal }) => logged(suggestionsFor(lookup, signal)),
    placeholderData: (before, query) =>
      isContinued(query?.queryKey[2], lookup) ? before : undefined,
  });

async function suggestionsFor(
  lookup: SuggestionLookup,
  signal: AbortSignal,
): Promise<OccupationItem[]> {
  if (lookup.kind === 'code') {
    const path = `/api/reference/cbo/${lookup.code}`;
    return [await get(path, OccupationItem, { signal })];
  }
  const found = await get(
    '/api/reference/cbo-by-title',
    z.union([z.array(OccupationItem), OccupationItem]),
    { query: { search: lookup.text }, signal },
  );
  return [found].flat();
}

/** Whether the results of one look-up may stay visible while the next one loads. */
function isContinued(
  before: SuggestionLookup | null | undefined,
  now: SuggestionLookup | null,
): boolean {
  if (before?.kind === 'code') return now?.kind === 'code' && now.code === before.code;
  return before?.kind === 'title' && now?.kind === 'title' && now.text.startsWith(before.text);
}
