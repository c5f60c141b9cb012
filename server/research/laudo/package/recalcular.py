#!/usr/bin/env python3
"""Recalcula um laudo do CAGED Analytics a partir dos arquivos do Ministério do Trabalho e Emprego.

Não usa o CAGED Analytics, nem a internet, nem nada além do Python 3 (3.8 ou mais novo):

    python3 recalcular.py PASTA_DOS_ARQUIVOS

PASTA_DOS_ARQUIVOS tem os arquivos que arquivos.json marca com "usado": true, como o ministério os publica (.7z) ou já
extraídos (.txt). Ao lado deste roteiro ficam os outros arquivos do laudo: extraia o ZIP inteiro.

Nada é calculado sobre um arquivo cujo SHA-256 não seja o do laudo. Termina com 0 quando tudo confere, 1 quando algum
número ou arquivo do pacote difere e 2 quando não foi possível calcular; a razão é dita em uma frase.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter
from decimal import Decimal
from fractions import Fraction

# --------------------------------------------------------------------------------------------------------------
# 1. O que as colunas são. Fonte: MTE/PDET, "Layout Não-identificado Novo Caged Movimentação". As colunas são
#    achadas pelo nome, nunca pela posição: nos arquivos EXC há duas a mais no meio.

CODIGO_CURTO = 65535  # códigos abaixo disto
CODIGO_LONGO = 4294967295

# nome sem acentos: forma (mes, saldo, letra, valor) ou o limite dos seus códigos
COLUNAS = {
    "competenciamov": "mes",
    "regiao": CODIGO_CURTO,
    "uf": CODIGO_CURTO,
    "municipio": CODIGO_LONGO,
    "secao": "letra",
    "subclasse": CODIGO_LONGO,
    "saldomovimentacao": "saldo",
    "cbo2002ocupacao": CODIGO_LONGO,
    "categoria": CODIGO_LONGO,
    "graudeinstrucao": CODIGO_CURTO,
    "idade": CODIGO_CURTO + 1,  # um número, não um código
    "horascontratuais": "valor",
    "racacor": CODIGO_CURTO,
    "sexo": CODIGO_CURTO,
    "tipoempregador": CODIGO_CURTO,
    "tipoestabelecimento": CODIGO_CURTO,
    "tipomovimentacao": CODIGO_CURTO,
    "tipodedeficiencia": CODIGO_CURTO,
    "indtrabintermitente": CODIGO_CURTO,
    "indtrabparcial": CODIGO_CURTO,
    "salario": "valor",
    "tamestabjan": CODIGO_CURTO,
    "indicadoraprendiz": CODIGO_CURTO,
    "origemdainformacao": CODIGO_CURTO,
    "competenciadec": "mes",
    "indicadordeforadoprazo": CODIGO_CURTO,
    "unidadesalariocodigo": CODIGO_CURTO,
    "valorsalariofixo": "valor",
}
COLUNAS_EXC = {"competenciaexc": "mes", "indicadordeexclusao": CODIGO_CURTO}

# Além destas, arquivos.json lista as colunas que só alguns meses têm ("colunasDeAlgunsMeses"). Elas só entram na
# igualdade das linhas: valem o que o arquivo diz nos meses de declaração de "desde" a "ate", e nada nos outros.

# A coluna que tem em todas as linhas o mês do próprio arquivo.
MES_DO_ARQUIVO = {"MOV": "competenciamov", "FOR": "competenciadec", "EXC": "competenciaexc"}

# --------------------------------------------------------------------------------------------------------------
# 2. O que os filtros querem dizer nos códigos do ministério.

# Grupos de escolaridade do laudo e os códigos de graudeinstrução; 80 é tudo o que não está nos outros.
ESCOLARIDADE = {
    "1": {1}, "2": {2, 3, 4}, "3": {5}, "4": {6}, "5": {7}, "6": {8}, "7": {9}, "8": {80}, "9": {10}, "10": {11},
}
NAO_INFORMADA = "80"

# Porte pelo critério do SEBRAE, nos códigos de tamestabjan: a indústria (seções B a F) tem outros limites.
INDUSTRIA = {"B", "C", "D", "E", "F"}
PORTE_INDUSTRIA = {"MICRO": {1, 2, 3, 4}, "PEQUENA": {5, 6}, "MEDIA": {7, 8}, "GRANDE": {9, 10}}
PORTE_OUTRAS = {"MICRO": {1, 2, 3}, "PEQUENA": {4, 5}, "MEDIA": {6}, "GRANDE": {7, 8, 9, 10}}

# O que faz de uma linha um contrato de cada tipo: qualquer uma destas colunas com este código.
CONTRATO = {
    "aprendiz": [("indicadoraprendiz", 1), ("categoria", 103)],
    "temporario": [("categoria", 106)],
    "parcial": [("indtrabparcial", 1)],
    "intermitente": [("indtrabintermitente", 1), ("categoria", 111)],
}


class Recusa(Exception):
    """Por que não foi possível calcular, e o que fazer."""


# --------------------------------------------------------------------------------------------------------------
# 3. Como um campo é lido. Uma linha com um campo que não pode ser lido não conta, como no laudo.

FORMA_DE_VALOR = re.compile(r"(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,2})?")
VALOR_COMUM = re.compile(rb"([0-9]{0,9}),([0-9]{2})")
MAIOR_VALOR = 1_000_000_000_000  # em centésimos
MAIOR_DECIMAL = 10**14  # o que o laudo lê, em unidades


class CampoInvalido(Exception):
    pass


def centesimos(campo):
    """O valor em centésimos (centavos, centésimos de hora), ou None se vazio. Vírgula ou ponto; meio para cima."""
    comum = VALOR_COMUM.fullmatch(campo)
    if comum:
        return int(comum[1] or 0) * 100 + int(comum[2])
    texto = campo.decode("latin-1")
    if texto == "":
        return None
    if not FORMA_DE_VALOR.fullmatch(texto):
        raise CampoInvalido()
    valor = Decimal(texto.replace(",", "."))
    if valor >= MAIOR_DECIMAL:
        raise CampoInvalido()
    lido = int(valor * 100 + Decimal("0.5"))
    if lido > MAIOR_VALOR:
        raise CampoInvalido()
    return lido


def codigo(campo, limite):
    """O código como número (zeros à esquerda não contam), ou None se vazio."""
    if campo == b"":
        return None
    if not re.fullmatch(rb"\+?[0-9]+", campo) or int(campo) >= limite:
        raise CampoInvalido()
    return int(campo)


def mes(campo):
    lido = codigo(campo, CODIGO_LONGO)
    if lido is None or not 200001 <= lido <= 209912 or not 1 <= lido % 100 <= 12:
        raise CampoInvalido()
    return lido


def saldo(campo):
    if campo not in (b"1", b"-1"):
        raise CampoInvalido()
    return int(campo)


def letra(campo):
    if not re.fullmatch(rb"[A-Za-z]?", campo):
        raise CampoInvalido()
    return campo.decode("ascii").upper()


LEITURA = {"mes": mes, "saldo": saldo, "letra": letra, "valor": centesimos}


def leitor(forma):
    """A função que lê um campo desta forma; o que já foi lido uma vez não é lido de novo."""
    ler = LEITURA.get(forma) or (lambda campo: codigo(campo, forma))
    lidos = {}

    def lido(campo):
        if campo not in lidos:
            if len(lidos) > 1_000_000:
                lidos.clear()
            lidos[campo] = ler(campo)
        return lidos[campo]

    return lido


class Linha:
    """Uma linha de um arquivo, cujos campos se pedem pelo nome da coluna."""

    __slots__ = ("campos", "cabecalho")

    def __init__(self, campos, cabecalho):
        self.campos = campos
        self.cabecalho = cabecalho

    def __getitem__(self, coluna):
        posicao, ler = self.cabecalho[coluna]
        return ler(self.campos[posicao])


def sem_acentos(texto):
    return "".join(c for c in unicodedata.normalize("NFD", texto) if not unicodedata.combining(c))


def forma_de(coluna):
    return coluna["limite"] if coluna["forma"] == "codigo" else coluna["forma"]


def ler_cabecalho(primeira, tipo, nome, de_alguns_meses):
    """Onde está cada coluna e como é lida. Os nomes são comparados sem acentos, maiúsculas, espaços e aspas."""
    if primeira.startswith(b"\xef\xbb\xbf"):
        primeira = primeira[3:]
    try:
        texto = primeira.decode("utf-8")
    except UnicodeDecodeError:
        texto = primeira.decode("latin-1")
    nomes = [re.sub(r'["\s\ufeff]', "", nome_).lower() for nome_ in sem_acentos(texto).split(";")]
    colunas = {**COLUNAS, **COLUNAS_EXC} if tipo == "EXC" else COLUNAS
    faltam = [coluna for coluna in colunas if coluna not in nomes]
    if faltam:
        raise Recusa(f"Em {nome} faltam as colunas {', '.join(faltam)}: não é um arquivo {tipo} do Novo CAGED.")
    presentes = {coluna["nome"]: forma_de(coluna) for coluna in de_alguns_meses if coluna["nome"] in nomes}
    formas = {**colunas, **presentes}
    return len(nomes), {coluna: (nomes.index(coluna), leitor(forma)) for coluna, forma in formas.items()}


# --------------------------------------------------------------------------------------------------------------
# 4. Quais linhas contam.


def condicoes(selecao, salario_minimo):
    """As condições da pergunta, cada uma uma função de uma linha; as mais baratas vêm primeiro."""
    conhecidas = {
        "periodo", "movimentacao", "metodo", "serie", "salario", "ocupacoes", "familiaCbo", "regiao", "uf", "municipios",
        "sexo", "escolaridade", "nivelEscolaridade", "idade", "raca", "deficiencia", "porte", "secao", "subclasses",
        "contrato", "horas",
    }
    estranhas = sorted(set(selecao) - conhecidas)
    if estranhas:
        raise Recusa(f"A pergunta tem o que este roteiro não conhece: {', '.join(estranhas)}. Use o roteiro do mesmo laudo.")
    de, ate = int(selecao["periodo"]["de"]), int(selecao["periodo"]["ate"])
    lista = [lambda linha: de <= linha["competenciamov"] <= ate]

    # Ocupações e família somam-se: basta uma delas.
    ocupacoes, familia = selecao.get("ocupacoes"), selecao.get("familiaCbo")
    if ocupacoes is not None or familia is not None:
        codigos = set(ocupacoes or [])
        faixa = range(familia * 100, familia * 100 + 100) if familia is not None else range(0)
        lista.append(lambda linha: linha["cbo2002ocupacao"] in codigos or linha["cbo2002ocupacao"] in faixa)

    def entre(nome, coluna):
        valores = selecao.get(nome)
        if valores is not None:
            aceitos = set(valores if isinstance(valores, list) else [valores])
            lista.append(lambda linha: linha[coluna] in aceitos)

    entre("regiao", "regiao")
    entre("uf", "uf")
    entre("municipios", "municipio")
    entre("sexo", "sexo")
    entre("raca", "racacor")
    entre("deficiencia", "tipodedeficiencia")
    entre("secao", "secao")
    entre("subclasses", "subclasse")

    if selecao["movimentacao"] != "todas":
        sinal = 1 if selecao["movimentacao"] == "admissao" else -1
        lista.append(lambda linha: linha["saldomovimentacao"] == sinal)

    identificadas = set().union(*ESCOLARIDADE.values())

    def de_escolaridade(grupos):
        aceitos = set().union(*(ESCOLARIDADE[grupo] for grupo in grupos if grupo != NAO_INFORMADA))
        resto = NAO_INFORMADA in grupos
        lista.append(
            lambda linha: linha["graudeinstrucao"] in aceitos
            or (resto and linha["graudeinstrucao"] not in identificadas)
        )

    if "escolaridade" in selecao:
        de_escolaridade([selecao["escolaridade"]])
    if "nivelEscolaridade" in selecao:
        de_escolaridade(selecao["nivelEscolaridade"])

    def na_faixa(nome, coluna):
        faixa_ = selecao.get(nome)
        if faixa_ is not None:
            menor, maior = faixa_["de"], faixa_["ate"]
            lista.append(
                lambda linha: linha[coluna] is not None
                and (menor is None or linha[coluna] >= menor)
                and (maior is None or linha[coluna] <= maior)
            )

    na_faixa("idade", "idade")
    na_faixa("horas", "horascontratuais")

    porte = selecao.get("porte")
    if porte is not None:
        lista.append(
            lambda linha: linha["tamestabjan"]
            in (PORTE_INDUSTRIA if linha["secao"] in INDUSTRIA else PORTE_OUTRAS)[porte]
        )

    def e_do_contrato(linha, tipo):
        return any(linha[coluna] == valor for coluna, valor in CONTRATO[tipo])

    contrato = selecao.get("contrato")
    if contrato == "comum":
        lista.append(lambda linha: not any(e_do_contrato(linha, tipo) for tipo in CONTRATO))
    elif contrato is not None:
        lista.append(lambda linha: e_do_contrato(linha, contrato))

    # A regra do salário. "mte": nota de rodapé do ministério. Os próprios limites contam.
    lista.append(lambda linha: linha["salario"] is not None)
    if selecao["metodo"] == "bruto":
        lista.append(lambda linha: linha["salario"] > 0)
    else:
        minimo = {int(um["mes"]): um["centavos"] for um in salario_minimo}
        piso = {m: -(-3 * centavos // 10) for m, centavos in minimo.items()}  # 0,3 mínimo, centavo para cima
        teto = {m: 150 * centavos for m, centavos in minimo.items()}
        lista.append(lambda linha: linha["indtrabintermitente"] != 1)
        lista.append(
            lambda linha: linha["competenciamov"] in piso
            and piso[linha["competenciamov"]] <= linha["salario"] <= teto[linha["competenciamov"]]
        )
        if selecao["metodo"] == "integral":
            lista.append(lambda linha: (linha["horascontratuais"] or 0) >= 4000)
            lista.append(lambda linha: linha["indicadoraprendiz"] != 1)
    na_faixa("salario", "salario")
    return lista


# --------------------------------------------------------------------------------------------------------------
# 5. Os arquivos.

EXTENSOES = (".txt", ".csv", ".dat")
PEDACO = 1 << 20


def sha256(pedacos):
    conta = hashlib.sha256()
    for pedaco in pedacos:
        conta.update(pedaco)
    return conta.hexdigest()


def pedacos_de(fluxo):
    return iter(lambda: fluxo.read(PEDACO), b"")


def pedacos_do_arquivo(caminho):
    with open(caminho, "rb") as arquivo:
        yield from pedacos_de(arquivo)


def candidatos(pasta, arquivo):
    """Os arquivos da pasta que pelo nome podem ser este: CAGEDMOV202307.7z, por exemplo."""
    base = f"caged{arquivo['tipo']}{arquivo['mes']}".lower()
    nomes = {os.path.splitext(arquivo["nome"])[0].lower(), arquivo["nome"].lower()}
    achados = []
    for raiz, _, lista in os.walk(pasta):
        for nome in sorted(lista):
            tronco, extensao = os.path.splitext(nome.lower())
            if extensao in EXTENSOES + (".7z", ".zip") and (base in tronco or tronco in nomes or nome.lower() in nomes):
                achados.append(os.path.join(raiz, nome))
    # Primeiro os textos: para um .7z é preciso um programa que o abra.
    return sorted(achados, key=lambda caminho: not caminho.lower().endswith(EXTENSOES))


def localizar(pasta, arquivo):
    """O caminho do arquivo do laudo na pasta: o que tem o SHA-256 do laudo, do recebido ou do texto."""
    achados = candidatos(pasta, arquivo)
    if not achados:
        raise Recusa(
            f"Falta {arquivo['nome']} ({arquivo['tipo']} de {arquivo['mes']}) em {os.path.abspath(pasta)}. "
            "Ponha ali o arquivo do ministério, como .7z ou extraído como .txt."
        )
    somas = {}
    for caminho in achados:
        soma = sha256(pedacos_do_arquivo(caminho))
        if soma in (arquivo["sha256Recebido"], arquivo["sha256Texto"]):
            return caminho
        somas[caminho] = soma
    lidos = "; ".join(f"{os.path.basename(caminho)} tem {soma}" for caminho, soma in somas.items())
    raise Recusa(
        f"O arquivo {arquivo['nome']} não é o do laudo, e nada foi calculado: o SHA-256 do laudo é "
        f"{arquivo['sha256Recebido']} (do texto: {arquivo['sha256Texto']}), mas {lidos}. "
        "O ministério republica meses antigos: peça a versão do laudo a quem o emitiu."
    )


def texto_de(caminho):
    """Os bytes do texto, extraídos se for preciso."""
    extensao = os.path.splitext(caminho)[1].lower()
    if extensao in EXTENSOES:
        yield from pedacos_do_arquivo(caminho)
    elif extensao == ".zip":
        with zipfile.ZipFile(caminho) as pacote:
            textos = [nome for nome in pacote.namelist() if nome.lower().endswith(EXTENSOES)]
            if len(textos) != 1:
                raise Recusa(f"{caminho} deve ter um único texto.")
            with pacote.open(textos[0]) as texto:
                yield from pedacos_de(texto)
    else:
        yield from extraido(caminho)


def extraido(caminho):
    """O texto de um .7z, que o Python não abre: pelo 7-Zip ou pelo bsdtar, se houver um."""
    comandos = [[nome, "x", "-so", caminho] for nome in ("7z", "7zz", "7za", "7zr")] + [["bsdtar", "-xOf", caminho]]
    comando = next((um for um in comandos if shutil.which(um[0])), None)
    if comando is None:
        raise Recusa(
            f"Para abrir {os.path.basename(caminho)} é preciso o 7-Zip (7z, 7zz) ou o bsdtar, e nenhum foi achado. "
            "Extraia o .txt com o programa que tiver e ponha-o na mesma pasta, no lugar do .7z: "
            "o SHA-256 do texto também está em arquivos.json."
        )
    with subprocess.Popen(comando, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as processo:
        yield from pedacos_de(processo.stdout)
    if processo.returncode != 0:
        raise Recusa(f"{comando[0]} não conseguiu extrair {caminho}. Baixe o arquivo de novo.")


def linhas_de(caminho, arquivo):
    """As linhas do texto, a primeira com o cabeçalho; no fim, o SHA-256 do texto inteiro tem de ser o do laudo."""
    conta = hashlib.sha256()
    resto = b""
    for pedaco in texto_de(caminho):
        conta.update(pedaco)
        linhas = (resto + pedaco).split(b"\n")
        resto = linhas.pop()
        yield from linhas
    if resto:
        yield resto
    if conta.hexdigest() != arquivo["sha256Texto"]:
        raise Recusa(
            f"O texto dentro de {os.path.basename(caminho)} não é o do laudo, e nada foi calculado: o SHA-256 do laudo é "
            f"{arquivo['sha256Texto']}, e este tem {conta.hexdigest()}."
        )


def valor_no_mes(linha, coluna):
    """O que vale uma coluna que só alguns meses têm; nada nos outros, diga o arquivo o que disser."""
    vale = coluna["nome"] in linha.cabecalho and coluna["desde"] <= linha["competenciadec"] <= coluna["ate"]
    return linha[coluna["nome"]] if vale else None


def escolhidas(caminho, arquivo, contam, de_alguns_meses):
    """As linhas do arquivo que a pergunta escolhe, cada uma como tupla do que valem as suas colunas."""
    linhas = linhas_de(caminho, arquivo)
    tipo = arquivo["tipo"]
    largura, cabecalho = ler_cabecalho(next(linhas, b"").rstrip(b"\r"), tipo, arquivo["nome"], de_alguns_meses)
    da_exclusao = COLUNAS_EXC if tipo == "EXC" else ()
    proprio, mes_proprio = MES_DO_ARQUIVO[tipo], int(arquivo["mes"])
    for texto in linhas:
        campos = texto.rstrip(b"\r").split(b";")
        if len(campos) != largura:
            continue
        linha = Linha(campos, cabecalho)
        try:
            if not all(conta(linha) for conta in contam):
                continue
            # Só uma linha que pode ser lida inteira conta, e só no arquivo do seu mês; em FOR e EXC, uma movimentação de
            # 202001, quando o Novo CAGED começa, até o mês do arquivo.
            valores = [linha[coluna] for coluna in COLUNAS] + [valor_no_mes(linha, coluna) for coluna in de_alguns_meses]
            for coluna in da_exclusao:
                linha[coluna]
        except CampoInvalido:
            continue
        if linha[proprio] == mes_proprio and (tipo == "MOV" or 202001 <= linha["competenciamov"] <= mes_proprio):
            yield tuple(valores)


SALARIO = list(COLUNAS).index("salario")
MES = list(COLUNAS).index("competenciamov")


def distribuicao(pasta, pergunta, arquivos, de_alguns_meses):
    """Quantos registros de cada mês têm cada salário, em centavos: ((mês, salário), registros).

    Série "ajustada": MOV e FOR, menos as exclusões; cada linha de EXC retira uma linha igual a ela em todas as colunas.
    Série "declarada": só MOV. Linhas iguais são normais e nunca são retiradas como duplicadas.
    """
    selecao = pergunta["selecao"]
    contam = condicoes(selecao, pergunta["salarioMinimo"])
    usados = [(arquivo, localizar(pasta, arquivo)) for arquivo in arquivos if arquivo["usado"]]
    if selecao["serie"] == "declarada":
        usados = [(arquivo, caminho) for arquivo, caminho in usados if arquivo["tipo"] == "MOV"]
    # Uma exclusão é igual à linha que retira, e por isso as condições da pergunta a escolhem do mesmo modo.
    exclusoes = Counter()
    for arquivo, caminho in usados:
        if arquivo["tipo"] == "EXC":
            exclusoes.update(escolhidas(caminho, arquivo, contam, de_alguns_meses))
    quantos = Counter()
    for arquivo, caminho in usados:
        if arquivo["tipo"] == "EXC":
            continue
        for linha in escolhidas(caminho, arquivo, contam, de_alguns_meses):
            if exclusoes.get(linha):
                exclusoes[linha] -= 1
            else:
                quantos[linha[MES], linha[SALARIO]] += 1
    return sorted(quantos.items())


def somados(pares):
    """Os mesmos valores uma vez só, em ordem crescente, com quantos registros os têm."""
    quantos = Counter()
    for valor, registros in pares:
        quantos[valor] += registros
    return sorted(quantos.items())


# --------------------------------------------------------------------------------------------------------------
# 6. As contas, todas com números inteiros.


def meio_para_cima(fracao):
    return int((2 * fracao + 1) // 2)


def percentil(valores, n, centesimo):
    """PERCENTIL.INC (tipo 7 de Hyndman e Fan): a posição (n − 1)·p, linear entre vizinhos; em centavos, meio para cima."""
    posicao = Fraction((n - 1) * centesimo, 100)
    inteira = int(posicao)
    abaixo = no_lugar(valores, inteira)
    if posicao == inteira:
        return meio_para_cima(abaixo)
    return meio_para_cima(abaixo + (posicao - inteira) * (no_lugar(valores, inteira + 1) - abaixo))


def no_lugar(valores, lugar):
    """O salário do registro neste lugar, do menor (0) ao maior."""
    for salario, quantos in valores:
        if lugar < quantos:
            return salario
        lugar -= quantos
    raise IndexError(lugar)


def estatisticas(valores):
    n = sum(quantos for _, quantos in valores)
    if n == 0:
        return {"registros": 0}
    soma = sum(salario * quantos for salario, quantos in valores)
    return {
        "registros": n,
        "media": meio_para_cima(soma / Fraction(n)),
        "minimo": percentil(valores, n, 0),
        "p10": percentil(valores, n, 10),
        "q1": percentil(valores, n, 25),
        "mediana": percentil(valores, n, 50),
        "q3": percentil(valores, n, 75),
        "p90": percentil(valores, n, 90),
        "maximo": percentil(valores, n, 100),
    }


def fator(mes_do_salario, correcao):
    """Π(1 + INPC), do mês depois do do salário até o escolhido: uma fração exata."""
    acumulado = Fraction(1)
    for indice in correcao["indices"]:
        if int(indice["mes"]) > mes_do_salario:
            acumulado *= 1 + Fraction(indice["centesimosDePorCento"], 10_000)
    return acumulado


def corrigidos(por_mes, correcao):
    """As estatísticas dos salários corrigidos: cada um do seu mês, sem arredondar; só a estatística é arredondada."""
    fatores = {um: fator(um, correcao) for um in {mes_ for (mes_, _), _ in por_mes}}
    return estatisticas(somados((salario * fatores[mes_], quantos) for (mes_, salario), quantos in por_mes))


# --------------------------------------------------------------------------------------------------------------
# 7. O que é dito.

NOMES = {
    "registros": "Registros", "media": "Média", "minimo": "Mínimo", "p10": "Percentil 10", "q1": "1º quartil",
    "mediana": "Mediana", "q3": "3º quartil", "p90": "Percentil 90", "maximo": "Máximo",
}


def milhar(numero):
    return f"{numero:,}".replace(",", ".")


def escrito(nome, numero):
    if numero is None:
        return "—"
    if nome == "registros":
        return milhar(numero)
    return f"R$ {milhar(numero // 100)},{numero % 100:02d}"


def ler_distribuicao(caminho):
    """A distribuição do pacote; None se o arquivo falta ou não tem mais a forma com que saiu."""
    try:
        with open(caminho, encoding="utf-8-sig", newline="") as arquivo:
            linhas = [linha.strip().replace('"', "").split(";") for linha in arquivo if linha.strip()]
        return [(int(reais.replace(",", "")), int(quantos)) for reais, quantos in linhas[1:]]
    except (FileNotFoundError, ValueError):
        return None


def comparar(numeros, esperados):
    return [
        {"nome": nome, "noLaudo": esperados.get(nome), "recalculado": numeros.get(nome),
         "confere": esperados.get(nome) == numeros.get(nome)}
        for nome in NOMES
    ]


def tabela(titulo, comparacao):
    print(f"\n{titulo:<22}{'no laudo':>20}{'recalculado':>20}")
    for um in comparacao:
        nome = um["nome"]
        marca = "confere" if um["confere"] else "DIFERE"
        print(f"{NOMES[nome]:<22}{escrito(nome, um['noLaudo']):>20}{escrito(nome, um['recalculado']):>20}  {marca}")


def ler_json(nome):
    caminho = os.path.join(os.path.dirname(os.path.abspath(__file__)), nome)
    try:
        with open(caminho, encoding="utf-8") as arquivo:
            return json.load(arquivo)
    except FileNotFoundError:
        raise Recusa(f"Falta {nome} ao lado deste roteiro. Extraia o ZIP do laudo inteiro em uma pasta.") from None
    except ValueError:
        raise Recusa(f"{nome} não pode ser lido: mudou depois que o laudo foi feito. Extraia o ZIP do laudo de novo.") from None


def mudados(aqui):
    """Os arquivos do pacote que mudaram ou faltam, pela lista que saiu com ele."""
    try:
        with open(os.path.join(aqui, "SHA256SUMS"), encoding="utf-8") as lista:
            somas = [linha.split() for linha in lista]
        caminhos = [(soma, nome, os.path.join(aqui, nome)) for soma, nome in somas]
    except (FileNotFoundError, ValueError):
        return ["SHA256SUMS"]
    return [
        nome for soma, nome, caminho in caminhos
        if not os.path.isfile(caminho) or sha256(pedacos_do_arquivo(caminho)) != soma
    ]


def recalcular(pasta):
    pergunta, lista = ler_json("pergunta.json"), ler_json("arquivos.json")
    if not os.path.isdir(pasta):
        raise Recusa(f"{pasta} não é uma pasta. Informe a pasta onde estão os arquivos do ministério.")
    de_alguns_meses = [{**coluna, "nome": sem_acentos(coluna["nome"])} for coluna in lista["colunasDeAlgunsMeses"]]
    por_mes = distribuicao(pasta, pergunta, lista["arquivos"], de_alguns_meses)
    valores = somados((salario, quantos) for (_, salario), quantos in por_mes)
    numeros = estatisticas(valores)
    aqui = os.path.dirname(os.path.abspath(__file__))
    resposta = {
        "pergunta": pergunta["emPalavras"],
        "numeros": comparar(numeros, pergunta["resultado"]),
        "distribuicaoConfere": valores == ler_distribuicao(os.path.join(aqui, "distribuicao.csv")),
        "valoresDistintos": len(valores),
        "mudados": mudados(aqui),
    }
    correcao = pergunta["correcao"]
    if correcao is not None:
        resposta["corrigidos"] = [
            um for um in comparar(corrigidos(por_mes, correcao), correcao["resultado"]) if um["nome"] != "registros"
        ]
    partes = resposta["numeros"] + resposta.get("corrigidos", [])
    iguais = resposta["distribuicaoConfere"] and not resposta["mudados"]
    resposta["confere"] = iguais and all(um["confere"] for um in partes)
    return resposta, correcao


def contar(resposta, correcao):
    print(f"Pergunta: {resposta['pergunta']}")
    tabela("Nominais", resposta["numeros"])
    iguais = "confere" if resposta["distribuicaoConfere"] else "DIFERE"
    print(f"\nDistribuição inteira, {milhar(resposta['valoresDistintos'])} valores distintos: {iguais}")
    if correcao is not None:
        tabela(f"Corrigidos a {correcao['ate']}", resposta["corrigidos"])
    mudou = ", ".join(resposta["mudados"])
    print(f"\nArquivos deste pacote: {'DIFERE: mudou ou falta ' + mudou if mudou else 'confere'}")
    print(f"\nResultado: {'CONFERE' if resposta['confere'] else 'DIFERE'}")


def main():
    opcoes = argparse.ArgumentParser(description="Recalcula o laudo a partir dos arquivos do ministério.")
    opcoes.add_argument("pasta", nargs="?", default=".", help="onde estão os arquivos .7z ou .txt")
    opcoes.add_argument("--json", action="store_true", help="escreve o resultado como JSON")
    escolha = opcoes.parse_args()
    # Em alguns sistemas a saída não seria UTF-8.
    for saida in (sys.stdout, sys.stderr):
        saida.reconfigure(encoding="utf-8")
    try:
        resposta, correcao = recalcular(escolha.pasta)
    except Recusa as recusa:
        print(recusa, file=sys.stderr)
        return 2
    if escolha.json:
        print(json.dumps(resposta, ensure_ascii=False))
    else:
        contar(resposta, correcao)
    return 0 if resposta["confere"] else 1


if __name__ == "__main__":
    sys.exit(main())
