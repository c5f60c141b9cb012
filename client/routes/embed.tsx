import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AsyncPanel, Skeleton } from '../components/async-panel.tsx';
import {
  publicReceiptOptions,
  ClosedLink,
  ReceiptCard,
} from '../features/public-receipt/receipt-card.tsx';

/** A receipt as a card, for embedding in another site. */
export default function EmbedPage() {
  const { token } = useParams({ from: '/embed/$token' });
  const receipt = useQuery(publicReceiptOptions(token));
  return (
    <main>
      <title>Resposta compartilhada · CAGED Analytics</title>
      <AsyncPanel
        query={receipt}
        skeleton={<Skeleton className="h-60" />}
        renderError={(error, retry) => <ClosedLink error={error} retry={retry} />}
      >
        {(shared) => <ReceiptCard receipt={shared} address={`/p/${token}`} />}
      </AsyncPanel>
    </main>
  );
}
