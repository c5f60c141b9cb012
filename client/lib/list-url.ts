import { useNavigate, useSearch } from '@tanstack/react-router';
import { withoutEmpty, type UrlState } from './url-state.ts';

/** The usual number of rows on a page of a list. */
export const listPageSize = 20;

/** The state of a list's screen in its link: plain texts under Portuguese names. */
export function useListUrl() {
  const state = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const text = (name: string): string => {
    const value = state[name];
    return typeof value === 'string' ? value : '';
  };
  /** Changes part of the link; an empty value is removed. A changed filter starts at the first page. */
  const change = (changes: Record<string, string>) => {
    const next: UrlState = { ...state, pagina: '', ...changes };
    void navigate({
      to: '.',
      search: withoutEmpty(next),
      replace: true,
      resetScroll: false,
    });
  };
  const isFiltered = Object.keys(state).some((name) => name !== 'pagina');
  const page = Math.max(1, Math.trunc(Number(text('pagina'))) || 1);
  const toPage = (next: number) => change({ pagina: next > 1 ? String(next) : '' });
  return { text, change, isFiltered, page, toPage };
}
