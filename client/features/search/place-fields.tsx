import { useQuery } from '@tanstack/react-query';
import { MultiSelect } from '../../components/multi-select.tsx';
import { optionsWithAll, Select } from '../../components/select.tsx';
import {
  municipalitiesOptions,
  regionsOptions,
  statesOptions,
} from '../../lib/reference-options.ts';
import type { SearchForm } from './search-form.ts';

/** Region, state and municipalities; each one narrows the next and a change resets what it narrowed. */
export function PlaceFields({
  form,
  onChange,
}: {
  form: SearchForm;
  onChange: (change: Partial<SearchForm>) => void;
}) {
  const regions = useQuery(regionsOptions).data ?? [];
  const states = (useQuery(statesOptions).data ?? [])
    .filter((state) => form.regiao === 'all' || state.regiao === form.regiao)
    .toSorted((left, right) => left.nome.localeCompare(right.nome, 'pt-BR'));
  const municipalities = useQuery(municipalitiesOptions(form.uf));
  return (
    <>
      <Select
        label="Região"
        value={form.regiao}
        options={optionsWithAll(
          'Todas as regiões',
          regions.map(({ codigo, nome }) => [codigo, nome] as const),
        )}
        onValue={(regiao) => onChange({ regiao, uf: 'all', municipios: [] })}
      />
      <Select
        label="Estado"
        value={form.uf}
        options={optionsWithAll(
          'Todos os estados',
          states.map(({ sigla, nome }) => [sigla, nome] as const),
        )}
        onValue={(uf) => onChange({ uf, municipios: [] })}
      />
      <MultiSelect
        label="Municípios"
        prompt="Todos os municípios"
        options={(municipalities.data ?? []).map(({ codigo, nome }) => ({
          value: codigo,
          label: nome,
        }))}
        chosen={form.municipios}
        onChosen={(municipios) => onChange({ municipios })}
        disabledReason={disabledReason(form.uf, municipalities)}
      />
    </>
  );
}

function disabledReason(
  uf: string,
  municipalities: { data: unknown; isError: boolean },
): string | undefined {
  if (uf === 'all') return 'Escolha o estado primeiro';
  if (municipalities.isError) return 'Não foi possível carregar';
  return municipalities.data === undefined ? 'Carregando...' : undefined;
}
