import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../components/async-panel.tsx';
import { Miniature } from './miniature.tsx';
import { Offers } from './offers.tsx';
import { showcaseOptions } from './showcase-options.ts';

/** A small real answer, with the product's features illustrated on it. */
export default function ProductTour() {
  const showcase = useQuery(showcaseOptions);
  const answer = showcase.data ?? null;
  return (
    <>
      {showcase.isPending && <Skeleton className="h-88" />}
      {showcase.isError && (
        <p className="text-dense text-muted">O exemplo não pôde ser carregado agora.</p>
      )}
      {showcase.isSuccess && answer === null && (
        <p className="text-dense text-muted">
          Ainda não há registros bastantes para um exemplo. Ele aparece aqui com o primeiro mês
          publicado que os tenha.
        </p>
      )}
      {answer && <Miniature answer={answer} />}
      <Offers answer={answer} />
    </>
  );
}
