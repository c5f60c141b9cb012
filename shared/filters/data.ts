import { z } from 'zod';
import { movements, salaryRules, series as seriesLabels } from '../codes/codes.ts';
import { formatMonth } from '../words/format.ts';
import { keysOf } from '../codes/keys.ts';
import {
  choice,
  codeText,
  filter,
  labelled,
  labelsOf,
  optional,
  type DescribedValue,
} from './filter.ts';

/** Filters that select the data of a query. */

const yearMonth = z
  .string()
  .regex(
    /^(19|20)\d{2}(0[1-9]|1[0-2])$/,
    'Informe o período no formato AAAAMM, por exemplo 202607.',
  );

export const period = filter({
  part: 'data',
  fields: {
    periodoInicio: optional(codeText.pipe(yearMonth)),
    periodoFim: optional(codeText.pipe(yearMonth)),
  },
  describe: (filters) => {
    const text = writtenPeriod(filters);
    const without = { periodoInicio: undefined, periodoFim: undefined };
    return text === undefined ? [] : [{ key: 'periodo', text, without }];
  },
  describeAlways: writtenPeriod,
  leftOut: null,
  form: { group: 'data', control: { kind: 'months' } },
});

interface PeriodFilters {
  readonly periodoInicio?: string | undefined;
  readonly periodoFim?: string | undefined;
}

/** Whether the filters select months that do not move on with the loaded data. */
export const hasFixedPeriod = ({ periodoInicio, periodoFim }: PeriodFilters): boolean =>
  periodoInicio !== undefined || periodoFim !== undefined;

/** The months (AAAAMM) that a query selects from. */
export interface SelectableMonths {
  /** Months with movements, ascending. */
  readonly months: readonly string[];
  /** The first month with movements declared in time (MOV). */
  readonly firstMonth: string | null;
}

/**
 * The months that a query selects; by default, the last twelve, and with its end alone, the twelve up to it. They begin
 * no earlier than `firstMonth`, because the months before it have only a few late declarations. A start after the last
 * loaded month selects months that are not loaded yet. Null without months.
 */
export function requestedPeriod(
  { periodoInicio, periodoFim }: PeriodFilters,
  { months, firstMonth }: SelectableMonths,
): Period | null {
  const last = months.at(-1);
  const isAfterLast = periodoInicio !== undefined && periodoInicio > (last ?? '');
  const to = periodoFim ?? (isAfterLast ? periodoInicio : last);
  if (to === undefined) return null;
  const upToEnd = months.filter((month) => month <= to);
  const start = upToEnd.at(-12) ?? upToEnd[0] ?? to;
  const isTooEarly = firstMonth !== null && start < firstMonth && firstMonth <= to;
  return { from: periodoInicio ?? (isTooEarly ? firstMonth : start), to };
}

/** The period that the filters set, or its one end if they set only one. */
function writtenPeriod({ periodoInicio: from, periodoFim: to }: PeriodFilters): string | undefined {
  if (from !== undefined && to !== undefined) return periodText({ from, to });
  if (from !== undefined) return `desde ${formatMonth(from)}`;
  return to === undefined ? undefined : `até ${formatMonth(to)}`;
}

/** Months AAAAMM, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** "jan/2026", or "ago/2025 a jul/2026". */
export function periodText({ from, to }: Period): string {
  return from === to ? formatMonth(from) : `${formatMonth(from)} a ${formatMonth(to)}`;
}

export const movement = filter({
  part: 'data',
  fields: {
    movimentacao: z
      .enum(keysOf(movements), 'A movimentação é admissao, desligamento ou todas.')
      .default('admissao'),
  },
  describe: ({ movimentacao = 'admissao' }) =>
    unlessDefault('movimentacao', 'admissao', movimentacao, movements[movimentacao]),
  describeAlways: ({ movimentacao = 'admissao' }) => movements[movimentacao],
  leftOut: null,
  form: {
    group: 'data',
    control: choice('Movimentação', null, Object.entries(movements)),
  },
});

export const rule = filter({
  part: 'data',
  fields: {
    metodo: z.enum(keysOf(salaryRules), 'O método é mte, integral ou bruto.').default('mte'),
  },
  describe: ({ metodo = 'mte' }) =>
    unlessDefault('metodo', 'mte', metodo, labelled('Método', salaryRules[metodo].label)),
  describeAlways: ({ metodo = 'mte' }) => salaryRules[metodo].label,
  leftOut: null,
  form: {
    group: 'data',
    control: choice('Método', null, labelsOf(salaryRules), {
      hint: Object.fromEntries(
        Object.entries(salaryRules).map(([code, { description }]) => [code, description]),
      ),
    }),
  },
});

export const series = filter({
  part: 'data',
  fields: {
    serie: z.enum(keysOf(seriesLabels), 'A série é ajustada ou declarada.').default('ajustada'),
  },
  describe: ({ serie = 'ajustada' }) =>
    unlessDefault('serie', 'ajustada', serie, labelled('Série', seriesLabels[serie])),
  describeAlways: ({ serie = 'ajustada' }) => `Série ${seriesLabels[serie].toLowerCase()}`,
  leftOut: null,
  form: {
    group: 'data',
    control: choice('Série', null, Object.entries(seriesLabels), {
      hint: {
        ajustada: 'Com as declarações fora do prazo e sem as excluídas.',
        declarada: 'Só o que foi declarado no prazo.',
      },
    }),
  },
});

/** Describes a field that always has a value, unless it has its default. Removing the filter restores the default. */
function unlessDefault<Name extends string, Usual extends string>(
  name: Name,
  usual: Usual,
  value: string,
  text: string,
): DescribedValue<{ readonly [Own in Name]?: Usual }>[] {
  if (value === usual) return [];
  const without: { readonly [Own in Name]?: Usual } = {};
  return [{ key: name, text, without: { ...without, [name]: usual } }];
}
