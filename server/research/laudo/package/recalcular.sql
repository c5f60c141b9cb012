-- Recalcula o laudo com o DuckDB (1.3 ou mais novo), sem o CAGED Analytics: as mesmas regras de recalcular.py, em SQL.
--
--   duckdb -bail -f recalcular.sql
--
-- Rode na pasta do laudo, com os textos do ministério (.txt) ao lado: o DuckDB não abre .7z, por isso extraia-os antes.
-- Para conferir os hashes ele lê cada texto inteiro; sem memória para isso, use recalcular.py, que lê aos pedaços.
-- Se os arquivos estão em outra pasta, escreva antes: SET VARIABLE pasta = 'C:/laudo';

SET VARIABLE pasta = coalesce(getvariable('pasta'), '.');

CREATE OR REPLACE TEMP TABLE laudo AS
SELECT
  (SELECT content::JSON FROM read_text(getvariable('pasta') || '/pergunta.json')) AS pergunta,
  (SELECT content::JSON FROM read_text(getvariable('pasta') || '/arquivos.json')) AS arquivos;

CREATE OR REPLACE TEMP TABLE arquivo AS
SELECT
  a->>'nome' AS nome, a->>'tipo' AS tipo, (a->>'mes')::INTEGER AS mes, a->>'sha256Texto' AS sha256
FROM (SELECT unnest(from_json(arquivos->'arquivos', '["JSON"]')) AS a FROM laudo)
WHERE (a->>'usado')::BOOLEAN
  AND (a->>'tipo' = 'MOV' OR (SELECT pergunta->'selecao'->>'serie' FROM laudo) = 'ajustada');

-- As colunas que só alguns meses têm só entram na igualdade das linhas.
SET VARIABLE de_alguns_meses = (
  SELECT from_json(arquivos->'colunasDeAlgunsMeses',
    '[{"nome": "VARCHAR", "forma": "VARCHAR", "limite": "BIGINT", "desde": "INTEGER", "ate": "INTEGER"}]')
  FROM laudo
);

-- 1. Nenhum texto entra sem que o seu SHA-256 seja o do laudo.

SET VARIABLE candidatos = (
  SELECT list(file) FROM glob(getvariable('pasta') || '/*')
  WHERE regexp_matches(lower(file), '\.(txt|csv|dat)$')
);

CREATE OR REPLACE TEMP TABLE lido AS
SELECT filename AS caminho, sha256(content) AS sha256 FROM read_blob(getvariable('candidatos'));

SET VARIABLE textos = (
  SELECT CASE
    WHEN count(*) FILTER (caminho IS NULL) > 0 THEN error(
      'Falta o texto, ou o seu SHA-256 não é o do laudo, e nada foi calculado: '
      || string_agg(nome || ' (' || arquivo.sha256 || ')', ', ') FILTER (caminho IS NULL)
      || '. Extraia o .txt do arquivo do ministério ao lado deste roteiro.')
    ELSE list(caminho) END
  FROM arquivo LEFT JOIN (SELECT sha256, min(caminho) AS caminho FROM lido GROUP BY ALL) AS lido USING (sha256)
);

-- 2. Como um campo é lido: -1 é um código vazio, NULL um que não pode ser lido; valores em centésimos.

CREATE OR REPLACE TEMP MACRO codigo(t, limite) AS CASE
  WHEN t = '' THEN -1
  WHEN regexp_full_match(t, '\+?[0-9]+') AND try_cast(t AS HUGEINT) < limite THEN try_cast(t AS BIGINT) END;

CREATE OR REPLACE TEMP MACRO centesimos(t) AS CASE
  WHEN regexp_full_match(t, '(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,2})?')
  THEN floor(try_cast(replace(t, ',', '.') AS DECIMAL(24, 8)) * 100 + 0.5)::BIGINT END;

CREATE OR REPLACE TEMP MACRO e_mes(n) AS n BETWEEN 200001 AND 209912 AND n % 100 BETWEEN 1 AND 12;

-- 3. As linhas, com as colunas achadas pelo nome. O texto é lido byte a byte (latin-1): no cabeçalho sobram só as
--    letras sem acento, as mesmas em UTF-8 e em latin-1; nos dados não há acentos.

