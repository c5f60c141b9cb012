import { z } from 'zod';
import { ageBands, companySizeLabels, genders, schoolingGroups } from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';
import { withheldReasons } from '../codes/withheld.ts';

/**
 * The panels of a search answer, all from the one call. Money is reais. Each panel leaves the filter of its own
 * dimension out, so that what was chosen stands beside the rest: the regional panel has every state whatever
 * place was asked, the gender panel both genders. Groups with fewer records than `fewestForStatistics` carry a count and
 * the reason; groups that would give them back lack the mean, small ones all figures (server/answers/small-numbers/).
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
  /** Null where it is suppressed because, with the others of the panel, it would give back a small cell's. */
  average: z.number().nullable(),
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

const comparable = {
  /** Whether its groups may be compared and ranked: not where the data of the query are incomplete. */
  isComparable: z.boolean(),
  /** Of the query: so many records of a group say as much as one independent record. */
  designEffect: z.number(),
};

const Place = groupOf({
  /** Sigla of a state, or a municipality's six-digit code. */
  codigo: z.string(),
  nome: z.string(),
  /** 1 is the highest median of those with `fewestForConfidence` records; equal medians share a rank, the others have none. */
  rank: z.number().nullable(),
});
export type Place = z.infer<typeof Place>;

export const RegionalPanel = z.object({
  ...comparable,
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
  ...comparable,
  /** All four, smallest first; `porte` null gathers establishments whose size is unknown, where there are any. */
  sizes: z.array(groupOf({ porte: z.enum(keysOf(companySizeLabels)).nullable() })),
});
export type CompanySizePanel = z.infer<typeof CompanySizePanel>;

/** Figures of corrected records (shared/statistics/deflation.ts), in reais of the trend's `realMonth`. */
const RealFigures = z.object({
  /** Null where the nominal one is suppressed. */
  average: z.number().nullable(),
  p25: z.number(),
  median: z.number(),
  p75: z.number(),
  medianInterval: Interval.nullable(),
});

export const TrendPanel = z.object({
  designEffect: comparable.designEffect,
  /** Every loaded month of the period asked and up to twelve before it, ascending, for the year on year. */
  months: z.array(
    groupOf({
      month: z.string(),
      /** Whether the month belongs to the period asked. */
      isAsked: z.boolean(),
      /**
       * Whether the month may be compared with others: its main file (MOV) is loaded, and so are those of all months of the
       * query.
       */
      isComparable: z.boolean(),
      /** By INPC; null without figures, and where the index is not known (later months). */
      real: RealFigures.nullable(),
    }),
  ),
  /** AAAAMM, the last of the months whose index is known; null while none has one. */
  realMonth: z.string().nullable(),
});
export type TrendPanel = z.infer<typeof TrendPanel>;

export const GenderPanel = z.object({
  ...comparable,
  /** Both, men first; `genero` null gathers records whose sex is unknown, where there are any. */
  genders: z.array(groupOf({ genero: z.enum(keysOf(genders)).nullable() })),
  /**
   * Women's median minus men's; null for incomplete data, with fewer than `fewestForGenderGap` of either, and where it would give back a
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
  ...comparable,
  /** Those with records, from the least schooling to the most, not informed last. */
  groups: z.array(groupOf({ escolaridade: z.enum(keysOf(schoolingGroups)), nome: z.string() })),
});
export type SchoolingPanel = z.infer<typeof SchoolingPanel>;

export const AgePanel = z.object({
  ...comparable,
  /** All five, in their order. */
  bands: z.array(groupOf({ faixa: z.enum(keysOf(ageBands)) })),
  /** Under 18 or unknown: in no band. */
  outside: z.number(),
});
export type AgePanel = z.infer<typeof AgePanel>;

export const SectorPanel = z.object({
  ...comparable,
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
  ...comparable,
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
