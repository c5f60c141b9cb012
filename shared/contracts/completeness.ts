import { z } from 'zod';

/**
 * Whether the main file (MOV) of each month of a query is loaded. Every response with figures carries it. Any state
 * other than `complete` is incomplete data: figures appear under a notice, without verdicts, ranks, ratios and
 * headlines.
 */
const completenessStates = ['complete', 'partial', 'late_only'] as const;

export const Completeness = z.object({
  /** `late_only`: no month has its MOV file, only late declarations (FOR). */
  state: z.enum(completenessStates),
  /** Number of months in the query, up to the last month of any published file. */
  months: z.number(),
  /** Months without their MOV file: AAAAMM, ascending. */
  withoutMov: z.array(z.string()),
});
export type Completeness = z.infer<typeof Completeness>;

/** Printed with every result, on screen and on paper: what the figures cover and what they do not. */
export const dataLimits = [
  'Salário contratual de movimentações formais CLT do Novo CAGED (fluxo de admissões e desligamentos, não o estoque de empregados), sem 13º salário, bônus ou benefícios.',
  'Não é comparável com o CAGED anterior a 2020.',
  'Fonte: Ministério do Trabalho e Emprego.',
] as const;
