import { Notice } from '../../components/notice.tsx';
import type { UrlState } from '../../lib/url-state.ts';
import { problemText } from '../../lib/provider-problem.ts';

/** Why the sign-in with the provider failed; nothing if the address has no known problem code. */
export default function ProviderNotice({ search }: { search: UrlState }) {
  const problem = problemText(search);
  if (problem === undefined) return null;
  return (
    <Notice tone="danger" className="mt-4" title="Não foi possível entrar">
      {problem}
    </Notice>
  );
}
