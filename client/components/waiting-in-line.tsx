import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { placeOptions } from '../lib/line-place.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Where a query's question stands while it waits for its turn, and the way out; nothing while it does not wait. */
export function WaitingInLine({ queryKey }: { queryKey: QueryKey }) {
  const client = useQueryClient();
  const { data: place } = useQuery(placeOptions(queryKey));
  const leave = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    place && (
      <Notice
        tone="neutral"
        title={`Sua pesquisa espera a vez: lugar ${place.place} de ${place.total}`}
        actions={<Button onClick={leave}>Parar de esperar</Button>}
      >
        {place.sentence} Esta página faz isso sozinha e mostra a resposta assim que ela vier.
      </Notice>
    )
  );
}
