import { z } from 'zod';
import { ageBands, companySizeLabels, genders, schoolingGroups } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';

/**
 * The panels of a search answer, all from the one call. Money is reais. Each panel leaves the filter of its own
 * dimension out, so that what was chosen stands beside the rest: the regional panel has every state whatever
 * place was asked, the gender panel both genders. Groups with fewer records than `fewestForStatistics` carry a
 * count alone.
 */

/** What is told of a group; all but `count` and `share` null below `fewestForStatistics`. */
export const GroupFigures = z.object({
  count: z.number(),
  /** Of all records of the panel (of a municipality: of its state's), 0 to 1. */
  share: z.number(),
  average: z.number().nullable(),
  p25: z.number().nullable(),
  median: z.number().nullable(),
  p75: z.number().nullable(),
  /** Order-statistic interval, 95 %. */
  medianInterval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
});
export type GroupFigures = z.infer<typeof GroupFigures>;

const Place = GroupFigures.extend({
  /** Sigla of a state, or a municipality's six-digit code. */
  codigo: z.string(),
  nome: z.string(),
  /** 1 is the highest median of those with `fewestForConfidence` records; equal medians share a rank, the others have none. */
  rank: z.number().nullable(),
});
export type Place = z.infer<typeof Place>;

export const RegionalPanel = z.object({
  /** Every state that has records: those with a rank first, then those with most records; so too municipalities. */
  states: z.array(Place),
  /** States with a rank. */
  rankedStates: z.number(),
  country: GroupFigures,
  /** Of the state asked for, or of the municipalities' state: those asked, then those with most records, up to 100. */
  municipalities: z
    .object({ uf: z.string(), nome: z.string(), places: z.array(Place), total: z.number() })
    .nullable(),
});
export type RegionalPanel = z.infer<typeof RegionalPanel>;

export const CompanySizePanel = z.object({
  /** All four, smallest first; `porte` null gathers establishments whose size is unknown, where there are any. */
  sizes: z.array(GroupFigures.extend({ porte: z.enum(keysOf(companySizeLabels)).nullable() })),
});
export type CompanySizePanel = z.infer<typeof CompanySizePanel>;

export const TrendPanel = z.object({
  /** Every loaded month of the period asked and up to twelve before it, ascending, for the year on year. */
  months: z.array(
    GroupFigures.extend({
      month: z.string(),
      /** Whether the month belongs to the period asked. */
      isAsked: z.boolean(),
      /** By INPC, from the month's money to `realMonth`'s; null where the index is not known (later months). */
      realFactor: z.number().nullable(),
    }),
  ),
  /** AAAAMM, the last of the months whose index is known; null while none has one. */
  realMonth: z.string().nullable(),
});
export type TrendPanel = z.infer<typeof TrendPanel>;

export const GenderPanel = z.object({
  /** Both, men first; `genero` null gathers records whose sex is unknown, where there are any. */
  genders: z.array(GroupFigures.extend({ genero: z.enum(keysOf(genders)).nullable() })),
  /** Women's median minus men's; null with fewer than `fewestForGenderGap` of either. */
  gap: z
    .object({
      /** The two medians. */
      women: z.number(),
      men: z.number(),
      difference: z.number(),
      /** Of the men's median, in percent. */
      percent: z.number(),
      /** 95 %, Bonett and Price (2002); null where it cannot be computed. */
      interval: z.object({ lower: z.number(), upper: z.number() }).nullable(),
    })
    .nullable(),
});
export type GenderPanel = z.infer<typeof GenderPanel>;

export const SchoolingPanel = z.object({
  /** Those with records, from the least schooling to the most, not informed last. */
  groups: z.array(
    GroupFigures.extend({ escolaridade: z.enum(keysOf(schoolingGroups)), nome: z.string() }),
  ),
});
export type SchoolingPanel = z.infer<typeof SchoolingPanel>;

export const AgePanel = z.object({
  /** All five, in their order. */
  bands: z.array(GroupFigures.extend({ faixa: z.enum(keysOf(ageBands)) })),
  /** Under 18 or unknown: in no band. */
  outside: z.number(),
});
export type AgePanel = z.infer<typeof AgePanel>;

export const SectorPanel = z.object({
  /** Sections of CNAE; the subclasses of the section when one is asked. */
  level: z.enum(['secao', 'subclasse']),
  section: z.object({ codigo: z.string(), nome: z.string() }).nullable(),
  /** Most records first; of subclasses the 100 with most. */
  sectors: z.array(GroupFigures.extend({ codigo: z.string(), nome: z.string().nullable() })),
  total: z.number(),
});
export type SectorPanel = z.infer<typeof SectorPanel>;

/** Occupations of the same CBO family, when the question is about one or several of one family. */
export const FamilyPanel = z.object({
  familia: z.string(),
  /** Most records first. */
  occupations: z.array(
    GroupFigures.extend({ cbo: z.string(), titulo: z.string().nullable(), isAsked: z.boolean() }),
  ),
});
export type FamilyPanel = z.infer<typeof FamilyPanel>;

export const Panels = z.object({
  regional: RegionalPanel,
  companySize: CompanySizePanel,
  trend: TrendPanel,
  gender: GenderPanel,
  schooling: SchoolingPanel,
  age: AgePanel,
  sector: SectorPanel,
  family: FamilyPanel.nullable(),
});
export type Panels = z.infer<typeof Panels>;
