import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCnae, shortestCnaeSearch, type CnaeItem } from '../../shared/codes/cnae.ts';
import { cnaeSearchOptions } from '../lib/reference-options.ts';
import { useDebounced } from '../lib/hooks.ts';
import { Combobox } from './combobox.tsx';

/** Finds a CNAE subclass by code or words; a pick goes to the caller and empties the field. */
export function CnaeField({
  label,
  chosen,
  full,
  isOffered = () => true,
  onPick,
}: {
  label: string;
  /** Codes that are not offered again. */
  chosen: readonly string[];
  /** Why no more codes can be chosen; undefined while they can. */
  full: string | undefined;
  isOffered?: (item: CnaeItem) => boolean;
  onPick: (code: string) => void;
}) {
  const [text, setText] = useState('');
  const words = useDebounced(text.trim(), 150);
  const search = useQuery(cnaeSearchOptions(words));
  const isAsked = words.length >= shortestCnaeSearch && text !== '' && full === undefined;
  const found = isAsked ? (search.data ?? []).filter(isOffered) : [];
  const offered = found.filter(({ codigo }) => !chosen.includes(codigo));
  const isOfText = words === text.trim() && !search.isPlaceholderData && !search.isLoading;
  const pick = (code: string) => {
    onPick(code);
    setText('');
  };
  return (
    <Combobox
      label={label}
      placeholder="Código ou atividade"
      text={text}
      suggestions={offered.map((item) => ({
        value: item.codigo,
        label: `${formatCnae(item.codigo)} — ${item.descricao}`,
      }))}
      isOfText={isOfText}
      onText={setText}
      onPick={({ value }) => pick(value)}
      onEnter={() => {
        const [first] = isOfText ? offered : [];
        if (first) pick(first.codigo);
      }}
      hint={full ?? (isAsked ? problemOf(search, found) : undefined)}
    />
  );
}

function problemOf(
  search: { isError: boolean; isFetching: boolean },
  found: readonly CnaeItem[],
): string | undefined {
  if (search.isError) return 'Erro ao buscar códigos CNAE';
  return !search.isFetching && found.length === 0 ? 'Nenhum CNAE encontrado' : undefined;
}
