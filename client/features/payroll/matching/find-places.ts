import { states } from '../../../../shared/codes/states.ts';
import type { MarketNames } from '../../../../shared/contracts/market.ts';
import { plainText } from '../../../../shared/words/format.ts';

/** A person's place of work, as far as the payroll states it. */
export interface FoundPlace {
  /** Six digits of the IBGE. */
  readonly municipality: string | null;
  readonly uf: string | null;
  /** Which part of the place was not found; null if all was. */
  readonly problem: string | null;
}

const nameKey = (name: string) => plainText(name).replaceAll(' ', '');

/** The abbreviation of a state by the key of "SP", "São Paulo", "SP - São Paulo", "São Paulo (SP)" or "35". */
const stateByText: ReadonlyMap<string, string> = new Map(
  states.flatMap(({ sigla, nome, codigo }) =>
    [sigla, nome, sigla + nome, nome + sigla, codigo].map(
      (text) => [nameKey(text), sigla] as const,
    ),
  ),
);

/** Finds municipalities by name or code in the list that the browser holds: no place is sent to the server. */
export class PlaceFinder {
  readonly #byCode: ReadonlyMap<string, string>;
  readonly #byName: ReadonlyMap<string, readonly { code: string; uf: string }[]>;

  constructor({ municipios }: Pick<MarketNames, 'municipios'>) {
    this.#byCode = new Map(municipios.map(([code, , uf]) => [code, uf]));
    this.#byName = Map.groupBy(
      municipios.map(([code, name, uf]) => ({ code, uf, key: nameKey(name) })),
      ({ key }) => key,
    );
  }

  /**
   * Accepts "Campinas", "Campinas/SP", "Campinas - SP", "3509502" or "SP", with or without the state in a separate column.
   * A state that contradicts the municipality's is a problem, and neither is known.
   */
  find(municipality: string, state: string): FoundPlace {
    const uf = stateByText.get(nameKey(state)) ?? null;
    if (uf === null && nameKey(state) !== '') {
      return {
        municipality: null,
        uf: null,
        problem: `a UF “${state.trim()}” não existe: use a sigla, como SP`,
      };
    }
    const text = municipality.trim();
    if (text === '') return { municipality: null, uf, problem: null };
    const code = /^(\d{6})\d?(?:\.0+)?$/.exec(text)?.[1];
    if (code !== undefined) return this.#ofCode(code, text, uf);
    // "Sento Sé" is a whole name, although it ends in two letters of a state.
    const [, start = '', ending = ''] = this.#byName.has(nameKey(text))
      ? []
      : (/^(.+?)[\s\-–/|,(]+([A-Za-z]{2})\)?$/.exec(text) ?? []);
    const ownUf = stateByText.get(ending.toLowerCase());
    if (uf !== null && ownUf !== undefined && ownUf !== uf) return contradiction(text, uf);
    const wantedUf = ownUf ?? uf;
    const all = this.#byName.get(nameKey(ownUf === undefined ? text : start)) ?? [];
    const asState = stateByText.get(nameKey(text));
    if (all.length === 0 && asState !== undefined && asState === (wantedUf ?? asState)) {
      return { municipality: null, uf: asState, problem: null };
    }
    const here = wantedUf === null ? all : all.filter((one) => one.uf === wantedUf);
    const [only] = here;
    if (only !== undefined && here.length === 1) {
      return { municipality: only.code, uf: only.uf, problem: null };
    }
    const problem =
      here.length > 1
        ? `há municípios chamados “${text}” em mais de um estado: informe a UF`
        : `o município “${text}” não foi encontrado${wantedUf === null ? '' : ` em ${wantedUf}`}: use o nome completo ou o código do IBGE`;
    return { municipality: null, uf: wantedUf, problem };
  }

  #ofCode(code: string, text: string, uf: string | null): FoundPlace {
    const state = this.#byCode.get(code);
    if (state === undefined) {
      return {
        municipality: null,
        uf,
        problem: `o código de município “${text}” não existe: use o do IBGE`,
      };
    }
    if (uf !== null && uf !== state) return contradiction(text, uf);
    return { municipality: code, uf: state, problem: null };
  }
}

const contradiction = (text: string, uf: string): FoundPlace => ({
  municipality: null,
  uf: null,
  problem: `o município “${text}” não fica em ${uf}: corrija o município ou a UF`,
});
