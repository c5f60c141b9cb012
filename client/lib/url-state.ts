import { useNavigate, useSearch } from '@tanstack/react-router';

/** Search parameters as plain texts; a repeated one is a list. No JSON, because users read and edit these links. */
export type UrlState = Record<string, string | string[]>;

/** "?uf=SP&municipios=1&municipios=2" → { uf: 'SP', municipios: ['1', '2'] }. */
export function parseUrlState(search: string): UrlState {
  const parameters = new URLSearchParams(search);
  const state: UrlState = {};
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const [only = ''] = values;
    state[name] = values.length > 1 ? values : only;
  }
  return state;
}

/** The inverse of `parseUrlState`; undefined values are left out. */
export function stringifyUrlState(state: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (typeof item === 'string' || typeof item === 'number') {
        parameters.append(name, String(item));
      }
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

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
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')),
      replace: true,
      resetScroll: false,
    });
  };
  const page = Math.max(1, Math.trunc(Number(text('pagina'))) || 1);
  const toPage = (next: number) => change({ pagina: next > 1 ? String(next) : '' });
  return { text, change, page, toPage };
}
