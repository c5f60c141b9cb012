import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { roles } from '../../../shared/codes/roles.ts';
import { CreateUser } from '../../../shared/contracts/users.ts';
import { FormSelect, FormText } from '../../components/form-fields.tsx';
import { CompanyField, type NamedCompany } from './company-field.tsx';

const roleOptions = Object.entries(roles);

/** The fields that creating and editing a user share. */
export const SharedFields = CreateUser.pick({
  firstName: true,
  lastName: true,
  email: true,
  role: true,
  companyId: true,
});

/** The controls of the shared fields. `company` is the user's, or one created while the form was open. */
export function UserFields({ company }: { company: NamedCompany | undefined }) {
  const { control } = useFormContext<z.input<typeof SharedFields>>();
  return (
    <>
      <FormText control={control} name="firstName" label="Nome" required maxLength={80} />
      <FormText control={control} name="lastName" label="Sobrenome" required maxLength={80} />
      <FormText
        control={control}
        name="email"
        label="E-mail"
        type="email"
        required
        autoComplete="off"
      />
      <FormSelect control={control} name="role" label="Papel" options={roleOptions} />
      <CompanyField given={company} />
    </>
  );
}
