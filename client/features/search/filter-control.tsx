import type { ReactNode } from 'react';
import {
  fieldsOf,
  filters as catalogue,
  type FilterName,
} from '../../../shared/filters/catalogue.ts';
import type { ChoiceControl, FormControl } from '../../../shared/filters/filter.ts';
import { optionsWithAll, Select } from '../../components/select.tsx';
import { AmountFields } from './amount-fields.tsx';
import { contradictionOf } from './contradiction.ts';
import { PeriodFields } from './period-fields.tsx';
import { MunicipalitiesField, RegionField, StateField } from './place-fields.tsx';
import { notChosen, type SearchForm } from './search-form.ts';
import { SubclassesField } from './subclasses-field.tsx';
import type { SearchFormState } from './use-search-form.ts';

/** Draws the control that the catalogue names for a filter; nothing for the filters of the main field. */
export function FilterControl({ name, state }: { name: FilterName; state: SearchFormState }) {
  const control = catalogue[name].form?.control;
  const [field] = fieldsOf(name);
  if (control === undefined || field === undefined) return null;
  return drawn(control, field, state);
}

type Control<Kind> = Extract<FormControl, { readonly kind: Kind }>;

const drawings: {
  readonly [Kind in FormControl['kind']]: (
    control: Control<Kind>,
    field: string,
    state: SearchFormState,
  ) => ReactNode;
} = {
  choice: (control, field, { form, change }) => (
    <Choice control={control} field={field} form={form} onChange={change} />
  ),
  contract: (control, field, { form, change }) => (
    <Choice
      control={{ ...control, kind: 'choice' }}
      field={field}
      form={form}
      onChange={change}
      hint={contradictionOf(form)?.sentence}
    />
  ),
  region: (_control, _field, { form, change }) => <RegionField form={form} onChange={change} />,
  state: (_control, _field, { form, change }) => <StateField form={form} onChange={change} />,
  municipalities: (_control, _field, { form, change }) => (
    <MunicipalitiesField form={form} onChange={change} />
  ),
  amounts: (_control, _field, { form, errors, change }) => (
    <AmountFields form={form} errors={errors} onChange={change} />
  ),
  months: (_control, _field, { form, errors, months, change }) => (
    <PeriodFields form={form} errors={errors} months={months} onChange={change} />
  ),
  subclasses: (_control, _field, { form, change }) => (
    <SubclassesField form={form} onChange={change} />
  ),
};

function drawn<Kind extends FormControl['kind']>(
  control: Control<Kind> & { readonly kind: Kind },
  field: string,
  state: SearchFormState,
): ReactNode {
  return drawings[control.kind](control, field, state);
}

/** A list with one chosen value. */
function Choice({
  control: { label, none, options, hint: told, empties = [] },
  field,
  form,
  onChange,
  hint,
}: {
  control: ChoiceControl;
  field: string;
  form: SearchForm;
  onChange: (change: Partial<SearchForm>) => void;
  /** Shown instead of the catalogue's hint. */
  hint?: string | undefined;
}) {
  const held = new Map<string, unknown>(Object.entries(form)).get(field);
  const value = typeof held === 'string' ? held : notChosen;
  return (
    <Select
      label={label}
      value={value}
      options={
        none === null
          ? options.map(([code, text]) => ({ value: code, label: text }))
          : optionsWithAll(none, options)
      }
      hint={hint ?? (typeof told === 'string' ? told : told?.[value])}
      onValue={(chosen) =>
        onChange(Object.assign({ [field]: chosen }, ...empties.map((list) => ({ [list]: [] }))))
      }
    />
  );
}
