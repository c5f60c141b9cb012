/** CNAE 2.3 (IBGE/CONCLA): the sections' names. The files also carry Z, a section not identified. */
export const cnaeSections = {
  A: 'Agricultura, Pecuária, Produção Florestal, Pesca e Aquicultura',
  B: 'Indústrias Extrativas',
  C: 'Indústrias de Transformação',
  D: 'Eletricidade e Gás',
  E: 'Água, Esgoto, Atividades de Gestão de Resíduos e Descontaminação',
  F: 'Construção',
  G: 'Comércio, Reparação de Veículos Automotores e Motocicletas',
  H: 'Transporte, Armazenagem e Correio',
  I: 'Alojamento e Alimentação',
  J: 'Informação e Comunicação',
  K: 'Atividades Financeiras, de Seguros e Serviços Relacionados',
  L: 'Atividades Imobiliárias',
  M: 'Atividades Profissionais, Científicas e Técnicas',
  N: 'Atividades Administrativas e Serviços Complementares',
  O: 'Administração Pública, Defesa e Seguridade Social',
  P: 'Educação',
  Q: 'Saúde Humana e Serviços Sociais',
  R: 'Artes, Cultura, Esporte e Recreação',
  S: 'Outras Atividades de Serviços',
  T: 'Serviços Domésticos',
  U: 'Organismos Internacionais e Outras Instituições Extraterritoriais',
} as const;
export type CnaeSection = keyof typeof cnaeSections;

const divisionRanges: readonly (readonly [from: number, to: number, section: CnaeSection])[] = [
  [1, 3, 'A'],
  [5, 9, 'B'],
  [10, 33, 'C'],
  [35, 35, 'D'],
  [36, 39, 'E'],
  [41, 43, 'F'],
  [45, 47, 'G'],
  [49, 53, 'H'],
  [55, 56, 'I'],
  [58, 63, 'J'],
  [64, 66, 'K'],
  [68, 68, 'L'],
  [69, 75, 'M'],
  [77, 82, 'N'],
  [84, 84, 'O'],
  [85, 85, 'P'],
  [86, 88, 'Q'],
  [90, 93, 'R'],
  [94, 96, 'S'],
  [97, 97, 'T'],
  [99, 99, 'U'],
];

/** The section of a two-digit division ("47" is G); undefined for a division that CNAE lacks. */
export function sectionOfDivision(division: string): CnaeSection | undefined {
  if (!/^\d{2}$/.test(division)) return undefined;
  const number = Number(division);
  return divisionRanges.find(([from, to]) => number >= from && number <= to)?.[2];
}

/** The section of a seven-digit subclass, by its division. */
export function sectionOfSubclass(subclass: string): CnaeSection | undefined {
  return /^\d{7}$/.test(subclass) ? sectionOfDivision(subclass.slice(0, 2)) : undefined;
}
