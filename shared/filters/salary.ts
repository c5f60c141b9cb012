import { z } from 'zod';
import { formatReais } from '../words/format.ts';
import { filter, optional } from './filter.ts';

// A double rarely represents centavos exactly, but its error is far below a thousandth.
const isWholeCentavos = (reais: number) => Math.abs(reais * 100 - Math.round(reais * 100)) < 0.001;

/** Reais, as a number or as numeric text with a point. */
const salaryBound = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ],
    'Informe o salário em reais, por exemplo 1518.00.',
  )
  .pipe(
    z
      .number()
      .min(0, 'O salário não pode ser negativo.')
      .max(1_000_000_000, 'O salário informado é alto demais.')
      .refine(isWholeCentavos, 'Informe o salário com até duas casas decimais.'),
  );

export const salary = filter({
  part: 'profile',
  fields: { salarioMin: optional(salaryBound), salarioMax: optional(salaryBound) },
  describe: ({ salarioMin, salarioMax }) => {
    if (salarioMin === undefined && salarioMax === undefined) return [];
    const without = { salarioMin: undefined, salarioMax: undefined };
    return [{ key: 'salario', text: salaryText(salarioMin, salarioMax), without }];
  },
  leftOut: 'de salário',
  form: { group: 'salary', control: { kind: 'amounts' } },
});

function salaryText(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return to === undefined ? '' : `Salário até ${formatReais(to)}`;
  if (to === undefined) return `Salário a partir de ${formatReais(from)}`;
  return `Salário de ${formatReais(from)} a ${formatReais(to)}`;
}
