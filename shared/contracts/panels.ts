import { z } from 'zod';
import {
  ageBands,
  companySizeLabels,
  genders,
  schoolingGroups,
  suppressionReasons,
} from '../codes/codes.ts';
import { keysOf } from '../codes/keys.ts';

/**
 * The panels of a search response, all from one call. Money is reais. Each panel excludes its own filter, so that the
 * selected group appears beside the others: the regional panel has every state whatever place was requested, the gender
 * panel both genders. Groups with fewer records than `minForStatistics` carry a count and the reason; groups that
 * would reveal them lack the mean, and small ones lack all figures (server/answers/present/suppression/).
 */

const Interval = z.object({ lower: z.number(), upper: z.number() });

const counted = {
  count: z.number(),
  /** Share of all records of the panel (for a municipality: of its state's), 0 to 1. */
  share: z.number(),
};

/** The figures of a cell, in reais. */
const shownFigures = {
  /** Null where complementary suppression applies: with the panel's other means it would reveal a small cell's. */
  average: z.number().nullable(),
  p25: z.number(),
  median: z.number(),
  p75: z.number(),
  /** Order-statistic interval, 95 %; null below six records, where no such interval exists. */
  medianInterval: Interval.nullable(),
};
const suppressedFigures = {
  suppressed: z.enum(suppressionReasons),
  average: z.null(),
  p25: z.null(),
  median: z.null(),
  p75: z.null(),
  medianInterval: z.null(),
};

/** A cell has either figures or the reason for their suppression. */
const groupOf = <Shape extends z.ZodRawShape>(own: Shape) =>
  z.union([
    z.object({ ...own, ...counted, suppressed: z.null(), ...shownFigures }),
    z.object({ ...own, ...counted, ...suppressedFigures }),
  ]);

export const GroupFigures = groupOf({});
export type GroupFigures = z.infer<typeof GroupFigures>;

const comparable = {
  /** Whether its groups may be compared and ranked; false if the data of the query are incomplete. */
  isComparable: z.boolean(),
  /** The design effect of the query: this many records of a group carry the information of one independent record. */
  designEffect: z.number(),
};

const Place = groupOf({
  /** The sigla of a state, or a municipality's six-digit code. */
  codigo: z.string(),
  nome: z.string(),
  /** 1 is the highest median of groups with `minForConfidence` records; equal ones share a rank, others have none. */
  rank: z.number().nullable(),
});
export type Place = z.infer<typeof Place>;

export const RegionalPanel = z.object({
  ...comparable,
  /** Every state with records: those with a rank first, then by number of records. The same for municipalities. */
  states: z.array(Place),
  rankedStates: z.number(),
  country: GroupFigures,
  /**
   * Municipalities of the requested state, or of the requested municipalities' state: the requested ones first, then by
   * number of records, up to 100.
   */
  municipalities: z
    .object({
      uf: z.string(),
      nome: z.string(),
      places: z.array(Place),
      total: z.number(),
      /**
       * The state's immediate regions of IBGE (2017), by code, without means: a region may have the records of a single
       * suppressed municipality, and means add up.
       */
      regions: z.array(Place),
    })
    .nullable(),
});
export type RegionalPanel = z.infer<typeof RegionalPanel>;

export const CompanySizePanel = z.object({
  ...comparable,
  /** All four, smallest first; `porte` null groups establishments of unknown size, if there are any. */
  sizes: z.array(groupOf({ porte: z.enum(keysOf(companySizeLabels)).nullable() })),
});
export type CompanySizePanel = z.infer<typeof CompanySizePanel>;

export const TrendPanel = z.object({
  designEffect: comparable.designEffect,
  /** Every loaded month of the requested period and up to twelve months before it, ascending, for the year on year. */
  months: z.array(
    groupOf({
      month: z.string(),
      /** Whether the month belongs to the requested period. */
      isRequested: z.boolean(),
      /** Whether the month may be compared: its main file (MOV) is loaded, and those of all months of the query. */
      isComparable: z.boolean(),
      /**
       * Of inflation-corrected records (shared/statistics/deflation.ts), in reais of `realMonth`, with a mean where the
       * nominal one is shown; null without figures, and for later months, whose index is not known.
       */
      real: z.object(shownFigures).nullable(),
    }),
  ),
  /** AAAAMM, the last of the months with a known index; null while none has one. */
  realMonth: z.string().nullable(),
});
export type TrendPanel = z.infer<typeof TrendPanel>;

export const GenderPanel = z.object({
  ...comparable,
  /** Both, men first; `genero` null groups records of unknown sex, if there are any. */
  genders: z.array(groupOf({ genero: z.enum(keysOf(genders)).nullable() })),
  /** Women's median minus men's; null for incomplete data, and unless both medians are published. */
  gap: z
    .object({
      women: z.number(),
      men: z.number(),
      difference: z.number(),
      /** Percentage of the men's median. */
      percent: z.number(),
      /** 95 %, from those of both medians (Zou and Donner 2008); null where one is missing or has no width. */
      interval: Interval.nullable(),
    })
    .nullable(),
});
export type GenderPanel = z.infer<typeof GenderPanel>;

export const SchoolingPanel = z.object({
  ...comparable,
  /** Groups with records, from the least schooling to the most; not informed comes last. */
  groups: z.array(groupOf({ escolaridade: z.enum(keysOf(schoolingGroups)), nome: z.string() })),
});
export type SchoolingPanel = z.infer<typeof SchoolingPanel>;

export const AgePanel = z.object({
  ...comparable,
  /** All five, in their order. */
  bands: z.array(groupOf({ faixa: z.enum(keysOf(ageBands)) })),
  /** Number of records under 18 or of unknown age: in no band. */
  outside: z.number(),
});
export type AgePanel = z.infer<typeof AgePanel>;

export const SectorPanel = z.object({
  ...comparable,
  /** CNAE sections; the subclasses of the section when the query filters by one. */
  level: z.enum(['secao', 'subclasse']),
  section: z.object({ codigo: z.string(), nome: z.string() }).nullable(),
  /** Most records first; for subclasses only the 100 largest. */
  sectors: z.array(groupOf({ codigo: z.string(), nome: z.string().nullable() })),
  total: z.number(),
});
export type SectorPanel = z.infer<typeof SectorPanel>;

/** Occupations of the same CBO family, when the query has one occupation or several of one family. */
export const FamilyPanel = z.object({
  ...comparable,
  familia: z.string(),
  /** Most records first. */
  occupations: z.array(
    groupOf({ cbo: z.string(), titulo: z.string().nullable(), isRequested: z.boolean() }),
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
