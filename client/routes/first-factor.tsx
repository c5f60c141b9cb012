import LogOut from 'lucide-react/icons/log-out';
import { Button } from '../components/button.tsx';
import { CenteredCard } from '../components/document.tsx';
import { SecondFactor } from '../features/my-data/second-factor.tsx';
import { endSession } from '../lib/session.ts';

/** The only screen for an administrator who must set up a second factor. */
export default function FirstFactorPage() {
  return (
    <CenteredCard
      title="Proteja a sua conta"
      lead="Nesta instalação os administradores entram com senha e um código do celular. Ligue a verificação em duas etapas para continuar."
    >
      <SecondFactor />
      <Button look="quiet" onClick={endSession} className="mt-6">
        <LogOut aria-hidden size={16} />
        Sair
      </Button>
    </CenteredCard>
  );
}