CREATE OR REPLACE TEMP TABLE linha AS
SELECT filename AS caminho, string_split(rtrim(texto, chr(13)), ';') AS c
FROM read_csv(
  getvariable('textos'), columns = {'texto': 'VARCHAR'}, auto_detect = false, header = false, delim = '\0',
  quote = '', escape = '', comment = '', filename = true, encoding = 'latin-1', max_line_size = 1000000
);

CREATE OR REPLACE TEMP MACRO onde(nomes, com_acento) AS coalesce(
  nullif(list_position(nomes, com_acento), 0),
  nullif(list_position(nomes, regexp_replace(strip_accents(com_acento), '[^a-z0-9]', '', 'g')), 0),
  list_position(nomes, regexp_replace(com_acento, '[^a-z0-9]', '', 'g')));

CREATE OR REPLACE TEMP TABLE cabecalho AS
SELECT caminho, tipo, mes AS mes_do_arquivo, len(nomes) AS largura,
  onde(nomes, 'competênciamov') AS mov, onde(nomes, 'região') AS reg, onde(nomes, 'uf') AS uf,
  onde(nomes, 'município') AS mun, onde(nomes, 'seção') AS sec, onde(nomes, 'subclasse') AS sub,
  onde(nomes, 'saldomovimentação') AS sal, onde(nomes, 'cbo2002ocupação') AS cbo, onde(nomes, 'categoria') AS cat,
  onde(nomes, 'graudeinstrução') AS gra, onde(nomes, 'idade') AS ida, onde(nomes, 'horascontratuais') AS hor,
  onde(nomes, 'raçacor') AS rac, onde(nomes, 'sexo') AS sex, onde(nomes, 'tipoempregador') AS tem,
  onde(nomes, 'tipoestabelecimento') AS tes, onde(nomes, 'tipomovimentação') AS tmo,
  onde(nomes, 'tipodedeficiência') AS def, onde(nomes, 'indtrabintermitente') AS itm,
  onde(nomes, 'indtrabparcial') AS par, onde(nomes, 'salário') AS slr, onde(nomes, 'tamestabjan') AS tam,
  onde(nomes, 'indicadoraprendiz') AS apr, onde(nomes, 'origemdainformação') AS ori,
  onde(nomes, 'competênciadec') AS dec, onde(nomes, 'indicadordeforadoprazo') AS pra,
  onde(nomes, 'unidadesaláriocódigo') AS uni, onde(nomes, 'valorsaláriofixo') AS fix,
  onde(nomes, 'competênciaexc') AS exc, onde(nomes, 'indicadordeexclusão') AS ind,
  list_transform(getvariable('de_alguns_meses'), lambda coluna: struct_insert(coluna, lugar := onde(nomes, coluna.nome)))
    AS de_alguns_meses
FROM (
  SELECT caminho, list_transform(c, lambda n: regexp_replace(lower(n), '[^a-z0-9]', '', 'g')) AS nomes
  FROM linha WHERE regexp_matches(c[1], '[A-Za-z]{4}') AND len(c) >= 28
)
JOIN lido USING (caminho) JOIN arquivo USING (sha256);

-- O que vale um campo de uma coluna que só alguns meses têm: nada fora deles, NULL se não pode ser lido.
CREATE OR REPLACE TEMP MACRO valor_no_mes(t, coluna, declarada) AS CASE
  WHEN coalesce(t, '') = '' OR coalesce(try_cast(declarada AS INTEGER), 0) NOT BETWEEN coluna.desde AND coluna.ate THEN ''
  WHEN coluna.forma = 'letra' THEN CASE WHEN regexp_full_match(upper(t), '[A-Z]?') THEN upper(t) END
  WHEN coluna.forma = 'valor' THEN CASE WHEN centesimos(t) <= 1000000000000 THEN centesimos(t)::VARCHAR END
  ELSE codigo(t, coluna.limite)::VARCHAR END;

