import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PlaceItem } from '../../../shared/contracts/reference.ts';
import { Combobox } from '../../components/combobox.tsx';
import { lookUpOptions } from '../../lib/reference-options.ts';
import { useDebounced } from '../../lib/hooks.ts';

const shortest = 2;

/** One field for any place: a city sets its state and region too. */
export function PlaceFinder({ onPlace }: { onPlace: (place: PlaceItem) => void }) {
  const [text, setText] = useState('');
  const debounced = useDebounced(text.trim());
  const found = useQuery({
    ...lookUpOptions(
      'places',
      PlaceItem,
      debounced.length < shortest ? undefined : { search: debounced },
    ),
    placeholderData: keepPreviousData,
  });
  const places = text.trim().length < shortest ? [] : (found.data ?? []);
  const isOfText = debounced === text.trim() && !found.isPlaceholderData && !found.isLoading;
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
        isOfText && debounced.length >= shortest && found.data?.length === 0
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
    />
  );
}

const keyOf = ({ regiao, uf, regiao_ibge: regiaoIbge, municipio }: PlaceItem) =>
  municipio ?? (regiaoIbge === null ? (uf ?? regiao) : `ibge ${regiaoIbge}`);
