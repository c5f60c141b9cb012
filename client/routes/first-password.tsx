import { useQueryClient } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { Button } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { FirstPasswordForm } from '../features/passwords/password-forms.tsx';
import { PasswordTips } from '../features/passwords/new-password-form.tsx';
import { endSession, currentUserOptions } from '../lib/session.ts';

/** The only screen for a user who still has a temporary password, of an administrator or of the first start. */
export default function FirstPasswordPage() {
  const client = useQueryClient();
  return (
    <CenteredCard
      title="Escolha a sua senha"
      lead="Você entrou com uma senha temporária, que outra pessoa pode conhecer. Escolha uma só sua para continuar; a temporária não precisa ser digitada de novo."
    >
      <FirstPasswordForm
        onChosen={() => void client.refetchQueries({ queryKey: currentUserOptions.queryKey })}
      />
      <div className="mt-6 flex flex-col gap-4">
        <PasswordTips />
        <Button look="quiet" onClick={endSession}>
          <LogOut aria-hidden size={16} />
          Sair
        </Button>
      </div>
    </CenteredCard>
  );
}
