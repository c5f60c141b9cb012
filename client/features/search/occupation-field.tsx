import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Combobox } from '../../components/combobox.tsx';
import { occupationOptions } from '../../lib/reference-options.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { occupationText, suggestionLookup } from './search-text.ts';
import { isContinued, suggestionsOptions } from './suggestions-options.ts';
import type { SearchFormState } from './use-search-form.ts';

/** The main search: free text, a CBO code, or an occupation or a family picked from the suggestions. */
export function OccupationField({
  state: { form, text, errors, change },
  inputRef,
}: {
  state: SearchFormState;
  inputRef: Ref<HTMLInputElement>;
}) {
  const client = useQueryClient();
  const typed = form.text ?? '';
  const settled = useDebounced(typed, 120);
  const lookup = suggestionLookup(typed);
  // Too short a text clears the list at once; a longer one asks when the typing rests.
  const rested = suggestionLookup(settled);
  const found = useQuery(suggestionsOptions(lookup && rested));
  const isOfThisText = isContinued(rested, lookup) && !found.isError;
  const suggestions = isOfThisText ? (found.data ?? []) : [];
  const family = /^\d{4}$/.test(typed.trim()) ? typed.trim() : undefined;
  const pick = (value: string, label: string) => {
    if (value === family) {
      change({ text: '', familiaCbo: value });
      return;
    }
    const picked = suggestions.find(({ codigo }) => codigo === value);
    if (picked) client.setQueryData(occupationOptions(value).queryKey, picked);
    change({ text: label });
  };
  return (
    <Combobox
      label="Cargo ou Código CBO"
      placeholder="Ex.: vendedor ou 521110"
      text={text}
      suggestions={[
        ...(family === undefined
          ? []
          : [{ value: family, label: `Família ${family}: todas as ocupações` }]),
        ...suggestions.map(({ codigo, titulo }) => ({
          value: codigo,
          label: occupationText({ cbo: codigo, titulo }),
        })),
      ]}
      onText={(value) => change({ text: value })}
      onPick={({ value, label }) => pick(value, label)}
      error={errors.text}
      inputRef={inputRef}
    />
  );
}
