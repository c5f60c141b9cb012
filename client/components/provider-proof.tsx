import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { confirmedMinutes } from '../../shared/contracts/provider.ts';
import { providerAddress, signInProviderOptions } from '../lib/provider.ts';
import { buttonClass } from './button.tsx';

/** Replaces the password field for a user without a password: a button to prove the identity at the provider. */
export function ProviderProof() {
  const { data } = useQuery(signInProviderOptions);
  const here = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-dense text-muted">
        Antes, identifique-se de novo em {data?.label ?? 'seu provedor de login'}. Você volta a esta
        tela e tem {confirmedMinutes} minutos para repetir o que ia fazer.
      </p>
      <a href={providerAddress('confirm', here)} className={buttonClass('secondary')}>
        Identificar-se
      </a>
    </div>
  );
}
