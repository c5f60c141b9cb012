import { intervalMeaning } from '../../../shared/statistics/interval-meaning.ts';

/** What a developer must know before the first call: the document's description, which the API page also shows. */
const sections = {
  'Chave de acesso':
    'Um administrador cria a chave da empresa em Usuários, Empresas e chaves, botão Chaves. A chave começa por caged_, aparece só uma vez, vale pelo prazo escolhido e pode ser revogada. Envie a chave em cada pedido, no cabeçalho `Authorization: Bearer`. A chave dá acesso só de leitura. A sessão do navegador não dá acesso à API, e a chave não dá acesso às telas. Faça os pedidos de um programa ou servidor: no navegador, páginas de outros endereços não podem ler as respostas (CORS).',
  'Limites de uso':
    'Cada chave pode fazer até 120 pedidos por minuto. Os cabeçalhos `RateLimit` e `RateLimit-Policy` de cada resposta informam quantos pedidos restam e em quantos segundos o limite se renova. Acima do limite, a resposta é 429, com `Retry-After` em segundos. Se o sistema roda em vários processos, cada um tem a própria contagem.',
  'Valores e metadados':
    'Valores em reais, com duas casas; meses no formato AAAAMM. Os percentis são exatos, pela regra PERCENTIL.INC. Cada resposta traz `metadados`: a pergunta, o período, a versão dos dados, a regra salarial, o funil dos registros excluídos e o recibo, que qualquer pessoa da empresa pode conferir. Use `versao` para consultar uma versão anterior dos dados.',
  Intervalos: intervalMeaning,
  'Poucos registros':
    'Com menos de 5 registros (30 com raça/cor ou deficiência nos filtros), a resposta traz só a contagem e o motivo. Um grupo com menos registros que isso traz `omitido`. Se o total permitir calcular o valor desse grupo, outro grupo perde a média (`media` nula) ou, se tem menos de 30 registros ou quase todos os do total, todos os valores (`omitido`). É uma regra de qualidade e cuidado, não de sigilo: os microdados são públicos, e é possível comparar respostas de pedidos separados. Em uma comparação, a seleção que difere das anteriores em menos de 5 registros (30 com raça/cor ou deficiência) traz só a contagem, com o motivo `quase_iguais`.',
  'Dados incompletos':
    'Sem o arquivo principal (MOV) de algum mês da pergunta, `metadados.completude.situacao` é `parcial`, ou `so_fora_do_prazo` quando falta o de todos; `sem_mov` lista os meses. Os valores vêm com um aviso em `avisos` e sem `diferenca` entre seleções: não os use para comparar nem para ordenar.',
  'Filtros do pedido':
    'Em `GET`, cada filtro é um parâmetro do endereço: `?cbo=521110&municipios=355030,330455`, com vírgulas entre os itens de uma lista. Em `POST`, os filtros vão em JSON, no campo `filtros`. As duas formas aceitam os mesmos campos e dão a mesma resposta. Campos desconhecidos ou vazios são recusados. Os nomes antigos dos campos (`searchQuery`, `salarioMin`) continuam valendo.',
  Formatos:
    'JSON. Estatísticas, distribuição e listas também em CSV e Parquet: use `formato=csv` ou o cabeçalho `Accept` (406 se nenhum formato pedido existe). O CSV vem em UTF-8, separado por ponto e vírgula e com vírgula decimal, como no Excel brasileiro; com `decimal=ponto`, é separado por vírgulas e tem ponto decimal, para programas. No CSV, valores em reais têm duas casas e `parte`, de 0 a 1, tem quatro. Em `estatisticas`, grupos não têm `percentil_10` nem `percentil_90`, e cada linha traz o período, a versão, o recibo e, se os dados são de demonstração ou falta o arquivo principal de algum mês, o `aviso`. Em `distribuicao`, cada linha traz só `salario` e `registros`; se não há linhas, peça o JSON para ler o `motivo`. O cabeçalho `X-Completude` informa os meses sem o arquivo principal.',
  'Repetir um pedido':
    'A resposta de um `GET` traz `ETag`. Envie esse valor em `If-None-Match`: enquanto a resposta for a mesma, você recebe 304, sem conteúdo.',
  Erros:
    'Um erro é `application/problem+json` (RFC 9457): `status`, `detail` com uma frase, `codigo`, que não muda, e `campo`, se um campo causou o erro. 400 pedido inválido; 401 `invalid_key`; 405 `wrong_method`, com os métodos certos em `Allow`; 406 `not_acceptable`; 404 `unknown_release` ou `unknown_receipt`; 410 `release_removed`; 422 `salary_bound_refused`, se a contagem dentro da faixa salarial revelaria salários; 429 `too_many_requests`; 503 `search_too_heavy` quando a pesquisa demora demais, ou `too_many_searches` quando há pesquisas demais ao mesmo tempo. Neste último caso, `Retry-After` informa em quantos segundos repetir o pedido, e `fila` informa a posição na fila, reservada por mais 30 s.',
  'O que não muda':
    'Os nomes não mudam dentro da v1. Podem surgir campos novos: ignore os que você não conhece.',
} as const;

export const apiGuide = Object.entries(sections)
  .map(([title, text]) => `## ${title}\n\n${text}`)
  .join('\n\n');
