import { useQuery } from '@tanstack/react-query';
import { MultiSelect } from '../../components/multi-select.tsx';
import { optionsWithAll, Select } from '../../components/select.tsx';
import {
  municipalitiesOptions,
  regionsOptions,
  statesOptions,
} from '../../lib/reference-options.ts';
import { notChosen, type SearchForm } from './search-form.ts';

type FieldProps = { form: SearchForm; onChange: (change: Partial<SearchForm>) => void };

// Each of the three narrows the next, and a change resets what it narrowed.

export function RegionField({ form, onChange }: FieldProps) {
  const regions = useQuery(regionsOptions).data ?? [];
  return (
    <Select
      label="Região"
      value={form.regiao}
      options={optionsWithAll(
        'Todas as regiões',
        regions.map(({ codigo, nome }) => [codigo, nome] as const),
      )}
      onValue={(regiao) => onChange({ regiao, uf: notChosen, municipios: [] })}
    />
  );
}

export function StateField({ form, onChange }: FieldProps) {
  const states = (useQuery(statesOptions).data ?? [])
    .filter((state) => form.regiao === notChosen || state.regiao === form.regiao)
    .toSorted((left, right) => left.nome.localeCompare(right.nome, 'pt-BR'));
  return (
    <Select
      label="Estado"
      value={form.uf}
      options={optionsWithAll(
        'Todos os estados',
        states.map(({ sigla, nome }) => [sigla, nome] as const),
      )}
      onValue={(uf) => onChange({ uf, municipios: [] })}
    />
  );
}

export function MunicipalitiesField({ form, onChange }: FieldProps) {
  const municipalities = useQuery(municipalitiesOptions(form.uf));
  return (
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
  );
}

function disabledReason(
  uf: string,
  municipalities: { data: unknown; isError: boolean },
): string | undefined {
  if (uf === notChosen) return 'Escolha o estado primeiro';
  if (municipalities.isError) return 'Não foi possível carregar';
  return municipalities.data === undefined ? 'Carregando...' : undefined;
}
