"""Uma pesquisa pela API v1, só com a biblioteca padrão.

CAGED_ENDERECO=https://caged.exemplo.com.br CAGED_CHAVE=caged_… python3 caged.py
"""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request


def pedir(caminho, corpo=None):
    """A resposta de um pedido; espera uma vez quando a chave passou do ritmo."""
    pedido = urllib.request.Request(
        f"{os.environ['CAGED_ENDERECO']}/api/v1/{caminho}",
        data=None if corpo is None else json.dumps(corpo).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['CAGED_CHAVE']}",
            "Content-Type": "application/json",
        },
    )
    for tentativa in (1, 2):
        try:
            with urllib.request.urlopen(pedido) as resposta:
                return json.load(resposta)
        except urllib.error.HTTPError as erro:
            if erro.code == 429 and tentativa == 1:
                time.sleep(int(erro.headers.get("Retry-After", "60")))
                continue
            problema = json.load(erro)
            raise SystemExit(f"{problema['codigo']}: {problema['detail']}") from erro


if __name__ == "__main__":
    ocupacoes = pedir("ocupacoes?" + urllib.parse.urlencode({"busca": "vendedor"}))
    resposta = pedir("estatisticas", {"filtros": {"cbo": ocupacoes[0]["codigo"], "uf": "SP"}})
    print(resposta["metadados"]["pergunta"])
    if resposta["motivo"] is not None:
        print(resposta["motivo"]["mensagem"])
    else:
        print(f"mediana R$ {resposta['estatisticas']['mediana']:.2f}, n = {resposta['registros']}")
    print(f"recibo {resposta['metadados']['recibo']}")
