import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { buttonClass } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { ChangePasswordForm } from '../features/passwords/password-forms.tsx';
import { PasswordTips } from '../features/passwords/new-password-form.tsx';
import { useCurrentUser } from '../lib/session.ts';

export default function ChangePasswordPage() {
  const signsInElsewhere = useCurrentUser()?.signsInElsewhere === true;
  if (signsInElsewhere) {
    return (
      <Page title="Alterar senha">
        <p>Você entra pelo provedor de login da empresa e não tem senha aqui: altere a senha lá.</p>
      </Page>
    );
  }
  return (
    <Page
      title="Alterar senha"
      lead="Ao trocar a senha, as suas outras sessões são encerradas. Avisaremos por e-mail."
      actions={
        <Link to="/dashboard" className={buttonClass('secondary')}>
          <ArrowLeft aria-hidden size={16} />
          Voltar à pesquisa
        </Link>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,28rem)_minmax(0,22rem)]">
        <div className="card p-4 sm:p-6">
          <ChangePasswordForm />
        </div>
        <PasswordTips />
      </div>
    </Page>
  );
}
