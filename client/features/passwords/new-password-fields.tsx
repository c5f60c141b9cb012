import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormPassword } from '../../components/form-fields.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import type { useStrengthCheck } from './use-strength-check.ts';

/** As the contracts call the two. */
export const newPasswordNames = { chosen: 'newPassword', again: 'confirmPassword' } as const;

/** A new password, what the server thinks of it, and the same once more. */
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
