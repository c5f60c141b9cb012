# Uma pesquisa pela API v1. Pacotes: httr2.
# CAGED_ENDERECO=https://caged.exemplo.com.br CAGED_CHAVE=caged_… Rscript caged.R
library(httr2)

pedir <- function(caminho, corpo = NULL, ...) {
  pedido <- request(Sys.getenv("CAGED_ENDERECO")) |>
    req_url_path_append("api", "v1", caminho) |>
    req_url_query(...) |>
    req_auth_bearer_token(Sys.getenv("CAGED_CHAVE")) |>
    # Espera quando a chave passou do ritmo, como Retry-After diz.
    req_retry(max_tries = 2, is_transient = \(resposta) resp_status(resposta) == 429) |>
    req_error(body = \(resposta) resp_body_json(resposta, check_type = FALSE)$detail)
  if (!is.null(corpo)) pedido <- req_body_json(pedido, corpo)
  resp_body_json(req_perform(pedido))
}

ocupacoes <- pedir("ocupacoes", busca = "vendedor")
resposta <- pedir("estatisticas", list(filtros = list(cbo = ocupacoes[[1]]$codigo, uf = "SP")))
cat(resposta$metadados$pergunta, "\n", sep = "")
if (is.null(resposta$motivo)) {
  cat(sprintf("mediana R$ %.2f, n = %d\n", resposta$estatisticas$mediana, resposta$registros))
} else {
  cat(resposta$motivo$mensagem, "\n", sep = "")
}
cat("recibo ", resposta$metadados$recibo, "\n", sep = "")
