import { exampleSite } from '../../../shared/contracts/api-v1.ts';

/** Complete programs that read the API; the page shows them with its own address, and a test runs each of them. */

const path = 'api/v1/estatisticas';
const address = (query: string) => `${exampleSite}/${path}?${query}`;
const curl = (query: string, rest = '') =>
  `curl -H "Authorization: Bearer $CHAVE" "${address(query)}"${rest}`;

export const recipes = [
  {
    nome: 'curl',
    titulo: 'Em três linhas, no terminal',
    texto: [
      'export CHAVE="caged_…"   # a chave que um administrador criou',
      curl('cbo=521110&uf=SP'),
      curl('cbo=521110&uf=SP&formato=csv', ' -o salarios.csv'),
    ].join('\n'),
  },
  {
    nome: 'power-query',
    titulo: 'Excel e Power BI (Power Query)',
    texto: `let
  Chave = "caged_…",
  Resposta = Web.Contents("${exampleSite}", [
    RelativePath = "${path}",
    Query = [cbo = "521110", uf = "SP", formato = "csv"],
    Headers = [Authorization = "Bearer " & Chave]
  ]),
  Linhas = Csv.Document(Resposta, [Delimiter = ";", Encoding = 65001]),
  Tabela = Table.PromoteHeaders(Linhas),
  Salarios = Table.TransformColumnTypes(Tabela, {
    {"registros", Int64.Type}, {"parte", Percentage.Type}, {"mediana", Currency.Type}
  }, "pt-BR")
in
  Salarios`,
  },
  {
    nome: 'python',
    titulo: 'Python, sem pacotes',
    texto: `import csv, io, os, urllib.request

pedido = urllib.request.Request(
    "${address('cbo=521110&uf=SP&formato=csv&decimal=ponto')}",
    headers={"Authorization": "Bearer " + os.environ["CHAVE"]},
)
with urllib.request.urlopen(pedido) as resposta:
    linhas = list(csv.DictReader(io.TextIOWrapper(resposta, "utf-8")))
print(linhas[0]["registros"], linhas[0]["mediana"])`,
  },
  {
    nome: 'r',
    titulo: 'R, sem pacotes',
    texto: `endereco <- "${address('cbo=521110&uf=SP&formato=csv&decimal=ponto')}"
chave <- c(Authorization = paste("Bearer", Sys.getenv("CHAVE")))
salarios <- read.csv(url(endereco, headers = chave), encoding = "UTF-8")
cat(salarios$registros[1], sprintf("%.2f", salarios$mediana[1]), "\\n")`,
  },
  {
    nome: 'duckdb',
    titulo: 'DuckDB',
    texto: [
      curl('cbo=521110&uf=SP&formato=parquet', ' -o salarios.parquet'),
      `duckdb -c "select nome, registros, mediana from 'salarios.parquet' where painel = 'tudo'"`,
    ].join('\n'),
  },
] as const;
