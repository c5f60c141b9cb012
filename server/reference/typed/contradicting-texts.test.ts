import { expect, test } from 'vitest';
import { readTypedQuery } from './read-typed-query.ts';

/** Parts of states, lists, numbers in words and quarters: what they are read as, and what is listed as unread. */

const read = (text: string) => readTypedQuery(text, { months: ['202601', '202602', '202603'] });

test.each([
  ['no sertão nordestino', ['no sertão', 'nordestino']],
  ['nordestino', ['nordestino']],
  ['paulistano', ['paulistano']],
  ['na serra catarinense', ['na serra catarinense']],
  ['no vale do São Francisco', ['no vale do São Francisco']],
  ['no cone sul', ['no cone sul']],
  ['em b horizonte', ['b', 'horizonte'], 'em B. Horizonte'],
  ['com plano de saúde', ['com plano de saúde']],
  ['homens, mulheres', ['homens', 'mulheres']],
  ['pretos, pardos e brancos', ['pretos', 'pardos', 'e brancos']],
  ['brancos x negros', ['brancos', 'x negros']],
  ['fundamental, médio e superior', ['fundamental, médio e superior']],
  ['porte grande ou médio', ['porte grande ou médio']],
  ['empresas com mais de 500 funcionários', ['empresas com mais de 500 funcionários']],
  ['dois mil reais', ['dois mil reais']],
  ['cento e vinte mil reais', ['cento e vinte mil reais']],
  ['dois mil funcionários', ['dois mil funcionários']],
  ['mil e quinhentos reais', ['mil e quinhentos reais']],
  ['plantão de 12 horas', ['plantão de 12 horas']],
  ['8h48 por dia', ['8h48 por dia']],
  ['de 3500 kg', ['3500', 'kg']],
  ['com mais de 3500 clientes', ['mais', '3500', 'clientes']],
  ['1T25 vs 1T26', ['1T25', 'vs 1T26']],
  ['exceto Q1 2025', ['exceto Q1 2025']],
])('no filter is set by "%s"', (text, unread, typed = text) => {
  const { filtros, naoLidas, sugestoes } = read(`vendedor ${typed}`);
  expect([filtros, naoLidas]).toEqual([{}, unread]);
  expect(sugestoes[0]?.ocupacao?.codigo).toBe('521110');
});

const sp = { regiao: '3', uf: 'SP' };
test.each([
  ['no estado do Rio', { regiao: '3', uf: 'RJ' }, []],
  ['no estado do Rio Grande do Norte', { regiao: '2', uf: 'RN' }, []],
  ['no Sul de Minas', { regiao: '3', uf: 'MG' }, ['no Sul']],
  ['exceto no Sul de Minas', {}, ['exceto no Sul', 'de Minas']],
  ['no sul do Brasil', { regiao: '4' }, []],
  ['na região de Ribeirão', { ...sp, regiaoIbge: '350031' }, []],
  ['em São Paulo e Campinas', { ...sp, municipios: ['355030', '350950'] }, []],
  ['em Campinas, São Paulo', { ...sp, municipios: ['350950'] }, []],
  ['em Goiana', { regiao: '2', uf: 'PE', municipios: ['260620'] }, []],
  ['até dois mil reais', { salarioMax: 2000 }, []],
  ['entre dois e três mil', { salarioMin: 2000, salarioMax: 3000 }, []],
  ['acima de vinte e cinco mil', { salarioMin: 25_000 }, []],
  ['de mil e duzentos a dois mil e 500', { salarioMin: 1200, salarioMax: 2500 }, []],
  ['R$ 5000+', { salarioMin: 5000 }, []],
  ['Q1 2025', { periodoInicio: '202501', periodoFim: '202503' }, []],
  ['1T25', { periodoInicio: '202501', periodoFim: '202503' }, []],
  ['T4/24', { periodoInicio: '202410', periodoFim: '202412' }, []],
  ['2S24', { periodoInicio: '202407', periodoFim: '202412' }, []],
  ['1º sem. 2025', { periodoInicio: '202501', periodoFim: '202506' }, []],
  ['até 2T25', { periodoFim: '202506' }, []],
  ['40h/sem 2025', { horas: '40-44', periodoInicio: '202501', periodoFim: '202512' }, []],
  ['44h 18 a 25 anos', { horas: '40-44', faixaEtaria: '18-25' }, []],
  ['salvadr', { regiao: '2', uf: 'BA', municipios: ['292740'] }, []],
  ['jr', {}, ['jr']],
])('"%s" is read', (text, filters, unread) => {
  const { filtros, naoLidas } = read(`vendedor ${text}`);
  expect([filtros, naoLidas]).toEqual([filters, unread]);
});

test('an amount is no code, and a code is no amount', () => {
  expect(read('operador de caixa 1412 reais').cargo).toBe('operador de caixa');
  expect(read('operador de caixa salário 4110').sugestoes[0]?.ocupacao?.codigo).toBe('421125');
  expect(read('vendedor cbo 4110').cargo).toBe('4110');
  expect(read('4110 e 4221 em SP')).toMatchObject({ cargo: '4110', filtros: sp });
  expect(read('4110 até 3 mil')).toMatchObject({ cargo: '4110', filtros: { salarioMax: 3000 } });
});

test.each([
  ['valor hora soldador', '724315', ['valor', 'hora']],
  ['convenção coletiva vigilante', '517330', ['convenção coletiva']],
  ['média e mediana de soldador', '724315', []],
  ['qual é a média salarial de um soldador', '724315', []],
  ['idosos porteiro', '517410', ['idosos']],
  ['engenheiro na construção civil', '214205', []],
  ['servente na construção civil', '717020', []],
  ['eletricista em alta tensão', '732120', []],
])('words before the job are none: %s', (text, code, unread) => {
  expect(read(text).sugestoes[0]?.ocupacao?.codigo).toBe(code);
  expect(read(text).naoLidas).toEqual(unread);
});