-- O que vale cada campo das 28 colunas, e das que só alguns meses têm; uma linha com um campo que não pode ser lido não
-- conta.
CREATE OR REPLACE TEMP TABLE valor AS
SELECT tipo, v.* FROM (
  SELECT tipo, mes_do_arquivo, {
    'mov': codigo(c[mov], 4294967295), 'reg': codigo(c[reg], 65535), 'uf': codigo(c[uf], 65535),
    'mun': codigo(c[mun], 4294967295), 'sec': upper(c[sec]), 'sub': codigo(c[sub], 4294967295),
    'sal': CASE WHEN c[sal] IN ('1', '-1') THEN c[sal]::INTEGER END, 'cbo': codigo(c[cbo], 4294967295),
    'cat': codigo(c[cat], 4294967295), 'gra': codigo(c[gra], 65535), 'ida': codigo(c[ida], 65536),
    'hor': centesimos(c[hor]), 'rac': codigo(c[rac], 65535), 'sex': codigo(c[sex], 65535),
    'tem': codigo(c[tem], 65535), 'tes': codigo(c[tes], 65535), 'tmo': codigo(c[tmo], 65535),
    'def': codigo(c[def], 65535), 'itm': codigo(c[itm], 65535), 'par': codigo(c[par], 65535),
    'slr': centesimos(c[slr]), 'tam': codigo(c[tam], 65535), 'apr': codigo(c[apr], 65535),
    'ori': codigo(c[ori], 65535), 'dec': codigo(c[dec], 4294967295), 'pra': codigo(c[pra], 65535),
    'uni': codigo(c[uni], 65535), 'fix': centesimos(c[fix]),
    'mais': list_transform(de_alguns_meses, lambda coluna: valor_no_mes(c[coluna.lugar], coluna, c[dec]))
  } AS v,
  c[hor] AS t_hor, c[slr] AS t_slr, c[fix] AS t_fix,
  CASE tipo WHEN 'EXC' THEN codigo(c[exc], 4294967295) END AS mes_exc,
  CASE tipo WHEN 'EXC' THEN codigo(c[ind], 65535) ELSE 0 END AS ind_exc
  FROM linha JOIN cabecalho USING (caminho)
  WHERE len(c) = largura
)
WHERE e_mes(v.mov) AND e_mes(v.dec)
  AND CASE tipo WHEN 'MOV' THEN v.mov WHEN 'FOR' THEN v.dec ELSE mes_exc END = mes_do_arquivo
  AND (tipo = 'MOV' OR v.mov BETWEEN 202001 AND mes_do_arquivo)
  AND regexp_full_match(v.sec, '[A-Z]?') AND ind_exc IS NOT NULL
  AND (t_hor = '' OR v.hor <= 1000000000000) AND (t_slr = '' OR v.slr <= 1000000000000)
  AND (t_fix = '' OR v.fix <= 1000000000000)
  AND v.reg + v.uf + v.mun + v.sub + v.sal + v.cbo + v.cat + v.gra + v.ida + v.rac + v.sex + v.tem + v.tes + v.tmo
    + v.def + v.itm + v.par + v.tam + v.apr + v.ori + v.pra + v.uni IS NOT NULL
  AND len(list_filter(v.mais, lambda valor: valor IS NULL)) = 0;

-- 4. As condições da pergunta. O que a pergunta não pede é NULL e deixa passar tudo.

