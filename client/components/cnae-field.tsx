import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatCnae, minCnaeSearchLength, type CnaeItem } from '../../shared/codes/cnae.ts';
import { maxSubclasses } from '../../shared/filters/activity.ts';
import { named } from '../../shared/filters/filter.ts';
import { cnaeSearchOptions, useCnaeNames } from '../lib/reference-options.ts';
import { useDebounced } from '../lib/hooks.ts';
import { Chips } from './chips.tsx';
import { Combobox } from './combobox.tsx';

/** The subclasses of a market: a field that adds one, then the chosen ones. A section narrows the offered ones. */
export function ChosenSubclasses({
  chosen,
  section,
  onChosen,
  children,
}: {
  chosen: readonly string[];
  section: string | undefined;
  onChosen: (codes: string[]) => void;
  children?: ReactNode;
}) {
  const names = useCnaeNames(chosen);
  return (
    <>
      <CnaeField
        label="CNAE da empresa"
        chosen={chosen}
        max={maxSubclasses}
        isOffered={({ secao }) => section === undefined || secao === section}
        onPick={(code) => onChosen([...chosen, code])}
      />
      {children}
      <Chips
        label="CNAEs escolhidos"
        chips={chosen.map((code) => ({
          key: code,
          text: named(formatCnae(code), names.get(code)),
          onRemove: () => onChosen(chosen.filter((other) => other !== code)),
        }))}
      />
    </>
  );
}

/** Finds a CNAE subclass by code or words; a pick goes to the caller and empties the field. */
export function CnaeField({
  label,
  chosen,
  max,
  isOffered = () => true,
  onPick,
}: {
  label: string;
  /** Codes that are not offered again. */
  chosen: readonly string[];
  max: number;
  isOffered?: (item: CnaeItem) => boolean;
  onPick: (code: string) => void;
}) {
  const [text, setText] = useState('');
  const full = chosen.length >= max ? `Limite máximo de ${max} CNAEs atingido.` : undefined;
  const words = useDebounced(text.trim());
  const search = useQuery(cnaeSearchOptions(words));
  const isRequested = words.length >= minCnaeSearchLength && text !== '' && full === undefined;
  const found = isRequested ? (search.data ?? []).filter(isOffered) : [];
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
      hint={full ?? (isRequested ? problemOf(search, found) : undefined)}
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
