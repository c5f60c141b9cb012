import { keysOf } from '../../../../shared/codes/keys.ts';
import { plainText } from '../../../../shared/words/format.ts';

/** A column of a payroll: its label on screen, and the plain names that identify it in a header. */
interface RollColumn {
  readonly label: string;
  readonly hint: string;
  /** Separated by commas; the contractual salary before other pay, and the most usual name first. */
  readonly names: string;
}

/** The columns that a payroll may have, in the order of the template. */
export const rollColumns = {
  identificacao: {
    label: 'Matrícula ou nome',
    hint: 'Para você reconhecer a pessoa.',
    names: `
      matricula, nome, colaborador, funcionario, empregado, chapa, re, id, identificacao,
      nome completo, nome do funcionario, nome do colaborador, registro, codigo do funcionario,
      cod funcionario, num matricula, mat, matr, n matricula, cadastro, cracha
    `,
  },
  cargo: {
    label: 'Cargo',
    hint: 'O nome usado na empresa: por ele achamos a ocupação.',
    names: `
      cargo, funcao, ocupacao, titulo, posicao, cargo atual, descricao do cargo, desc cargo,
      nome do cargo, cargo funcao, descricao cargo, funcao atual, descricao da funcao,
      descricao funcao, desc funcao, nome da funcao, denominacao do cargo
    `,
  },
  cbo: {
    label: 'CBO',
    hint: 'Seis dígitos. Se houver, usamos o CBO em vez do nome do cargo.',
    names: 'cbo, c b o, cbo2002, codigo cbo, cod cbo, cbo 2002, codigo da cbo',
  },
  municipio: {
    label: 'Município',
    hint: 'Nome, nome/UF ou código do IBGE.',
    names: `
      municipio, mun, cidade, municipio uf, cidade uf, localidade, local de trabalho,
      municipio de lotacao, cidade de trabalho
    `,
  },
  uf: {
    label: 'UF',
    hint: 'Sigla do estado.',
    names: 'uf, estado, est, sigla uf, uf de trabalho',
  },
  area: {
    label: 'Área',
    hint: 'Departamento, setor ou centro de custo.',
    names: `
      area, departamento, depto, setor, centro de custo, diretoria, gerencia, secao, lotacao,
      unidade, c custo, desc c custo, ccusto, cc, descricao do centro de custo, nome do setor
    `,
  },
  sexo: { label: 'Sexo', hint: 'F ou M.', names: 'sexo, genero, sx' },
  salario: {
    label: 'Salário',
    hint: 'Contratual, por mês.',
    names: `
      salario, salario base, salario contratual, salario mensal, salario nominal, salario atual,
      vencimento base, sal base, sal contratual, sal mensal, sal nominal, sal atual, salario fixo,
      salario registrado, remuneracao base, vencimento, ordenado, valor do salario, valor salario,
      vlr salario, vl salario, valor sal, vlr sal, vl sal, remuneracao, salario bruto, vencimentos
    `,
  },
  horas: {
    label: 'Horas por semana',
    hint: 'De 1 a 60 por semana; acima disso, ou numa coluna de horas por mês, são lidas como horas por mês.',
    names: `
      horas, horas semanais, jornada, jornada semanal, carga horaria, carga horaria semanal,
      horas por semana, horas mensais, horas contratuais, h semanais, hs semanais, hrs semana,
      horas mes, hs mes, hrs mes, h sem, hs sem, hrs sem, ch, c h, ch semanal, carga hor
    `,
  },
  admissao: {
    label: 'Admissão',
    hint: 'Data.',
    names: `
      admissao, data de admissao, data admissao, dt admissao, dt de admissao, dt adm, data adm,
      admitido em, adm, data de entrada, inicio
    `,
  },
} as const satisfies Record<string, RollColumn>;

export type RollColumnName = keyof typeof rollColumns;
export const rollColumnNames = keysOf(rollColumns);

/** The index of each column in a table, from 0; a missing column has none. */
export type ColumnPlaces = Readonly<Partial<Record<RollColumnName, number>>>;

/** Headers that begin with the name of a column and hold another fact. */
const otherFacts =
  /^(?:estado (?:civil|natal)|(?:municipio|cidade|uf|estado) (?:d[aeo] )?(?:nasc\w*|natural\w*|resid\w*|rg|ctps)|(?:(?:valor|vlr|vl) (?:do )?)?sal(?:ario)? (?:d[aeo] )?(?:familia|fam|liquido|liq|hora|dia|maternidade|mat|educacao|educ|contrib\w*|inss|fgts|13)|vencimentos? (?:d[aeo]s? )?(?:ferias|contrato|experiencia|exame|aso|cnh)|(?:nome|cargo|matricula|registro) d[aeo]s? (?:mae|pai|empresa|conjuge|gestor|chefe|superior)|horas? (?:extras?|noturnas?|trabalhadas|devidas|faltas?)|cbo anterior|(?:cargo|funcao|salario) anterior)\b/;

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
  const take = (isOf: (text: string, name: string) => boolean) => {
    for (const column of rollColumnNames) {
      if (places[column] !== undefined) continue;
      const place = rollColumns[column].names
        .trim()
        .split(/,\s+/)
        .map((name) => plain.findIndex((text, index) => !taken.has(index) && isOf(text, name)))
        .find((found) => found !== -1);
      if (place === undefined) continue;
      places[column] = place;
      taken.add(place);
    }
  };
  take((text, name) => text === name);
  take((text, name) => text.startsWith(`${name} `) && !otherFacts.test(text));
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
  /\b(remuneracao brut|liquid|liq|tota(l|is)|proventos)/.test(plainText(salaryHeader))
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

export const mostPeople = 50_000;
export const mostMegabytes = 30;

export const tooManyRows = () =>
  new RollFileError(
    `A planilha tem mais de ${mostPeople.toLocaleString('pt-BR')} linhas. Separe-a por área ou por estado e leia uma parte por vez.`,
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
