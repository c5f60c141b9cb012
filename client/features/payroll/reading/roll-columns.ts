import { keysOf } from '../../../../shared/codes/keys.ts';
import { formatCount, plainText } from '../../../../shared/words/format.ts';

/** A column of a payroll: its label on screen, and the plain names that identify it in a header. */
interface RollColumn {
  readonly label: string;
  readonly hint: string;
  /** Separated by commas; the contractual salary before other pay, the text before its code, and the most usual first. */
  readonly names: string;
  /** Words with which a header that only begins with a name states another fact. */
  readonly others?: RegExp;
}

/** Places of people, not of their work, and of their documents. */
const otherPlaces =
  /\b(civil|nat(al|ural\w*)?|nasc\w*|resid\w*|end(ereco)?|mora|pessoal|origem|saude|rg|ctps|cnh|crm|identidade|emiss\w*|exp\w*|orgao|conselho|carteira|documento|titulo|eleit\w*|banco|agencia)\b/;

/** The columns that a payroll may have, in the order of the template. */
export const rollColumns = {
  identificacao: {
    label: 'Matrícula ou nome',
    hint: 'Para você reconhecer a pessoa.',
    names: `
      matricula, nome, colaborador, funcionario, empregado, chapa, re, id, identificacao,
      nome completo, nome do funcionario, nome do colaborador, registro, codigo do funcionario,
      cod funcionario, num matricula, mat, matr, n matricula, cadastro, cracha, cod func
    `,
    others:
      /\b(mae|pai|conjuge|dependente|empresa|filial|unidade|banco|sindicato|fantasia|gestora?|chefe|superior|cargo|funcao|cbo|setor|depart\w*|municipio|cidade|profissional|geral)\b/,
  },
  cargo: {
    label: 'Cargo',
    hint: 'O nome usado na empresa: por ele achamos a ocupação.',
    names: `
      nome do cargo, nome cargo, titulo do cargo, denominacao do cargo, descricao do cargo,
      descricao cargo, desc cargo, descr cargo, ds cargo, nome da funcao, nome funcao,
      descricao da funcao, descricao funcao, desc funcao, cargo, funcao, ocupacao, titulo, posicao,
      cargo atual, cargo funcao, funcao atual, profissao
    `,
    others:
      /\b(anterior|cod(igo)?|id|n|nivel|data|dt|desde|eleit\w*|gratificada|comissionad[oa]|confianca|pretendid[oa]|propost[oa]|familia|tabela|hierarquica|mae|pai|conjuge|d[ao] empresa|gestora?|chefe|superior)\b/,
  },
  cbo: {
    label: 'CBO',
    hint: 'Seis dígitos. Se houver, usamos o CBO em vez do nome do cargo.',
    names: 'cbo, c b o, cbo2002, codigo cbo, cod cbo, cbo 2002, codigo da cbo, n cbo',
    others: /\b(anterior|antig[oa]|94|1994|desc(r(icao)?)?|nome|titulo|familia|grupo)\b/,
  },
  municipio: {
    label: 'Município',
    hint: 'Nome, nome/UF ou código do IBGE.',
    names: `
      municipio, mun, cidade, municipio uf, cidade uf, localidade, local de trabalho,
      municipio de lotacao, cidade de trabalho, local trabalho, nome do municipio, nome municipio,
      codigo ibge, cod ibge, codigo do municipio, codigo municipio, cod municipio
    `,
    others: otherPlaces,
  },
  uf: {
    label: 'UF',
    hint: 'Sigla do estado.',
    names: 'uf, estado, est, sigla uf, uf de trabalho, u f, unidade federativa',
    others: otherPlaces,
  },
  area: {
    label: 'Área',
    hint: 'Departamento, setor ou centro de custo.',
    names: `
      area, departamento, depto, setor, centro de custo, diretoria, gerencia, secao, lotacao,
      unidade, c custo, desc c custo, ccusto, cc, descricao do centro de custo, nome do setor, dpto,
      nome do departamento
    `,
  },
  sexo: { label: 'Sexo', hint: 'F ou M.', names: 'sexo, genero, sx, sex' },
  salario: {
    label: 'Salário',
    hint: 'Contratual, por mês.',
    names: `
      salario base, salario contratual, sal base, sal contratual, salario nominal, sal nominal,
      salario, sal, salario mensal, salario atual, sal mensal, sal atual, vencimento base,
      salario fixo, salario registrado, remuneracao base, rem base, vencimento, ordenado,
      valor do salario, valor salario, vlr salario, vl salario, valor sal, vlr sal, vl sal,
      remuneracao, salario bruto, vencimentos
    `,
    others:
      /\b(familia|fam|liquido|liq|hora|dia|diari[oa]|seman\w*|quinzen\w*|anual|ano|maternidade|mat|educacao|educ|contrib\w*|inss|fgts|13|minimo|maximo|medio|piso|inicial|admiss\w*|anterior|ant|antigo|propost[oa]|pretendid[oa]|desejad[oa]|variavel|variaveis|substituicao|beneficios?|encargos|tipo|moeda|extenso|data|desde|ferias|exper\w*|exame|aso|cnh|irrf|mercado|referencia|teto|mediana|faixa|alvo|meta|p\d+|h|reajust\w*|simulad[oa]|sugerid[oa])\b|^vencimentos? .*contrato\b/,
  },
  horas: {
    label: 'Horas por semana',
    hint: 'De 1 a 60 por semana; acima disso, ou numa coluna de horas por mês, são lidas como horas por mês.',
    names: `
      horas, horas semanais, jornada, jornada semanal, carga horaria, carga horaria semanal,
      horas por semana, horas mensais, horas contratuais, h semanais, hs semanais, hrs semana,
      horas mes, hs mes, hrs mes, h sem, hs sem, hrs sem, ch, c h, ch semanal, carga hor, h mes,
      qtd horas, qtde horas
    `,
    others:
      /\b(50|100|extras?|noturn\w*|trabalhadas|devidas|faltas?|dia|diari[oa]s?|anua(l|is)|ano|banco|compensar|dsr|itinere|inicio|entrada|saida|turno|escala|tipo|cod(igo)?|descricao|sobreaviso|afast\w*|abonadas|adic\w*|trein\w*|ausen\w*)\b/,
  },
  admissao: {
    label: 'Admissão',
    hint: 'Data.',
    names: `
      admissao, data de admissao, data admissao, dt admissao, dt de admissao, dt adm, data adm,
      admitido em, adm, data de entrada, inicio, data da admissao, data de adm, dta admissao,
      data de inicio, data inicio, dt inicio, data de contratacao, data contratacao
    `,
    others:
      /\b(tipo|sindica\w*|ferias|afast\w*|exper\w*|beneficio|cargo|periodo|publica|sal(ario)?)\b/,
  },
} as const satisfies Record<string, RollColumn>;

