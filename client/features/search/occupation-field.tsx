import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { TypedSuggestion } from '../../../shared/contracts/typed-query.ts';
import { named } from '../../../shared/filters/filter.ts';
import { Combobox } from '../../components/combobox.tsx';
import { occupationOptions } from '../../lib/reference-options.ts';
import { useDebounced } from '../../lib/hooks.ts';
import { lazyPart } from '../../components/lazy.tsx';
import { suggestionLookup } from './search-text.ts';
import { formValues, type SearchForm } from './search-form.ts';
import type { SearchFormState } from './use-search-form.ts';
import { isContinued, typedQueryOptions } from './typed-query.ts';

const TypedParts = lazyPart(() => import('./typed-parts.tsx'));

/**
 * The main search: an occupation or a family picked from the suggestions, a CBO code, or free text, which may also
 * contain filters ("vendedor em Campinas, mulher").
 */
export function OccupationField({
  state: { form, text, errors, change },
  inputRef,
  onPick,
  isFirst = false,
}: {
  state: SearchFormState;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Called with the chosen occupation or family: it changes the form, or runs the query if nothing else is chosen. */
  onPick: (change: Partial<SearchForm>) => void;
  /** Whether this is the first step on the screen, so that it has the focus. */
  isFirst?: boolean;
}) {
  const client = useQueryClient();
  const typed = form.text ?? '';
  const debounced = useDebounced(typed);
  const lookup = suggestionLookup(typed);
  // A text that is too short clears the list at once; a longer one is looked up after a pause in typing.
  const debouncedLookup = suggestionLookup(debounced);
  const found = useQuery(typedQueryOptions(lookup && debouncedLookup));
  const isOfThisText = isContinued(debouncedLookup, lookup) && !found.isError;
  const reading = isOfThisText ? found.data : undefined;
  const suggestions = reading?.sugestoes ?? [];
  // The line below the field names the words that no suggestion has; their notes do not repeat them.
  const unread = (reading?.naoLidas ?? []).filter((word) =>
    suggestions.every(({ ocupacao }) => ocupacao?.ignoradas?.includes(word)),
  );
  const isUnknown = lookup?.kind === 'title' && reading !== undefined && suggestions.length === 0;
  const family = /^\d{4}$/.test(typed.trim()) ? typed.trim() : undefined;
  const pick = (value: string, label: string) => {
    if (value === family) {
      onPick({ text: '', familiaCbo: value, semCbos: [] });
      return;
    }
    const picked = suggestions[Number(value)];
    if (picked === undefined || reading === undefined) return;
    const { ocupacao, filtros } = picked;
    if (ocupacao) client.setQueryData(occupationOptions(ocupacao.codigo).queryKey, ocupacao);
    onPick({
      text: ocupacao === null ? '' : label,
      unread: reading.naoLidas,
      semCbos: [],
      ...formValues(filtros),
    });
  };
  return (
    <Combobox
      isFocused={isFirst}
      label="Cargo ou Código CBO"
      placeholder="Ex.: vendedor em Campinas, mulher"
      text={text}
      suggestions={[
        ...(family === undefined
          ? []
          : [{ value: family, label: `Família ${family}: todas as ocupações` }]),
        ...suggestions.map((one, place) => ({
          value: String(place),
          label: labelOf(one),
          note: noteOf(one, unread),
        })),
      ]}
      hint={
        isUnknown
          ? `Não encontramos o cargo “${typed.trim()}”. Tente outra palavra, ou procure por área.`
          : undefined
      }
      takesText
      isOfText={lookup?.kind === 'code' || (debounced === typed && !found.isPlaceholderData)}
      onText={(value) => change({ text: value, ...(form.familiaCbo === '' && { semCbos: [] }) })}
      onPick={({ value, label }) => pick(value, label)}
      error={errors.text}
      inputRef={inputRef}
      below={
        reading !== undefined &&
        reading.partes.length + reading.naoLidas.length > 0 && (
          <TypedParts
            reading={reading}
            onText={(value) => {
              change({ text: value });
              // These parts leave the page until the changed text is read.
              inputRef.current?.focus();
            }}
          />
        )
      }
    />
  );
}

const labelOf = ({ ocupacao }: TypedSuggestion): string =>
  ocupacao === null ? 'Todas as ocupações' : named(ocupacao.codigo, ocupacao.titulo);

/** The filters of a suggestion, and how its occupation was found, if not by its whole title. */
function noteOf({ ocupacao, nota }: TypedSuggestion, unread: readonly string[]) {
  const { sinonimo, ignoradas = [], parecida } = ocupacao ?? {};
  const ignored = ignoradas.filter((word) => !unread.includes(word));
  const parts = [
    ...(nota === '' ? [] : [nota]),
    ...(sinonimo === undefined ? [] : [`também: ${sinonimo}`]),
    ...(ignored.length === 0 ? [] : [`sem “${ignored.join(' ')}”`]),
    ...(parecida === true ? ['nome parecido'] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
