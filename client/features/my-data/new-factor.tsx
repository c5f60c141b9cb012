import { useMutation } from '@tanstack/react-query';
import { useMemo, useState, type SyntheticEvent } from 'react';
import { encode } from 'uqr';
import type { NewSecondFactor } from '../../../shared/contracts/second-factor.ts';
import { TextField } from '../../components/field.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { failureText } from '../../lib/failure-text.ts';
import { confirmSecondFactor } from './my-data-options.ts';

/** The secret for an authenticator app, as a QR code and as text, and a field for the first code. */
export function NewFactor({
  begun: { secret, uri },
  onConfirmed,
  onCancel,
}: {
  begun: NewSecondFactor;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const confirmation = useMutation({
    mutationFn: confirmSecondFactor,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirmation.mutate(code);
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <p className="max-w-prose">
        Leia a imagem com o aplicativo de códigos, ou digite nele a chave abaixo. Depois informe o
        código de 6 números que ele mostrar.
      </p>
      <QrCode text={uri} />
      <p className="text-dense">
        Chave:{' '}
        <code className="wrap-anywhere select-all">{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <TextField
        label="Código do aplicativo"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onText={(text) => {
          setCode(text);
          confirmation.reset();
        }}
        error={
          confirmation.error
            ? failureText(confirmation.error, 'Tente de novo em instantes.')
            : undefined
        }
      />
      <FormActions
        label="Confirmar"
        busyLabel="Confirmando..."
        isBusy={confirmation.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}

const quietZone = 4;

/** Dark on white in every theme: cameras read other combinations poorly. */
function QrCode({ text }: { text: string }) {
  const { data, size } = useMemo(() => encode(text, { border: quietZone }), [text]);
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-card"
    >
      <title>Código QR para o aplicativo de códigos</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
