import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { positionOptions } from '../lib/queue-position.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

const stop = 'Parar de esperar';

/**
 * The queue position of a query while it waits for a slot, with a button to cancel; nothing while it does not wait.
 * Where a page has several, `about` states screen readers which query the button belongs to.
 */
export function WaitingInQueue({
  queryKey,
  about,
}: {
  queryKey: QueryKey;
  about?: string | undefined;
}) {
  const client = useQueryClient();
  const { data: place } = useQuery(positionOptions(queryKey));
  const leave = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    place && (
      <Notice
        tone="neutral"
        title={`Na fila: ${place.place} de ${place.total}`}
        actions={
          <Button
            onClick={leave}
            {...(about !== undefined && { 'aria-label': `${stop}: ${about}` })}
          >
            {stop}
          </Button>
        }
      >
        {place.sentence} Não precisa recarregar: esta página tenta de novo sozinha e mostra a
        resposta.
      </Notice>
    )
  );
}