export type RollColumnName = keyof typeof rollColumns;
export const rollColumnNames = keysOf(rollColumns);

/** The index of each column in a table, from 0; a missing column has none. */
export type ColumnPlaces = Readonly<Partial<Record<RollColumnName, number>>>;

const currency = /R\$|\bem reais\b/gi;

/**
 * Recognises columns by their headers, ignoring accents, case and punctuation: a header that equals a name of the
 * column, or else one that begins with it ("Salário base (R$)"). Each header maps to one column, each column to one
 * header.
 */
export function recognisedColumns(header: readonly string[]): ColumnPlaces {
  const plain = header.map((text) => plainText(text.replace(currency, ' ')));
  const taken = new Set<number>();
  const places: Partial<Record<RollColumnName, number>> = {};
  const take = (isOf: (text: string, name: string, others?: RegExp) => boolean) => {
    for (const column of rollColumnNames) {
      if (places[column] !== undefined) continue;
      const { names, others }: RollColumn = rollColumns[column];
      const place = names
        .trim()
        .split(/,\s+/)
        .map((name) => plain.findIndex((text, at) => !taken.has(at) && isOf(text, name, others)))
        .find((found) => found !== -1);
      if (place === undefined) continue;
      places[column] = place;
      taken.add(place);
    }
  };
  take((text, name) => text === name);
  take((text, name, others) => text.startsWith(`${name} `) && others?.test(text) !== true);
  return places;
}

/** Which columns are missing before a payroll can be read, as a sentence; null if none is. */
export function lackingColumns({ cargo, cbo, salario }: ColumnPlaces): string | null {
  const hasJob = cargo !== undefined || cbo !== undefined;
  if (salario !== undefined && hasJob) return null;
  const lacking =
    salario === undefined
      ? hasJob
        ? 'a coluna do salário'
        : 'as colunas do salário e do cargo'
      : 'a coluna do cargo ou do CBO';
  return `Não reconhecemos ${lacking}. Escolha abaixo.`;
}

/**
 * The remark that the salary column may contain more or less than the contractual salary; null if its header does not
 * suggest that. A "salário bruto" is the contractual one before deductions.
 */
export const otherPayText = (salaryHeader = ''): string | null =>
  /\b(remuneracao brut|liq|tota(l|is)|provent|adicion|gratif|comiss)/.test(plainText(salaryHeader))
    ? 'A coluna do salário parece ter a remuneração bruta, líquida ou total: o mercado é de salários contratuais, então horas extras e bônus não podem estar nela.'
    : null;

export const countKnown = (header: readonly string[]): number =>
  Object.keys(recognisedColumns(header)).length;

/** In the order of the columns. */
const examples = [
  '1001;Auxiliar administrativo;411005;Campinas;SP;Financeiro;F;2.310,00;44;03/02/2020',
  '1002;Vendedor;;Recife;PE;Comercial;M;1.850,00;36;15/08/2022',
];

/** An empty table with examples, in the format that Brazilian spreadsheets open: UTF-8 with a BOM, semicolons. */
export function templateText(): string {
  const header = rollColumnNames.map((name) => rollColumns[name].label).join(';');
  return `\ufeff${[header, ...examples].join('\r\n')}\r\n`;
}

/** The error of a file that cannot be read as a payroll; `message` is a Portuguese sentence that states what to do. */
export class RollFileError extends Error {
  override readonly name = 'RollFileError';
}

const maxPeople = 50_000;
/** With room for title lines above the header. */
export const maxFilledRows = maxPeople + 50;
export const maxMegabytes = 30;

export const tooManyRows = () =>
  new RollFileError(
    `A planilha tem mais de ${formatCount(maxPeople)} linhas. Separe-a por área ou por estado e leia uma parte por vez.`,
  );

/** A table as it is in the file: texts by row and column. */
export interface RollTable {
  readonly header: readonly string[];
  /** The row of the file that has the header, from 1. */
  readonly headerRow: number;
  /** The rows below the header, including empty ones, so that an index gives the row's number in the file. */
  readonly rows: readonly (readonly string[])[];
  /** Notes about the file for the user, as sentences. */
  readonly notes: readonly string[];
}

/** The table of a file, and its column assignment. */
export interface ReadTable {
  readonly table: RollTable;
  readonly fileName: string;
  readonly columns: ColumnPlaces;
}
