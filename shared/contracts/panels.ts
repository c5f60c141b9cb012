import { z } from 'zod';
import { ageBands, companySizeLabels, genders, schoolingGroups } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { withheldReasons } from '../codes/withheld.ts';

/**
 * The panels of a search answer, all from the one call. Money is reais. Each panel leaves the filter of its own
 * dimension out, so that what was chosen stands beside the rest: the regional panel has every state whatever
 * place was asked, the gender panel both genders. Groups with fewer records than `fewestForStatistics`, and those
 * that would give them back, carry a count and the reason (server/answers/small-numbers/).
 */

const Interval = z.object({ lower: z.number(), upper: z.number() });

const counted = {
  count: z.number(),
  /** Of all records of the panel (of a municipality: of its state's), 0 to 1. */
  share: z.number(),
};

/** A cell has its figures, or the reason why it has none. */
const toldFigures = {
  withheld: z.null(),
  average: z.number(),
  p25: z.number(),
  median: z.number(),
  p75: z.number(),
  /** Order-statistic interval, 95 %; null below six records, where none exists. */
  medianInterval: Interval.nullable(),
};
const withheldFigures = {
  withheld: z.enum(withheldReasons),
  average: z.null(),
  p25: z.null(),
  median: z.null(),
  p75: z.null(),
  medianInterval: z.null(),
};

const groupOf = <Shape extends z.ZodRawShape>(own: Shape) =>
  z.union([
    z.object({ ...own, ...counted, ...toldFigures }),
    z.object({ ...own, ...counted, ...withheldFigures }),
  ]);

/** What is told of a group. */
export const GroupFigures = groupOf({});
export type GroupFigures = z.infer<typeof GroupFigures>;

const Place = groupOf({
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
  sizes: z.array(groupOf({ porte: z.enum(keysOf(companySizeLabels)).nullable() })),
});
export type CompanySizePanel = z.infer<typeof CompanySizePanel>;

export const TrendPanel = z.object({
  /** Every loaded month of the period asked and up to twelve before it, ascending, for the year on year. */
  months: z.array(
    groupOf({
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
  genders: z.array(groupOf({ genero: z.enum(keysOf(genders)).nullable() })),
  /**
   * Women's median minus men's; null with fewer than `fewestForGenderGap` of either, and where it would give back a
   * median that is withheld. Of two withheld medians the percentage alone is told, to a tenth.
   */
  gap: z
    .union([
      z.object({
        /** The two medians. */
        women: z.number(),
        men: z.number(),
        difference: z.number(),
        /** Of the men's median. */
        percent: z.number(),
        /** 95 %, Bonett and Price (2002); null where it cannot be computed. */
        interval: Interval.nullable(),
      }),
      z.object({
        women: z.null(),
        men: z.null(),
        difference: z.null(),
        percent: z.number(),
        interval: z.null(),
      }),
    ])
    .nullable(),
});
export type GenderPanel = z.infer<typeof GenderPanel>;

export const SchoolingPanel = z.object({
  /** Those with records, from the least schooling to the most, not informed last. */
  groups: z.array(groupOf({ escolaridade: z.enum(keysOf(schoolingGroups)), nome: z.string() })),
});
export type SchoolingPanel = z.infer<typeof SchoolingPanel>;

export const AgePanel = z.object({
  /** All five, in their order. */
  bands: z.array(groupOf({ faixa: z.enum(keysOf(ageBands)) })),
  /** Under 18 or unknown: in no band. */
  outside: z.number(),
});
export type AgePanel = z.infer<typeof AgePanel>;

export const SectorPanel = z.object({
  /** Sections of CNAE; the subclasses of the section when one is asked. */
  level: z.enum(['secao', 'subclasse']),
  section: z.object({ codigo: z.string(), nome: z.string() }).nullable(),
  /** Most records first; of subclasses the 100 with most. */
  sectors: z.array(groupOf({ codigo: z.string(), nome: z.string().nullable() })),
  total: z.number(),
});
export type SectorPanel = z.infer<typeof SectorPanel>;

/** Occupations of the same CBO family, when the question is about one or several of one family. */
export const FamilyPanel = z.object({
  familia: z.string(),
  /** Most records first. */
  occupations: z.array(
    groupOf({ cbo: z.string(), titulo: z.string().nullable(), isAsked: z.boolean() }),
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
