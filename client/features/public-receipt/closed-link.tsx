import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { CallError } from '../../lib/call.ts';
import { failureText } from '../../lib/failure-text.ts';

/** A link that does not open, or that could not be checked. */
export function ClosedLink({ error, retry }: { error: Error; retry: () => void }) {
  const isClosed = error instanceof CallError && error.status === 404;
  return (
    <Notice
      tone="danger"
      title={isClosed ? 'Este link não abre mais nada' : 'Não foi possível abrir o link'}
      actions={isClosed ? undefined : <Button onClick={retry}>Tentar de novo</Button>}
    >
      {failureText(error, 'Tente de novo em instantes.')}
    </Notice>
  );
}
