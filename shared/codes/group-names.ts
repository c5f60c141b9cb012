import {
  ageBands,
  companySizeLabels,
  genders,
  type AgeBand,
  type CompanySize,
  type Gender,
} from './codes.ts';

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

/** The letter that the files use for an unidentified section. */
const unknownSection = 'Z';

/** The name of a CNAE section or subclass. */
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
