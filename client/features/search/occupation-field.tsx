import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Combobox } from '../../components/combobox.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { suggestionsOptions } from './suggestions-options.ts';
import { occupationText, suggestionLookup } from './search-text.ts';

/** The main search: free text, a CBO code, or an occupation picked from the suggestions. */
export function OccupationField({
  text,
  typed,
  onText,
  inputRef,
}: {
  text: string;
  /** What somebody typed since the last search; null while the field shows the link's own text. */
  typed: string | null;
  onText: (text: string) => void;
  inputRef: Ref<HTMLInputElement>;
}) {
  const settled = useDebounced(typed ?? '', 120);
  const lookup = suggestionLookup(typed ?? '');
  // Too short a text clears the list at once; a longer one asks when the typing rests.
  const found = useQuery(suggestionsOptions(lookup && suggestionLookup(settled)));
  const suggestions = lookup === null || found.data === undefined ? [] : found.data;
  return (
    <Combobox
      label="Cargo ou Código CBO"
      placeholder="Ex.: vendedor ou 521110"
      text={text}
      suggestions={suggestions.map(({ codigo, titulo }) => ({
        value: codigo,
        label: occupationText({ cbo: codigo, titulo }),
      }))}
      onText={onText}
      onPick={(suggestion) => onText(suggestion.label)}
      inputRef={inputRef}
    />
  );
}
