import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormPassword } from '../../components/form-fields.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import type { useStrengthCheck } from './use-strength-check.ts';

/** The names of the two fields in the contracts. */
export const newPasswordNames = { chosen: 'newPassword', again: 'confirmPassword' } as const;

/** A new password, its strength according to the server, and the confirmation. */
export function NewPasswordFields<Values extends FieldValues, Output>({
  control,
  names,
  strengthCheck,
}: {
  control: Control<Values, unknown, Output>;
  names: { chosen: FieldPath<Values>; again: FieldPath<Values> };
  strengthCheck: Pick<ReturnType<typeof useStrengthCheck>, 'strength' | 'check'>;
}) {
  return (
    <>
      <FormPassword
        control={control}
        name={names.chosen}
        label="Nova senha"
        autoComplete="new-password"
        required
        onTyped={strengthCheck.check}
      />
      <StrengthMeter strength={strengthCheck.strength} />
      <FormPassword
        control={control}
        name={names.again}
        label="Confirmar nova senha"
        autoComplete="new-password"
        required
      />
    </>
  );
}
