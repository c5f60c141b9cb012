import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, type SyntheticEvent } from 'react';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import type { SelectableMonths } from '../../../shared/filters/data.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { focusFirstInvalid } from '../../lib/hooks.ts';
import { FilterFields } from './filter-panel.tsx';
import { OccupationField } from './occupation-field.tsx';
import { OccupationList } from './occupation-list.tsx';
import { withTypedFilters } from './typed-query.ts';
import { useSearchForm } from './use-search-form.ts';

/** All filters of a query, for screens other than the search screen. */
export function QuerySheet({
  title,
  filters,
  selectable,
  onSearch,
  onClose,
}: {
  title: string;
  filters: SearchFilters;
  selectable: SelectableMonths;
  onSearch: (filters: SearchFilters) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const typed = useMutation({
    mutationFn: (query: SearchFilters) => withTypedFilters(client, query),
  });
  const accept = (query: SearchFilters) => {
    onSearch(query);
    onClose();
  };
  const state = useSearchForm({
    filters: typed.isPending ? typed.variables : filters,
    selectable,
    onSearch: (query) => {
      if (query.searchQuery === filters.searchQuery) accept(query);
      else typed.mutate(query, { onSuccess: (read) => accept(read.filters) });
    },
    onClear: onClose,
  });
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    state.submit();
    focusFirstInvalid(event.currentTarget);
  };
  return (
    <Sheet
      title={title}
      side="right"
      isOpen
      onOpen={onClose}
      footer={
        <div className="flex gap-2">
          <Button
            type="submit"
            form={formId}
            look="primary"
            disabled={typed.isPending}
            className="flex-1"
          >
            Usar estes filtros
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="flex flex-col gap-6">
        <div className="flex flex-col gap-1.5">
          <OccupationField state={state} inputRef={field} onPick={state.change} />
          <OccupationList state={state} focusField={() => field.current?.focus()} />
        </div>
        <FilterFields state={state} />
      </form>
    </Sheet>
  );
}
