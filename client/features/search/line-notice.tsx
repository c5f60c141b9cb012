import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { LinePlace } from '../../lib/ask-in-line.ts';

/** The place of a question that waits for its turn, and the way out of the line. */
export default function LineNotice({ place, queryKey }: { place: LinePlace; queryKey: QueryKey }) {
  const client = useQueryClient();
  const leave = () => void client.cancelQueries({ queryKey, exact: true }, { revert: false });
  return (
    <Notice
      tone="neutral"
      title={`Sua pesquisa espera a vez: lugar ${place.place} de ${place.total}`}
      actions={<Button onClick={leave}>Parar de esperar</Button>}
    >
      {place.sentence} Esta página faz isso sozinha e mostra a resposta assim que ela vier.
    </Notice>
  );
}
