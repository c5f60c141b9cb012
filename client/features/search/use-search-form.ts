import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { SelectableMonths } from '../../../shared/filters/data.ts';
import { occupationOptions } from '../../lib/reference-options.ts';
import {
  isAboutEverything,
  formOf,
  entriesBeforeNewMonths,
  queryOf,
  type FormErrors,
  type FormOwner,
  type SearchForm,
} from './search-form.ts';
import { named } from '../../../shared/filters/filter.ts';

export type SearchFormState = {
  form: SearchForm;
  query: string;
  /** The main field's text: as typed, or the link's query with its title. */
  text: string;
  /** Whether no filter narrows the query that the form would run. */
  isAboutEverything: boolean;
  errors: FormErrors;
  months: readonly string[];
  change: (change: Partial<SearchForm>) => void;
  /** Runs the query, with a last change to it, if the form is valid; returns the validation errors. */
  submit: (last?: Partial<SearchForm>) => FormErrors;
  clear: () => void;
};

/** The form of a query: it follows the link until the user changes a control. */
export function useSearchForm({
  filters,
  selectable,
  onSearch,
  onClear,
}: {
  filters: SearchFilters;
  selectable: SelectableMonths;
  onSearch: (filters: SearchFilters, unread: readonly string[]) => void;
  onClear: () => void;
}): SearchFormState {
  const { months } = selectable;
  const latest = months.at(-1);
  const query = JSON.stringify([filters, latest]);
  const [draft, setDraft] = useState<
    FormOwner & { query: string; form: SearchForm; errors: FormErrors }
  >();
  const title = useQuery(occupationOptions(filters.cbo)).data?.titulo ?? null;

  // A draft belongs to the query it started from; a new link shows its own query. Months that arrive or are published
  // while the user types change the period alone.
  const isCurrent = draft?.query === query;
  const owner = { filters, latest };
  const form = isCurrent
    ? draft.form
    : {
        ...formOf(filters, selectable),
        ...(draft !== undefined && entriesBeforeNewMonths(draft, owner)),
      };
  const errors = isCurrent ? draft.errors : {};
  const requested =
    filters.cbo === undefined ? (filters.searchQuery ?? '') : named(filters.cbo, title);
  const text = form.text ?? requested;

  return {
    form,
    query,
    text,
    isAboutEverything: isAboutEverything(form, text),
    errors,
    months,
    change: (change) => {
      const unread = change.text === undefined ? form.unread : [];
      setDraft({ ...owner, query, form: { ...form, unread, ...change }, errors: {} });
    },
    submit: (last = {}) => {
      const submitted = { ...form, ...last };
      const result = queryOf(submitted, last.text ?? text);
      if ('errors' in result) {
        setDraft({ ...owner, query, form: submitted, errors: result.errors });
        return result.errors;
      }
      setDraft(undefined);
      onSearch(result.filters, submitted.unread);
      return {};
    },
    clear: () => {
      setDraft(undefined);
      onClear();
    },
  };
}
