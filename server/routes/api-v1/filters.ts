import type { z } from 'zod';
import type { ApiFilters } from '../../../shared/contracts/api-v1.ts';
import { filters as catalogue } from '../../../shared/filters/catalogue.ts';

/** The query fields that choose from a list, with its values. */
export const apiFilters: z.infer<typeof ApiFilters> = Object.values(catalogue).flatMap((own) => {
  const control = own.form?.control;
  if (control === undefined || !('options' in control)) return [];
  const valores = control.options.map(([valor, nome]) => ({ valor, nome }));
  return Object.keys(own.fields).map((campo) => ({ campo, nome: control.label, valores }));
});
