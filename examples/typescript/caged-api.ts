import type { Api, Pergunta, PerguntaComparada, Problema } from './api-types.ts';

/** O que a API recusou: `problema.codigo` não muda, `message` é uma frase. */
export class CagedApiError extends Error {
  readonly problema: Problema;

  constructor(problema: Problema) {
    super(problema.detail);
    this.problema = problema;
  }
}

/** Um cliente da API v1, com os tipos do documento OpenAPI. Espera uma vez quando a chave passou do ritmo. */
export class CagedApi {
  readonly #address: string;
  readonly #key: string;

  constructor(address: string, key: string) {
    this.#address = address;
    this.#key = key;
  }

  versao = () => this.#call<Api['Versao']>('versao');
  filtros = () => this.#call<Api['Filtros']>('filtros');
  ocupacoes = (busca?: string) => this.#call<Api['Ocupacao'][]>(`ocupacoes?${query({ busca })}`);
  lugares = (busca: string) => this.#call<Api['Lugar'][]>(`lugares?${query({ busca })}`);
  municipios = (uf?: string) => this.#call<Api['Municipios']>(`municipios?${query({ uf })}`);
  meses = () => this.#call<Api['Meses']>('meses');
  estatisticas = (pergunta: Pergunta) => this.#call<Api['Resposta']>('estatisticas', pergunta);
  distribuicao = (pergunta: Pergunta) => this.#call<Api['Distribuicao']>('distribuicao', pergunta);
  pisosEConcentracoes = ({ filtros, versao }: Pergunta) =>
    this.#call<Api['PisosEConcentracoes']>(
      `pisos-e-concentracoes?${query({ ...filtros, versao })}`,
    );
  salarioOuComposicao = ({ filtros, versao }: Pergunta) =>
    this.#call<Api['SalarioOuComposicao']>(
      `salario-ou-composicao?${query({ ...filtros, versao })}`,
    );
  entradasESaidas = ({ filtros, versao }: Pergunta) =>
    this.#call<Api['EntradasESaidas']>(`entradas-e-saidas?${query({ ...filtros, versao })}`);
  comparacao = (pergunta: PerguntaComparada) =>
    this.#call<Api['Comparacao']>('comparacao', pergunta);
  recibo = (id: string) => this.#call<Api['Recibo']>(`recibos/${encodeURIComponent(id)}`);
  conferencia = (id: string) =>
    this.#call<Api['Conferencia']>(`recibos/${encodeURIComponent(id)}/conferencia`, {});

  async #call<Answer>(path: string, body?: object): Promise<Answer> {
    let response = await this.#send(path, body);
    if (response.status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? '60');
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1000);
      });
      response = await this.#send(path, body);
    }
    if (!response.ok) {
      const problema: Problema = await response.json();
      throw new CagedApiError(problema);
    }
    // O documento diz a forma de cada resposta.
    const answer: Answer = await response.json();
    return answer;
  }

  #send = (path: string, body?: object) =>
    fetch(`${this.#address}/api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

/** Os campos de um endereço; os itens de uma lista são separados por vírgulas. */
const query = (fields: Record<string, string | number | readonly string[] | undefined>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
