import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { roles } from '../../../shared/codes/roles.ts';
import { FormSelect, FormText } from '../../components/form-fields.tsx';
import { CompanyField, type NamedCompany } from './company-field.tsx';

const roleOptions = Object.entries(roles).map(([value, label]) => ({ value, label }));

type Named<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  names: {
    firstName: FieldPath<Values>;
    lastName: FieldPath<Values>;
    email: FieldPath<Values>;
    role: FieldPath<Values>;
    companyId: FieldPath<Values>;
  };
  /** The user's company, or one that was created while the form was open. */
  company: NamedCompany | undefined;
};

export const userFieldNames = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  role: 'role',
  companyId: 'companyId',
} as const;

/** The fields that creating and editing a user share. */
export function UserFields<Values extends FieldValues, Output>({
  control,
  names,
  company,
}: Named<Values, Output>) {
  return (
    <>
      <FormText control={control} name={names.firstName} label="Nome" required maxLength={80} />
      <FormText control={control} name={names.lastName} label="Sobrenome" required maxLength={80} />
      <FormText
        control={control}
        name={names.email}
        label="E-mail"
        type="email"
        required
        autoComplete="off"
      />
      <FormSelect control={control} name={names.role} label="Papel" options={roleOptions} />
      <CompanyField control={control} name={names.companyId} given={company} />
    </>
  );
}
