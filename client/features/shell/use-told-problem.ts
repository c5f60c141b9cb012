import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showToast } from '../../components/toast.ts';
import { withoutProblem } from '../../lib/provider.ts';
import { problemText } from '../../lib/provider-problem.ts';

/** Shows once why the sign-in with the provider failed, and removes the problem from the address. */
export function useToldProblem(): void {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.search });
  const text = problemText(search);
  useEffect(() => {
    if (text === undefined) return;
    showToast({ tone: 'danger', title: 'Não confirmado', description: text });
    void navigate({ to: '.', search: withoutProblem, replace: true });
  }, [text, navigate]);
}
