import { expect, test } from 'vitest';
import { lackingColumns, recognisedColumns } from './roll-columns.ts';

const found = (...header: string[]) =>
  Object.fromEntries(
    Object.entries(recognisedColumns(header)).filter(([, place]) => place !== null),
  );

test('columns are recognised by their names, regardless of accents, case and punctuation', () => {
  expect(
    found(
      'Matrícula',
      'FUNÇÃO',
      'C.B.O.',
      'Cidade/UF',
      'Gênero',
      'Salário Base (R$)',
      'Jornada',
      'Dt. Admissão',
      'Depto',
    ),
  ).toEqual({
    identificacao: 0,
    cargo: 1,
    cbo: 2,
    municipio: 3,
    sexo: 4,
    salario: 5,
    horas: 6,
    admissao: 7,
    area: 8,
  });
  expect(found('CBO', 'Salário')).toEqual({ cbo: 0, salario: 1 });
});

test.each([
  'Sal. Base',
  'Vencimento',
  'Remuneração',
  'Sal. contratual',
  'Ordenado',
  'Vlr. Salário',
  'Salário Bruto',
  'Valor do Salário',
  'Sal. Mensal',
  'Salário Fixo (R$)',
  'VENCIMENTOS',
])('the salary is known as %s', (header) => {
  expect(found('Cargo', header)).toEqual({ cargo: 0, salario: 1 });
});

test('a header that only begins with the name of a column is not recognised', () => {
  expect(
    found(
      'Nome da Mãe',
      'Nome do Empregado',
      'Descrição da Função',
      'Estado Civil',
      'Est.',
      'Mun.',
      'Salário Família',
      'Salário Líquido',
      'Remuneração Total',
      'Horas Extras',
      'C.H. Semanal',
      'Desc. C. Custo',
    ),
  ).toEqual({
    identificacao: 1,
    cargo: 2,
    uf: 4,
    municipio: 5,
    salario: 8,
    horas: 10,
    area: 11,
  });
});

test('where people were born or live, and the base of contributions, are other facts', () => {
  expect(found('UF Nascimento', 'Município de residência', 'Salário de Contribuição')).toEqual({});
});

test('the headers of payroll programs are recognised', () => {
  expect(
    found(
      'Nome do Funcionário',
      'Descrição do Cargo',
      'Cód. CBO',
      'Cidade de Trabalho',
      'UF de Trabalho',
      'C. Custo',
      'Sx',
      'Sal. Nominal',
      'CH Semanal',
      'Dt. Adm.',
    ),
  ).toEqual({
    identificacao: 0,
    cargo: 1,
    cbo: 2,
    municipio: 3,
    uf: 4,
    area: 5,
    sexo: 6,
    salario: 7,
    horas: 8,
    admissao: 9,
  });
  expect(found('Lotação', 'Função', 'Unidade', 'Ordenado')).toEqual({
    area: 0,
    cargo: 1,
    salario: 3,
  });
  expect(found('Matr.', 'H/Sem', 'Admitido em', 'Valor Sal. Mensal')).toEqual({
    identificacao: 0,
    horas: 1,
    admissao: 2,
    salario: 3,
  });
});

test('the contractual salary comes before pay that may hold more', () => {
  expect(found('Remuneração', 'Sal. Base')).toEqual({ salario: 1 });
  expect(found('Vencimentos', 'Salário Base (R$)')).toEqual({ salario: 1 });
  expect(found('Vencimento Férias', 'Valor Sal. Família')).toEqual({});
  expect(found('Vlr. Sal. Líq.', 'Vl Sal Mat.', 'Valor Sal. Educ.')).toEqual({});
});

test.each([
  ['Salário Anual (R$)', 'Salário Mensal Bruto', 'salario'],
  ['Salário Proposto', 'Sal. Base Mensal', 'salario'],
  ['Salário por hora', 'Salário em R$/mês', 'salario'],
  ['Salário admissional', 'Salário (jul/2026)', 'salario'],
  ['Salário', 'Salário Base', 'salario'],
  ['Salário Mercado', 'Salário bruto mensal', 'salario'],
  ['Salário de referência', 'Salário praticado', 'salario'],
  ['Salário Teto', 'Sal. Mês', 'salario'],
  ['Salário P50', 'Salário do colaborador', 'salario'],
  ['Salário (mediana)', 'Salário em julho', 'salario'],
  ['Salário/h', 'Salário/mês', 'salario'],
  ['Salário c/ reajuste', 'Salário s/ descontos', 'salario'],
  ['Salário Base IRRF', 'Salário Base Mês', 'salario'],
  ['Cargo Cód.', 'Cargo Descr.', 'cargo'],
  // Payroll programs write the code of a job beside its name.
  ['Cargo', 'Desc. Cargo', 'cargo'],
  ['FUNCAO', 'DESC FUNCAO', 'cargo'],
  ['Posição', 'Denominação do cargo', 'cargo'],
  ['Cargo pretendido', 'Nome Cargo', 'cargo'],
  ['Título de eleitor', 'Função exercida', 'cargo'],
  ['CBO Descrição', 'CBO do cargo', 'cbo'],
  ['CBO 94', 'CBO (2002)', 'cbo'],
  ['Cidade Natal', 'Cidade da filial', 'municipio'],
  ['Cidade (endereço)', 'Cód. IBGE', 'municipio'],
  ['UF CNH', 'UF da unidade', 'uf'],
  ['Est. Civil', 'Estado (UF)', 'uf'],
  ['Jornada diária', 'Jornada (h/sem)', 'horas'],
  ['Horas 50%', 'Horas contratadas', 'horas'],
  ['Início das férias', 'Data da admissão', 'admissao'],
  ['Nome Mãe', 'Nome do empregado', 'identificacao'],
])('beside “%s”, the column is “%s”', (other, header, column) => {
  expect(found(other, header)).toEqual({ [column]: 1 });
  expect(found(header, other)).toEqual({ [column]: 0 });
});

test('a header is one column, the usual name first', () => {
  expect(found('Nome', 'Matrícula', 'Salário', 'Remuneração')).toEqual({
    identificacao: 1,
    salario: 2,
  });
  expect(found('Data de admissão', 'Admissão')).toEqual({ admissao: 1 });
  // The state of the work is no unit of the company.
  expect(found('Cargo', 'Salário', 'Unidade federativa')).toEqual({ cargo: 0, salario: 1, uf: 2 });
});

test('missing columns are reported in a sentence', () => {
  expect(lackingColumns(recognisedColumns(['Cargo', 'Salário']))).toBeNull();
  expect(lackingColumns(recognisedColumns(['CBO', 'Salário']))).toBeNull();
  expect(lackingColumns(recognisedColumns(['Cargo', 'Valor']))).toContain('a coluna do salário.');
  expect(lackingColumns(recognisedColumns(['Salário']))).toContain('a coluna do cargo ou do CBO.');
  expect(lackingColumns(recognisedColumns(['a', 'b']))).toContain(
    'as colunas do salário e do cargo.',
  );
});
