import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { formatCount } from '../../../shared/words/format.ts';
import { Combobox } from '../../components/combobox.tsx';
import type { ListPage } from '../../lib/call.ts';
import { useDebounced } from '../../lib/hooks.ts';
import { companyListOptions } from './accounts-options.ts';

const suggestedCompanies = 10;

export type NamedCompany = { id: string; name: string };

/**
 * Finds a company on the server by words of its name or by its CNPJ. The form's value is the id of the chosen company,
 * an empty string for none, or the typed text, which the form's schema rejects.
 */
export function CompanyField({
  given,
}: {
  /** The company that the form started with, or one that was set since. */
  given: NamedCompany | undefined;
}) {
  const { field, fieldState } = useController<{ companyId: unknown }>({ name: 'companyId' });
  const [picked, setPicked] = useState<NamedCompany>();
  const value = typeof field.value === 'string' ? field.value : '';
  const chosen = [picked, given].find((company) => company?.id === value);
  const words = useDebounced(chosen === undefined ? value.trim() : '');
  const search = useQuery({
    ...companyListOptions({ search: words, page: 1, pageSize: suggestedCompanies }),
    enabled: words !== '',
  });
  const isTyping = chosen === undefined && value.trim() !== '';
  const found = isTyping ? (search.data?.rows ?? []) : [];

  return (
    <Combobox
      label="Empresa"
      placeholder="Nome ou CNPJ (opcional)"
      text={chosen?.name ?? value}
      suggestions={found.map((company) => ({ value: company.id, label: company.name }))}
      isOfText={
        chosen !== undefined ||
        (words === value.trim() && !search.isPlaceholderData && !search.isLoading)
      }
      onText={(text) => field.onChange(text)}
      onPick={({ value: id, label }) => {
        setPicked({ id, name: label });
        field.onChange(id);
      }}
      inputRef={field.ref}
      error={fieldState.error?.message}
      hint={isTyping ? hintOf(search) : undefined}
    />
  );
}

function hintOf({ isError, isFetching, data }: UseQueryResult<ListPage<unknown>>) {
  if (isError) return 'Não foi possível carregar a lista de empresas.';
  if (data === undefined || isFetching) return undefined;
  const { rows, total } = data;
  if (total === 0) return 'Nenhuma empresa encontrada';
  return total > rows.length
    ? `${rows.length} de ${formatCount(total)} empresas: digite mais para achar a sua.`
    : undefined;
}
