import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormPassword } from '../../components/form-fields.tsx';
import type { useStrengthCheck } from './use-strength-check.ts';
import type { PasswordStrength, StrengthLevel } from '../../../shared/contracts/passwords.ts';

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

type Colour = { text: string; bar: string };

const red: Colour = { text: 'text-strength-red', bar: 'bg-strength-red' };
const orange: Colour = { text: 'text-strength-orange', bar: 'bg-strength-orange' };
const yellow: Colour = { text: 'text-strength-yellow', bar: 'bg-strength-yellow' };
const blue: Colour = { text: 'text-strength-blue', bar: 'bg-strength-blue' };
const green: Colour = { text: 'text-strength-green', bar: 'bg-strength-green' };

const colourOfLevel: Readonly<Record<StrengthLevel, Colour>> = {
  'Muito Fraca': red,
  Fraca: orange,
  Média: yellow,
  Forte: blue,
  'Muito Forte': green,
};

function colourOfStrength(strength: number): Colour {
  if (strength < 30) return red;
  if (strength < 50) return orange;
  if (strength < 70) return yellow;
  return strength < 90 ? blue : green;
}

/** The strength of a password, the rules it still fails and how to improve it. */
function StrengthMeter({ strength }: { strength: PasswordStrength | undefined }) {
  if (strength === undefined) return null;
  const { level, errors, feedback } = strength;
  return (
    <div className="flex flex-col gap-2 text-dense">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted">Força da senha</span>
        <output className={`font-medium ${colourOfLevel[level].text}`}>{level}</output>
      </div>
      <meter
        aria-label="Força da senha"
        min={0}
        max={100}
        value={strength.strength}
        className="sr-only"
      >
        {level}
      </meter>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={`h-full rounded-full transition-[width] ${colourOfStrength(strength.strength).bar}`}
          style={{ width: `${Math.max(2, strength.strength)}%` }}
        />
      </div>
      {errors.length > 0 && <Sentences label="O que falta" sentences={errors} tone="text-danger" />}
      {feedback.length > 0 && (
        <Sentences label="Como melhorar" sentences={feedback} tone="text-muted" />
      )}
    </div>
  );
}

function Sentences({
  label,
  sentences,
  tone,
}: {
  label: string;
  sentences: readonly string[];
  tone: string;
}) {
  return (
    <ul aria-label={label} className={`flex list-disc flex-col gap-0.5 pl-4 ${tone}`}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const tips = [
  'Prefira uma frase curta que só você conhece a uma palavra com símbolos.',
  'Misture maiúsculas, minúsculas, números e um caractere especial.',
  'Não use o seu nome, datas, nem a senha de outro sistema.',
  'Guarde a senha em um gerenciador e não compartilhe com ninguém.',
];

export function PasswordTips() {
  return (
    <section aria-labelledby="dicas" className="rounded-card bg-sunken p-4 text-dense">
      <h2 id="dicas" className="mb-2 font-medium">
        Dicas de segurança
      </h2>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-muted">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}
