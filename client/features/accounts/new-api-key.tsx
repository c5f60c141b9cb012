import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';
import { createApiKey } from './api-keys-options.ts';

const terms = [
  [90, '90 dias'],
  [180, '6 meses'],
  [365, '1 ano'],
  [730, '2 anos'],
] as const;

/** Makes a key and shows it the one time that it can be seen. */
export function NewApiKey({ companyId }: { companyId: string }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState(365);
  const [nameId, daysId] = [useId(), useId()];
  const creating = useMutation({
    mutationFn: () => createApiKey(companyId, { name, days }),
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: ['api-keys', companyId] });
    },
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <>
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <label htmlFor={nameId} className="text-dense">
            Nome da chave
          </label>
          <input
            id={nameId}
            value={name}
            maxLength={80}
            autoComplete="off"
            placeholder="Painel do RH"
            onChange={(event) => setName(event.target.value)}
            className="control w-full"
          />
        </div>
        <div>
          <label htmlFor={daysId} className="text-dense">
            Vale por
          </label>
          <select
            id={daysId}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
            className="control"
          >
            {terms.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" look="primary" disabled={creating.isPending}>
          {creating.isPending ? 'Criando...' : 'Criar chave'}
        </Button>
      </form>
      {creating.error && (
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
