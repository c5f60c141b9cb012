/** Codes of the product's filters and records, as the specification (§9) and DOMAIN.md give them. */

/** The product's schooling groups; they are not the codes of the official file (see `server/reference/schooling.ts`). */
export const schoolingGroups = {
  '1': 'Analfabeto',
  '2': 'Fundamental Incompleto',
  '3': 'Fundamental Completo',
  '4': 'Médio Incompleto',
  '5': 'Médio Completo',
  '6': 'Superior Incompleto',
  '7': 'Superior Completo',
  '8': 'Pós-graduação',
  '9': 'Mestrado',
  '10': 'Doutorado',
  '80': 'Não informado',
} as const;
export type SchoolingGroup = keyof typeof schoolingGroups;

/** Bands do not overlap: 55 belongs to 46-55, and 55+ begins at 56. `to: null` has no upper bound. */
export const ageBands = {
  '18-25': { from: 18, to: 25 },
  '26-35': { from: 26, to: 35 },
  '36-45': { from: 36, to: 45 },
  '46-55': { from: 46, to: 55 },
  '55+': { from: 56, to: null },
} as const;
export type AgeBand = keyof typeof ageBands;

export const genders = {
  M: { label: 'Masculino', sexo: '1' },
  F: { label: 'Feminino', sexo: '3' },
} as const;
export type Gender = keyof typeof genders;

export const regions = {
  '1': 'Norte',
  '2': 'Nordeste',
  '3': 'Sudeste',
  '4': 'Sul',
  '5': 'Centro-Oeste',
} as const;
export type RegionCode = keyof typeof regions;

export const roles = { ADMIN: 'Administrador', CLIENT: 'Cliente', VIEWER: 'Visualizador' } as const;
export type Role = keyof typeof roles;

export const movements = {
  admissao: 'Admissões',
  desligamento: 'Desligamentos',
  todas: 'Admissões e desligamentos',
} as const;
export type Movement = keyof typeof movements;

export const series = { ajustada: 'Ajustada', declarada: 'Declarada' } as const;
export type Series = keyof typeof series;

export const salaryRules = {
  mte: {
    label: 'Regra do MTE',
    description:
      'Sem contratos intermitentes e sem salários vazios, abaixo de 0,3 ou acima de 150 salários mínimos do mês da movimentação.',
  },
  integral: {
    label: 'Jornada integral',
    description: 'Como a regra do MTE, só com 40 horas contratuais ou mais e sem aprendizes.',
  },
  bruto: {
    label: 'Bruto',
    description: 'Toda linha cujo salário está preenchido e é maior que zero.',
  },
} as const;
export type SalaryRule = keyof typeof salaryRules;
