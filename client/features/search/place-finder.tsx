import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState, type Ref } from 'react';
import { z } from 'zod';
import { PlaceItem } from '../../../shared/contracts/reference.ts';
import { Combobox } from '../../components/combobox.tsx';
import { get } from '../../lib/call.ts';
import { failsQuietly, logged } from '../../lib/reference-options.ts';
import { useDebounced } from '../../lib/hooks.ts';

const shortest = 2;

const placesOptions = (text: string) =>
  queryOptions({
    queryKey: ['reference', 'places', text],
    meta: failsQuietly,
    queryFn:
      text.length < shortest
        ? skipToken
        : ({ signal }) =>
            logged(
              get('/api/reference/places', z.array(PlaceItem), { query: { search: text }, signal }),
            ),
    placeholderData: keepPreviousData,
  });

/** One field for any place: a city sets its state and region too. */
export function PlaceFinder({
  onPlace,
  inputRef,
}: {
  onPlace: (place: PlaceItem) => void;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), 120);
  const found = useQuery(placesOptions(settled));
  const places = text.trim().length < shortest ? [] : (found.data ?? []);
  const isOfText = settled === text.trim() && !found.isPlaceholderData;
  return (
    <Combobox
      label="Lugar"
      placeholder="Cidade, estado ou região"
      text={text}
      suggestions={places.map((place) => ({
        value: keyOf(place),
        label: place.nome,
        note: place.dentro,
      }))}
      hint={
        isOfText && settled.length >= shortest && found.data?.length === 0
          ? `Não encontramos o lugar “${text.trim()}”.`
          : undefined
      }
      isOfText={isOfText}
      onText={setText}
      onPick={({ value }) => {
        const place = places.find((one) => keyOf(one) === value);
        setText('');
        if (place) onPlace(place);
      }}
      {...(inputRef && { inputRef })}
    />
  );
}

const keyOf = ({ regiao, uf, regiao_ibge: regiaoIbge, municipio }: PlaceItem) =>
  municipio ?? (regiaoIbge === null ? (uf ?? regiao) : `ibge ${regiaoIbge}`);