CREATE OR REPLACE TEMP TABLE pedido AS
SELECT
  (s->'periodo'->>'de')::INTEGER AS de, (s->'periodo'->>'ate')::INTEGER AS ate,
  s->>'movimentacao' AS movimentacao, s->>'metodo' AS metodo, s->>'serie' AS serie,
  from_json(s->'ocupacoes', '["BIGINT"]') AS ocupacoes, (s->>'familiaCbo')::BIGINT AS familia,
  (s->>'regiao')::BIGINT AS regiao, (s->>'uf')::BIGINT AS estado, from_json(s->'municipios', '["BIGINT"]') AS municipios,
  (s->>'sexo')::BIGINT AS sexo, s->>'escolaridade' AS escolaridade,
  from_json(s->'nivelEscolaridade', '["VARCHAR"]') AS nivel,
  (s->'idade'->>'de')::BIGINT AS idade_de, (s->'idade'->>'ate')::BIGINT AS idade_ate,
  (s->>'raca')::BIGINT AS raca, from_json(s->'deficiencia', '["BIGINT"]') AS deficiencia,
  s->>'porte' AS porte, s->>'secao' AS secao, from_json(s->'subclasses', '["BIGINT"]') AS subclasses,
  s->>'contrato' AS contrato, (s->'horas'->>'de')::BIGINT AS horas_de, (s->'horas'->>'ate')::BIGINT AS horas_ate,
  (s->'salario'->>'de')::BIGINT AS salario_de, (s->'salario'->>'ate')::BIGINT AS salario_ate,
  CASE WHEN len(list_filter(json_keys(s), lambda nome: nome NOT IN (
    'periodo', 'movimentacao', 'metodo', 'serie', 'ocupacoes', 'familiaCbo', 'regiao', 'uf', 'municipios', 'sexo',
    'escolaridade', 'nivelEscolaridade', 'idade', 'raca', 'deficiencia', 'porte', 'secao', 'subclasses', 'contrato',
    'horas', 'salario'))) > 0
  THEN error('A pergunta tem o que este roteiro não conhece. Use o roteiro do mesmo laudo.') END AS conhecida
FROM (SELECT pergunta->'selecao' AS s FROM laudo);

CREATE OR REPLACE TEMP TABLE minimo AS
SELECT (m->>'mes')::INTEGER AS mes, (m->>'centavos')::BIGINT AS centavos
FROM (SELECT unnest(from_json(pergunta->'salarioMinimo', '["JSON"]')) AS m FROM laudo);

-- Grupos de escolaridade do laudo e os códigos de graudeinstrução; '80' é tudo o que não está nos outros.
CREATE OR REPLACE TEMP MACRO grupo(gra) AS CASE gra
  WHEN 1 THEN '1' WHEN 2 THEN '2' WHEN 3 THEN '2' WHEN 4 THEN '2' WHEN 5 THEN '3' WHEN 6 THEN '4' WHEN 7 THEN '5'
  WHEN 8 THEN '6' WHEN 9 THEN '7' WHEN 80 THEN '8' WHEN 10 THEN '9' WHEN 11 THEN '10' ELSE '80' END;

-- Porte pelo critério do SEBRAE, nos códigos de tamestabjan: a indústria (seções B a F) tem outros limites.
CREATE OR REPLACE TEMP MACRO porte_de(sec, tam) AS CASE
  WHEN sec BETWEEN 'B' AND 'F' THEN CASE
    WHEN tam BETWEEN 1 AND 4 THEN 'MICRO' WHEN tam IN (5, 6) THEN 'PEQUENA'
    WHEN tam IN (7, 8) THEN 'MEDIA' WHEN tam IN (9, 10) THEN 'GRANDE' END
  ELSE CASE
    WHEN tam BETWEEN 1 AND 3 THEN 'MICRO' WHEN tam IN (4, 5) THEN 'PEQUENA'
    WHEN tam = 6 THEN 'MEDIA' WHEN tam BETWEEN 7 AND 10 THEN 'GRANDE' END END;

CREATE OR REPLACE TEMP MACRO do_contrato(contrato, apr, cat, par, itm) AS CASE contrato
  WHEN 'aprendiz' THEN apr = 1 OR cat = 103
  WHEN 'temporario' THEN cat = 106
  WHEN 'parcial' THEN par = 1
  WHEN 'intermitente' THEN itm = 1 OR cat = 111
  WHEN 'comum' THEN NOT (apr = 1 OR par = 1 OR itm = 1 OR cat IN (103, 106, 111)) END;

