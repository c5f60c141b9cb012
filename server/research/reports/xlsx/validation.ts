import { xmlText } from './cells.ts';

/** The validation of a numeric input cell, with its prompt and error texts. */
export interface NumberValidation {
  /** A range of cells, such as "B7:D7". */
  readonly cells: string;
  readonly from: number;
  readonly to: number;
  readonly promptTitle: string;
  readonly prompt: string;
  readonly error: string;
}

/** Adds validations, which the library cannot write, to a sheet's XML. */
export function withValidations(xml: string, validations: readonly NumberValidation[]): string {
  if (validations.length === 0) return xml;
  const all = validations.map(validationXml).join('');
  const place = /<hyperlinks>|<printOptions|<pageMargins/;
  if (!place.test(xml)) throw new Error('The workbook library wrote a sheet of another shape.');
  return xml.replace(
    place,
    (next) => `<dataValidations count="${validations.length}">${all}</dataValidations>${next}`,
  );
}

function validationXml({ cells, from, to, promptTitle, prompt, error }: NumberValidation): string {
  return `<dataValidation type="decimal" operator="between" allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="Valor fora da faixa" error="${xmlText(error)}" promptTitle="${xmlText(promptTitle)}" prompt="${xmlText(prompt)}" sqref="${cells}"><formula1>${from}</formula1><formula2>${to}</formula2></dataValidation>`;
}
