import { Link } from '@tanstack/react-router';
import { actRefusals } from '../../shared/contracts/acts.ts';
import { buttonClass } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { PayrollScreen } from '../features/payroll/payroll-screen.tsx';
import { useCan, useCurrentUser } from '../lib/session.ts';

/** The firm's people beside the market. */
export default function PayrollPage() {
  const user = useCurrentUser();
  const isAllowed = useCan('comparePayroll');
  return (
    <Page
      title="Minha folha"
      lead="Onde cada pessoa da sua empresa está na faixa do mercado, sem que a folha saia deste navegador."
    >
      {user && isAllowed ? (
        <PayrollScreen owner={user.id} />
      ) : (
        <Notice
          tone="neutral"
          title="Acesso negado"
          actions={
            <Link to="/" className={buttonClass('secondary')}>
              Ir para a pesquisa
            </Link>
          }
        >
          {actRefusals.comparePayroll}
        </Notice>
      )}
    </Page>
  );
}
