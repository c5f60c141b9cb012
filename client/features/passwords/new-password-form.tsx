import { zodResolver } from '@hookform/resolvers/zod';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import type { PasswordStrength, StrengthLevel } from '../../../shared/contracts/passwords.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { Button } from '../../components/button.tsx';
import { FormPassword, showFormFailure } from '../../components/form-fields.tsx';
import { Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { passwordObstacle, strengthOptions } from './strength-check.ts';

/** What a form that sets a password sends; each call requires its own part. */
export type Passwords = {
  currentPassword?: string;
  /** Of a mailed link. */
  token?: string;
  newPassword: string;
  confirmPassword: string;
};

const fieldNames = ['currentPassword', 'token', 'newPassword', 'confirmPassword'] as const;

const showRefusal = (description: string) =>
  showToast({ tone: 'danger', title: 'Senha inválida', description });

const unchecked =
  'Não foi possível verificar a força da senha. Confira a sua conexão e envie de novo em instantes; o que você preencheu continua aqui.';

/**
 * A form that sets a new password: the fields before it, the password with its strength according to the server, and the
 * confirmation. It sends the passwords only after the server's check accepts the new one.
 */
export function NewPasswordForm({
  schema,
  path,
  initial,
  texts,
  buttonClass,
  onDone,
  children,
}: {
  schema: z.ZodType<Passwords, Passwords>;
  path: string;
  initial: Passwords;
  texts: {
    label: string;
    busyLabel: string;
    success: { title: string; description: string };
    failure: string;
    /** Shown instead of sending a password that the check rejects. */
    refused: string;
  };
  buttonClass: string;
  onDone?: () => void;
  children?: (control: Control<Passwords>) => ReactNode;
}) {
  const { control, formState, handleSubmit, reset, setError } = useForm({
    resolver: zodResolver(schema),
    defaultValues: initial,
  });
  const password = useWatch({ control, name: 'newPassword' });
  const client = useQueryClient();
  // Checked on each change; the previous check is cancelled.
  const strength = useQuery({
    ...strengthOptions(password, initial.token),
    placeholderData: keepPreviousData,
  }).data;
  const change = useMutation({
    mutationFn: (passwords: Passwords) => send('POST', path, Done, passwords),
    onSuccess: () => {
      reset(initial);
      showToast(texts.success);
      onDone?.();
    },
    onError: (error) => showFormFailure(error, 'Erro', fieldNames, setError, texts.failure),
  });
  const submit = handleSubmit(
    async (passwords) => {
      const reason = await passwordObstacle(client, passwords.newPassword, initial.token);
      if (reason === undefined) change.mutate(passwords);
      else showRefusal(reason === 'refused' ? texts.refused : unchecked);
    },
    (errors) => {
      if (errors.newPassword !== undefined || strength?.isValid === false)
        showRefusal(texts.refused);
    },
  );
  const tokenError = formState.errors.token?.message;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {tokenError !== undefined && <Notice tone="danger" title={tokenError} />}
      {initial.token !== undefined && <input type="hidden" name="token" value={initial.token} />}
      {children?.(control)}
      <FormPassword
        control={control}
        name="newPassword"
        label="Nova senha"
        autoComplete="new-password"
        required
      />
      {strength && <StrengthMeter strength={strength} />}
      <FormPassword
        control={control}
        name="confirmPassword"
        label="Confirmar nova senha"
        autoComplete="new-password"
        required
      />
      <Button
        type="submit"
        look="primary"
        disabled={formState.isSubmitting || change.isPending || tokenError !== undefined}
        className={`mt-2 ${buttonClass}`}
      >
        {change.isPending ? texts.busyLabel : texts.label}
      </Button>
    </form>
  );
}

const colours: Readonly<Record<StrengthLevel, { text: string; bar: string }>> = {
  'Muito Fraca': { text: 'text-strength-red', bar: 'bg-strength-red' },
  Fraca: { text: 'text-strength-orange', bar: 'bg-strength-orange' },
  Média: { text: 'text-strength-yellow', bar: 'bg-strength-yellow' },
  Forte: { text: 'text-strength-blue', bar: 'bg-strength-blue' },
  'Muito Forte': { text: 'text-strength-green', bar: 'bg-strength-green' },
};

/** The strength of a password, the rules it still fails and how to improve it. */
function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  const { level, errors, feedback } = strength;
  return (
    <div className="flex flex-col gap-2 text-dense">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted">Força da senha</span>
        <output className={`font-medium ${colours[level].text}`}>{level}</output>
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
          className={`h-full rounded-full transition-[width] ${colours[level].bar}`}
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
