import type { ComponentProps } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { TextField } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { Select } from './select.tsx';
import { showToast } from './toast.ts';
import { failedField, failureText, gatewaySentence } from '../lib/call.ts';

/** The controls of a react-hook-form, which gives each its value, its error and the focus after a failed validation. */

type OfForm<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
};

type Without<Props, Given extends PropertyKey> = Omit<
  Props,
  Given | 'name' | 'value' | 'error' | 'ref' | 'onBlur'
>;

export function FormText<Values extends FieldValues, Output>(
  props: OfForm<Values, Output> & Without<ComponentProps<typeof TextField>, 'onText'>,
) {
  return <TextField {...useTyped(props)} />;
}

export function FormPassword<Values extends FieldValues, Output>(
  props: OfForm<Values, Output> & Without<ComponentProps<typeof PasswordField>, 'onText'>,
) {
  return <PasswordField {...useTyped(props)} />;
}

export function FormSelect<Values extends FieldValues, Output>({
  control,
  name,
  ...rest
}: OfForm<Values, Output> & Without<ComponentProps<typeof Select>, 'onValue'>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Select
      {...rest}
      value={typeof field.value === 'string' ? field.value : ''}
      error={fieldState.error?.message}
      onValue={field.onChange}
    />
  );
}

/** The props of a typed control that come from the form, combined with its other props. */
function useTyped<Values extends FieldValues, Output, Props>({
  control,
  name,
  ...rest
}: OfForm<Values, Output> & Props) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  return {
    ...rest,
    name: field.name,
    ref: field.ref,
    onBlur: field.onBlur,
    value: typeof value === 'string' ? value : '',
    error: fieldState.error?.message,
    onText: field.onChange,
  };
}

/** Shows a failed submission in a toast, and at the field that the server names; `fallback` is for a lacking reason. */
export function showFormFailure<Name extends string>(
  error: Error,
  title: string,
  names: readonly Name[],
  setError: (name: Name, error: { message: string }, focus: { shouldFocus: boolean }) => void,
  fallback = gatewaySentence(error) ?? title,
): void {
  const message = failureText(error, fallback);
  const field = failedField(error, names);
  if (field) setError(field, { message }, { shouldFocus: true });
  showToast({ tone: 'danger', title, description: message });
}

/** Shows the first problem of an invalid form, in the order of its fields, in a toast. */
export function showFirstProblem<Name extends string>(
  title: string,
  names: readonly Name[],
  errors: { readonly [Field in Name]?: { readonly message?: string } },
): void {
  const description = names.map((name) => errors[name]?.message).find((message) => message);
  if (description !== undefined) showToast({ tone: 'danger', title, description });
}
