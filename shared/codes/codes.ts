/** Codes of the product's filters and records, as defined in the specification (§9) and in DOMAIN.md. */

/** The product's schooling groups, unlike the codes of the official file (see `server/reference/schooling.ts`). */
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
/** The group of records that do not state the schooling. */
export const unknownSchooling = '80' satisfies SchoolingGroup;

/** Bands do not overlap: 55 belongs to 46-55, and 55+ begins at 56. `to: null` means no upper bound. */
export const ageBands = {
  '18-25': { from: 18, to: 25 },
  '26-35': { from: 26, to: 35 },
  '36-45': { from: 36, to: 45 },
  '46-55': { from: 46, to: 55 },
  '55+': { from: 56, to: null },
} as const;
type AgeBand = keyof typeof ageBands;

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

export const movements = {
  admissao: 'Admissões',
  desligamento: 'Desligamentos',
  todas: 'Admissões e desligamentos',
} as const;

/** A record's movement by the sign of its balance. */
export const balanceNames = { admissao: 'Admissão', desligamento: 'Desligamento' } as const;

/** The warehouse structure that an answer was counted from. Every structure gives the same figures. */
export const structures = ['ranked', 'lines'] as const;
export type Structure = (typeof structures)[number];

export const series = { ajustada: 'Ajustada', declarada: 'Declarada' } as const;

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
    description: 'Todas as linhas com salário maior que zero.',
  },
} as const;

/** Porte: company size by SEBRAE's criterion, smallest first. */
export const companySizeLabels = {
  MICRO: 'Micro',
  PEQUENA: 'Pequena',
  MEDIA: 'Média',
  GRANDE: 'Grande',
} as const;
export type CompanySize = keyof typeof companySizeLabels;

/** The product's schooling groups by level, complete or not. */
export const schoolingLevels = {
  fundamental: { label: 'Até o fundamental', groups: ['1', '2', '3'] },
  medio: { label: 'Médio', groups: ['4', '5'] },
  superior: { label: 'Superior', groups: ['6', '7'] },
  pos: { label: 'Pós-graduação', groups: ['8', '9', '10'] },
} as const satisfies Record<string, { label: string; groups: readonly SchoolingGroup[] }>;

/** Contracted weekly hours, in hundredths as in the warehouse. Both bounds are included; `to: null` means no bound. */
export const hoursBands = {
  'ate-20': { label: 'Até 20 horas', from: 0, to: 2000 },
  '20-30': { label: 'Mais de 20 a 30 horas', from: 2001, to: 3000 },
  '30-39': { label: 'Mais de 30 a menos de 40 horas', from: 3001, to: 3999 },
  '40-44': { label: 'De 40 a 44 horas', from: 4000, to: 4400 },
  'mais-de-44': { label: 'Mais de 44 horas', from: 4401, to: null },
} as const;

/** Contract kinds by the files' `categoria` and indicators. A record can have several; a `comum` one has no other. */
export const contractKinds = {
  comum: 'Comum',
  aprendiz: 'Aprendiz',
  temporario: 'Temporário',
  parcial: 'Tempo parcial',
  intermitente: 'Intermitente',
} as const;
export type ContractKind = keyof typeof contractKinds;

/** `raçacor`, with the codes of the files. */
export const races = {
  '1': 'Branca',
  '2': 'Preta',
  '3': 'Parda',
  '4': 'Amarela',
  '5': 'Indígena',
  '6': 'Não informada',
} as const;

/** `tipodedeficiência`, with the codes of the files. */
export const disabilityKinds = {
  '1': 'Física',
  '2': 'Auditiva',
  '3': 'Visual',
  '4': 'Intelectual (mental)',
  '5': 'Múltipla',
  '6': 'Reabilitado',
} as const;
/** `sim` groups all kinds. */
export const disabilities = {
  sim: 'Com deficiência',
  nao: 'Sem deficiência',
  ...disabilityKinds,
} as const;
export type Disability = keyof typeof disabilities;

/**
 * Why the women-to-men pay ratio is missing: too few women or men, months without their main file, or suppression. The
 * minimum differs between a payroll, the market and races.
 */
export const comparisonRefusals = {
  mulheres: (minRecords: number) => `menos de ${minRecords} mulheres`,
  homens: (minRecords: number) => `menos de ${minRecords} homens`,
  ambos: (minRecords: number) => `menos de ${minRecords} mulheres e de ${minRecords} homens`,
  incompleto: () => 'dados incompletos',
  protegido: () => 'a razão revelaria um grupo com poucos registros',
} as const;
export type ComparisonRefusal = keyof typeof comparisonRefusals;

/** Printed on every screen and document while the data is demonstration data. */
export const syntheticNotice = 'Dados sintéticos de demonstração';

/** Display names of the panels' groups: the same on screen, on paper, in workbooks and in the form. */

export const sizeName = (porte: CompanySize | null) =>
  porte === null ? 'Porte desconhecido' : companySizeLabels[porte];

export const genderName = (genero: Gender | null) =>
  genero === null ? 'Sem informação' : genders[genero].label;

/** "18 a 25 anos"; the last band begins at 56 though the specification names it 55+. */
export function ageBandName(band: AgeBand): string {
  const { from, to } = ageBands[band];
  return to === null ? `${band} (${from} anos ou mais)` : `${from} a ${to} anos`;
}

/** The IBGE code of the state of a municipality, from its code of six digits. */
export const stateOfMunicipality = (code: number): number => Math.floor(code / 10_000);

/** The letter that the files use for an unidentified section. */
export const unknownSection = 'Z';

export function sectorName({
  codigo,
  nome,
}: {
  readonly codigo: string;
  readonly nome: string | null;
}): string {
  if (codigo === unknownSection) return 'Setor não identificado';
  return nome ?? `${codigo}, sem nome na CNAE`;
}

/** An occupation's title, or its code where the CBO has no title. */
export const occupationName = ({
  cbo,
  titulo,
}: {
  readonly cbo: string;
  readonly titulo: string | null;
}) => titulo ?? `${cbo}, sem título na CBO`;

/** Why figures are suppressed (in words: shared/statistics/suppression.ts). */
export const suppressionReasons = [
  'sem_registros',
  'poucos_registros',
  'poucos_sensiveis',
  'protege_outro',
  'quase_iguais',
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
