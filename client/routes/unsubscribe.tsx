import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Done } from '../../shared/contracts/people-fields.ts';
import { Button, loneLinkClass } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { Notice } from '../components/notice.tsx';
import { failureText, send } from '../lib/call.ts';

/** The target of a mailed link: ends the mails about saved searches, on a click because mail scanners open links. */
export default function UnsubscribePage() {
  // After the `#`, so that opening the page sends the token nowhere.
  const token = useLocation({ select: ({ hash }) => new URLSearchParams(hash).get('token') ?? '' });
  const unsubscribe = useMutation({
    mutationFn: () =>
      send('POST', `/api/digest/unsubscribe?${new URLSearchParams({ token })}`, Done),
  });
  return (
    <CenteredCard
      title="Avisos por e-mail"
      lead="Sobre o que muda nas suas pesquisas salvas."
      footer={
        <Link to="/saved" search={{}} className={loneLinkClass}>
          Pesquisas salvas
        </Link>
      }
    >
      {unsubscribe.isSuccess ? (
        <output className="block">{unsubscribe.data.message}</output>
      ) : (
        <div className="flex flex-col gap-4">
          {unsubscribe.isError && (
            <Notice tone="danger" title="Os avisos continuam">
              {failureText(unsubscribe.error, 'Tente de novo em instantes.')}
            </Notice>
          )}
          <Button
            look="primary"
            disabled={unsubscribe.isPending}
            onClick={() => unsubscribe.mutate()}
          >
            Não receber mais estes avisos
          </Button>
        </div>
      )}
    </CenteredCard>
  );
}
