import { Notice } from '../../components/notice.tsx';
import type { Search } from '../../lib/provider.ts';
import { problemText } from '../../lib/provider-problem.ts';

/** Why the sign-in with the provider failed; nothing if the address has no known problem code. */
export default function ProviderNotice({ search }: { search: Search }) {
  const problem = problemText(search);
  if (problem === undefined) return null;
  return (
    <div className="mt-4">
      <Notice tone="danger" title="Não foi possível entrar">
        {problem}
      </Notice>
    </div>
  );
}
