/** What a developer must know before the first call: the document's description, which the API page also shows. */
const sections = {
  'A chave':
    'Um administrador cria a chave de uma empresa em Empresas, Chaves de acesso; ela aparece uma só vez, começa por caged_, vale pelo tempo escolhido e pode ser revogada. Cada pedido a leva no cabeçalho `Authorization: Bearer`. Ela só lê. Uma sessão do navegador não abre a API, e a chave não abre as telas.',
  'O ritmo':
    'Cada chave faz até 120 pedidos por minuto. Toda resposta diz quantos restam e em quantos segundos voltam, nos cabeçalhos `RateLimit` e `RateLimit-Policy`. Além disso a resposta é 429, com `Retry-After` em segundos. Onde o sistema roda em vários processos, cada um conta os seus.',
  'Os números':
    'Valores em reais, com duas casas; meses no formato AAAAMM. Percentis exatos, pela regra PERCENTIL.INC. Cada resposta traz `metadados`: a pergunta, o período, a versão dos dados, a regra salarial, o funil dos registros que ficaram de fora e o recibo, que qualquer pessoa da empresa pode conferir. Com `versao` a pergunta é feita numa versão anterior dos dados.',
  'Poucos registros':
    'Com menos de 5 registros a resposta traz a contagem e o motivo, e nenhum valor. Um grupo com menos de 5 traz `omitido`, e com ele o menor dos outros, quando o total o revelaria. É uma regra de qualidade e cuidado, não de sigilo: os microdados são públicos, e comparar respostas de pedidos separados não é impedido. Numa comparação, uma seleção que difere das anteriores por menos de 5 registros (30 com raça/cor ou deficiência) traz só a contagem, com o motivo `quase_iguais`.',
  'Dados incompletos':
    'Sem o arquivo principal (MOV) de algum mês da pergunta, `metadados.completude.situacao` é `parcial`, ou `so_fora_do_prazo` quando falta o de todos; `sem_mov` lista os meses. Os valores vêm com o aviso em `avisos`, sem `diferenca` entre seleções: não tire deles comparações nem posições.',
  'A pergunta':
    'Em `GET` cada filtro é um parâmetro do endereço: `?cbo=521110&municipios=355030,330455`, com vírgulas entre os itens de uma lista. Em `POST` os filtros vão em JSON, no campo `filtros`. As duas formas aceitam os mesmos campos e dão a mesma resposta. Um campo desconhecido é recusado. Os nomes de campos de antes (`searchQuery`, `salarioMin`) continuam aceitos.',
  'Os formatos':
    'JSON; estatísticas, distribuição e listas também em CSV e Parquet, por `formato=csv` ou pelo cabeçalho `Accept` (406 quando nenhum serve). O CSV vem em UTF-8 com ponto e vírgula e vírgula decimal, como o Excel brasileiro abre; com `decimal=ponto`, vem com vírgulas e ponto decimal, para programas. Nele o dinheiro tem duas casas e `parte`, de 0 a 1, quatro; grupos não têm `percentil_10` nem `percentil_90`. Cada linha traz o período, a versão, o recibo e, sem o arquivo principal de algum mês, o `aviso`, que o cabeçalho `X-Completude` também diz.',
  'Repetir um pedido':
    'A resposta de um `GET` traz `ETag`. Quem a devolve em `If-None-Match` recebe 304, sem conteúdo, enquanto a resposta for a mesma.',
  'Os erros':
    'Um erro é `application/problem+json` (RFC 9457): `status`, `detail` com uma frase, `codigo`, que não muda, e `campo`, onde um campo o causou. 400 pedido inválido; 401 `invalid_key`; 405 `wrong_method`, com os métodos certos em `Allow`; 406 `not_acceptable`; 404 `unknown_release` ou `unknown_receipt`; 410 `release_removed`; 429 `too_many_requests`; 503 `too_many_searches` quando há pesquisas demais ao mesmo tempo: `Retry-After` diz em quantos segundos perguntar de novo e `fila` o lugar da pergunta, que o guarda por meio minuto além disso.',
  'O que não muda':
    'Os nomes não mudam dentro da v1. Campos novos podem ser acrescentados: ignore os que não conhece.',
} as const;

export const apiGuide = Object.entries(sections)
  .map(([title, text]) => `## ${title}\n\n${text}`)
  .join('\n\n');