CREATE OR REPLACE TEMP TABLE escolhida AS
SELECT valor.*
FROM valor CROSS JOIN pedido LEFT JOIN minimo ON minimo.mes = mov
WHERE mov BETWEEN de AND ate AND conhecida IS NULL
  AND ((ocupacoes IS NULL AND familia IS NULL)
    OR coalesce(list_contains(ocupacoes, cbo), false)
    OR coalesce(cbo BETWEEN familia * 100 AND familia * 100 + 99, false))
  AND (regiao IS NULL OR reg = regiao) AND (estado IS NULL OR uf = estado)
  AND (municipios IS NULL OR list_contains(municipios, mun)) AND (sexo IS NULL OR sex = sexo)
  AND (escolaridade IS NULL OR grupo(gra) = escolaridade) AND (nivel IS NULL OR list_contains(nivel, grupo(gra)))
  AND (idade_de IS NULL OR ida >= idade_de) AND (idade_ate IS NULL OR ida BETWEEN 0 AND idade_ate)
  AND (raca IS NULL OR rac = raca) AND (deficiencia IS NULL OR list_contains(deficiencia, def))
  AND (porte IS NULL OR coalesce(porte_de(sec, tam) = porte, false)) AND (secao IS NULL OR sec = secao)
  AND (subclasses IS NULL OR list_contains(subclasses, sub))
  AND (contrato IS NULL OR do_contrato(contrato, apr, cat, par, itm))
  AND (horas_de IS NULL OR hor >= horas_de) AND (horas_ate IS NULL OR hor <= horas_ate)
  AND (movimentacao = 'todas' OR sal = CASE movimentacao WHEN 'admissao' THEN 1 ELSE -1 END)
  -- A regra do salário: os próprios limites contam, e 0,3 do mínimo vai para o centavo de cima.
  AND slr IS NOT NULL
  AND CASE metodo WHEN 'bruto' THEN slr > 0
    ELSE itm <> 1 AND 10 * slr >= 3 * centavos AND slr <= 150 * centavos
      AND (metodo <> 'integral' OR (coalesce(hor, 0) >= 4000 AND apr <> 1)) END
  AND (salario_de IS NULL OR slr >= salario_de) AND (salario_ate IS NULL OR slr <= salario_ate);

-- 5. Cada exclusão retira uma linha igual a ela em todas as colunas: por grupo de linhas iguais, linhas menos exclusões.

CREATE OR REPLACE TEMP TABLE distribuicao AS
SELECT salario, sum(quantos)::BIGINT AS quantos FROM (
  SELECT slr AS salario, greatest(count(*) FILTER (tipo <> 'EXC') - count(*) FILTER (tipo = 'EXC'), 0) AS quantos
  FROM escolhida
  GROUP BY mov, reg, uf, mun, sec, sub, sal, cbo, cat, gra, ida, hor, rac, sex, tem, tes, tmo, def, itm, par, slr, tam,
    apr, ori, dec, pra, uni, fix, mais
)
GROUP BY salario HAVING sum(quantos) > 0;

-- 6. Média e percentis (PERCENTIL.INC: a posição (n − 1)·p, linear entre vizinhos), em centavos inteiros, meio para cima.

CREATE OR REPLACE TEMP TABLE lugar AS
SELECT salario, sum(quantos) OVER (ORDER BY salario)::BIGINT AS ate FROM distribuicao;

CREATE OR REPLACE TEMP TABLE soma AS
SELECT coalesce(sum(quantos), 0)::BIGINT AS n, sum(salario::HUGEINT * quantos) AS total FROM distribuicao;

CREATE OR REPLACE TEMP TABLE recalculado AS
SELECT 'registros' AS nome, n AS valor FROM soma
UNION ALL SELECT 'media', ((2 * total + n) // (2 * n))::BIGINT FROM soma
UNION ALL SELECT nome, abaixo.salario + (2 * (acima.salario - abaixo.salario) * resto + 100) // 200
FROM (
  SELECT nome, ((n - 1) * p) // 100 AS k, least(((n - 1) * p) // 100 + 1, n - 1) AS seguinte, ((n - 1) * p) % 100 AS resto
  FROM soma, (VALUES ('minimo', 0), ('p10', 10), ('q1', 25), ('mediana', 50), ('q3', 75), ('p90', 90), ('maximo', 100))
    AS percentil(nome, p)
)
ASOF JOIN lugar AS abaixo ON k < abaixo.ate
ASOF JOIN lugar AS acima ON seguinte < acima.ate;

-- 7. O resultado, em centavos.

SELECT nome, (pergunta->'resultado'->>nome)::BIGINT AS no_laudo, valor AS recalculado,
  no_laudo IS NOT DISTINCT FROM valor AS confere
FROM recalculado, laudo;
