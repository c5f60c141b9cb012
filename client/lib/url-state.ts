/** Search parameters as plain texts; a repeated one is a list. No JSON, because users read and edit these links. */
export type UrlState = Record<string, string | string[] | undefined>;

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

/** The parameters without those that are empty texts. */
export const withoutEmpty = <Value>(state: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(state).filter(([, value]) => value !== ''));
