import { useState } from 'react';
import { formatRecords } from '../../../shared/words/format.ts';
import type { Panels } from '../../../shared/contracts/panels.ts';
import type { SearchFilters } from '../../../shared/contracts/search.ts';
import { noPlace } from '../../../shared/filters/place.ts';
import { Button } from '../../components/button.tsx';
import { BareSelect } from '../../components/select.tsx';
import { isSameSearch } from '../../lib/comparison-link.ts';

const maxOffered = 5;

/** Offers the same query for other places, one click each: the country, the largest states, every other state. */
export function BesideOffers({
  requested,
  regional,
  taken,
  onAdd,
}: {
  requested: SearchFilters;
  regional: Panels['regional'];
  /** The queries that are already in the comparison. */
  taken: readonly SearchFilters[];
  onAdd: (filters: SearchFilters) => void;
}) {
  const [other, setOther] = useState('');
  const beside = (uf: string | undefined): SearchFilters => ({ ...requested, ...noPlace, uf });
  const isTaken = (uf: string | undefined) => taken.some((one) => isSameSearch(one, beside(uf)));
  const add = (uf: string | undefined) => onAdd(beside(uf));
  const states = regional.states
    .filter(({ codigo, count }) => count > 0 && !isTaken(codigo))
    .toSorted((one, next) => next.count - one.count);
  if (isTaken(undefined) && states.length === 0) return null;
  const otherName = states.find(({ codigo }) => codigo === other)?.nome;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 text-dense print:hidden">
      <span className="text-muted">Comparar com:</span>
      {!isTaken(undefined) && <Button onClick={() => add(undefined)}>Brasil</Button>}
      {states.slice(0, maxOffered).map(({ codigo, nome, count }) => (
        <Button
          key={codigo}
          aria-label={`${codigo}: comparar com ${nome}`}
          title={`${nome}: ${formatRecords(count)}`}
          onClick={() => add(codigo)}
        >
          {codigo}
        </Button>
      ))}
      {states.length > maxOffered && (
        <BareSelect
          aria-label="Comparar com outro estado"
          value={otherName === undefined ? '' : other}
          onChange={(event) => setOther(event.target.value)}
        >
          <option value="">Outro estado</option>
          {states
            .slice(maxOffered)
            .toSorted((one, next) => one.nome.localeCompare(next.nome, 'pt-BR'))
            .map(({ codigo, nome }) => (
              <option key={codigo} value={codigo}>
                {nome}
              </option>
            ))}
        </BareSelect>
      )}
      {otherName !== undefined && (
        // An arrow key selects each state on its way, so the comparison waits for this button.
        <Button onClick={() => add(other)}>Comparar com {otherName}</Button>
      )}
    </div>
  );
}
