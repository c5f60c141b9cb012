import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '../../components/button.tsx';
import { providerAddress, signInProviderOptions } from '../../lib/provider.ts';

/** The link to sign in with the provider, where there is one; afterwards the user returns to the requested screen. */
export function ProviderButton({ returnTo }: { returnTo: string }) {
  const { data } = useQuery(signInProviderOptions);
  if (typeof data?.label !== 'string') return null;
  return (
    <div className="mt-6 border-t border-line pt-6">
      <a
        href={providerAddress('start', returnTo)}
        className={buttonClass('secondary', 'w-full text-center wrap-anywhere')}
      >
        Entrar com {data.label}
      </a>
    </div>
  );
}
