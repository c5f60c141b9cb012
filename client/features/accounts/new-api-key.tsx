import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import { Button } from '../../components/button.tsx';
import {
  ConfirmWithPassword,
  isAboutProof,
  unlessOfForm,
} from '../../components/confirm-with-password.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Select } from '../../components/select.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';
import { createApiKey } from './api-keys-options.ts';

const terms = [
  { value: '90', label: '90 dias' },
  { value: '180', label: '6 meses' },
  { value: '365', label: '1 ano' },
  { value: '730', label: '2 anos' },
];

/** Creates an API key and shows it once; it cannot be read afterwards. */
export function NewApiKey({ companyId }: { companyId: string }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState('365');
  const [isConfirming, setConfirming] = useState(false);
  const creating = useMutation({
    mutationFn: (proof: Proof) => createApiKey(companyId, { name, days: Number(days), ...proof }),
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: ['api-keys', companyId] });
    },
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setConfirming(true);
  };
  return (
    <>
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <TextField
            label="Nome da chave"
            value={name}
            maxLength={80}
            autoComplete="off"
            placeholder="Painel do RH"
            onText={setName}
          />
        </div>
        <div className="w-32">
          <Select label="Vale por" value={days} options={terms} onValue={setDays} />
        </div>
        <Button type="submit" look="primary" disabled={creating.isPending}>
          {creating.isPending ? 'Criando...' : 'Criar chave'}
        </Button>
      </form>
      {isConfirming && (
        <ConfirmWithPassword
          title="Criar uma chave de acesso?"
          label="Confirmar"
          busyLabel="Criando..."
          act={(proof) => unlessOfForm(creating.mutateAsync(proof))}
          onClose={() => setConfirming(false)}
        >
          Com ela, um programa da empresa lê a API até o prazo ou até ser revogada.
        </ConfirmWithPassword>
      )}
      {creating.error && !isAboutProof(creating.error) && (
        <div className="mt-3">
          <Notice tone="danger" title={failureText(creating.error, 'Erro ao criar a chave')} />
        </div>
      )}
      {creating.data && (
        <div className="mt-3">
          <Notice
            tone="neutral"
            title="Copie a chave agora: ela não será mostrada de novo"
            actions={<CopyKey text={creating.data.key} />}
          >
            <code className="wrap-anywhere">{creating.data.key}</code>
          </Notice>
        </div>
      )}
    </>
  );
}

function CopyKey({ text }: { text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ title: 'Chave copiada' });
    } catch {
      showToast({ title: 'Selecione e copie a chave à mão' });
    }
  };
  return <Button onClick={() => void copy()}>Copiar</Button>;
}
