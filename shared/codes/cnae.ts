import { z } from 'zod';
import { keysOf } from './keys.ts';

/** CNAE 2.3 subclasses. */

export const maxCnaes = 5;
export const minCnaeSearchLength = 2;

/** Seven digits without signs: `4711-3/01` is `4711301`. */
export const normalisedCnae = (text: string) => text.replace(/[\s./-]/g, '');

/** For reading: `4711-3/01`. */
export const formatCnae = (code: string) => code.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');

export const cnaeCode = z
  .string('Informe os códigos CNAE.')
  .max(20, 'Um código CNAE tem sete dígitos, por exemplo 4711-3/01.')
  .transform(normalisedCnae)
  .pipe(z.string().regex(/^\d{7}$/, 'Um código CNAE tem sete dígitos, por exemplo 4711-3/01.'));

/** CNAE 2.3 (IBGE/CONCLA): the sections' names. The files also carry Z, a section not identified. */
export const cnaeSectionLabels = {
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
  Z: 'Não identificada',
} as const;
export type CnaeSectionCode = keyof typeof cnaeSectionLabels;
export const cnaeSectionCodes = keysOf(cnaeSectionLabels);

export const CnaeItem = z.object({
  /** Seven digits. */
  codigo: z.string(),
  descricao: z.string(),
  /** A letter, A to U. */
  secao: z.string(),
  /** Two digits. */
  divisao: z.string(),
});
export type CnaeItem = z.infer<typeof CnaeItem>;

export const CnaeSearchQuery = z.strictObject({
  search: z
    .string('Informe o texto a procurar.')
    .trim()
    .min(minCnaeSearchLength, 'Digite pelo menos 2 caracteres para pesquisar.')
    .max(120, 'Use até 120 caracteres na pesquisa.'),
});

export const CnaeDetailsRequest = z.strictObject({
  cnaes: z.array(cnaeCode, 'Informe os códigos CNAE.').max(50, 'Peça até 50 códigos por vez.'),
});
export type CnaeDetailsRequest = z.infer<typeof CnaeDetailsRequest>;
