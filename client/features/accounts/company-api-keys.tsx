import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { z } from 'zod';
import { ApiKey, CreateApiKey, CreatedApiKey } from '../../../shared/contracts/api-keys.ts';
import type { Company } from '../../../shared/contracts/companies.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button, linkClass } from '../../components/button.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText, send } from '../../lib/call.ts';
import { getOptions } from '../../lib/get-options.ts';
import { focusFirstInvalid } from '../../lib/hooks.ts';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import {
  ConfirmAct,
  ConfirmWithPassword,
  isAboutProof,
  unlessOfForm,
} from '../../components/confirm.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';

const apiKeysOf = (companyId: string) =>
  getOptions(
    ['api-keys', companyId],
    `/api/admin/companies/${companyId}/api-keys`,
    z.array(ApiKey),
  );

export function CompanyApiKeys({ company, onClose }: { company: Company; onClose: () => void }) {
  const keys = useQuery(apiKeysOf(company.id));
  return (
    <Sheet title="Chaves de acesso" side="wide" isOpen onOpen={onClose}>
      <p className="mb-4">
        Com uma chave, um programa de <strong className="font-semibold">{company.name}</strong> pode
        usar a API para pesquisar, comparar e conferir recibos, sem alterar dados. Veja as consultas
        disponíveis em{' '}
        <Link to="/docs/api" className={linkClass}>
          API
        </Link>
        .
      </p>
      <NewApiKey companyId={company.id} />
      <h3 className="mt-6 mb-2 font-semibold">Chaves desta empresa</h3>
      <AsyncPanel query={keys} skeleton={<Skeleton className="h-24" />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">Nenhuma chave foi criada.</p>
          ) : (
            <ul className="flex flex-col">
              {rows.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </ul>
          )
        }
      </AsyncPanel>
    </Sheet>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [now] = useState(() => new Date());
  const standing = standingOf(apiKey, now);
  const revoke = async () => {
    await send('POST', `/api/admin/api-keys/${apiKey.id}/revoke`, ApiKey);
    await client.invalidateQueries({ queryKey: apiKeysOf(apiKey.companyId).queryKey });
    showToast({ title: 'Chave revogada', description: apiKey.name });
  };
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{apiKey.name}</p>
        <p className="text-dense text-muted">
          <code>{apiKey.prefix}…</code> · {standing.text}
        </p>
        <p className="text-dense text-muted">
          {apiKey.lastUsedAt === null
            ? 'Ainda não foi usada'
            : `Último uso em ${formatMoment(apiKey.lastUsedAt)}`}
        </p>
      </div>
      {standing.isOpen && (
        <Button onClick={() => setConfirming(true)}>
          Revogar<span className="sr-only">: {apiKey.name}</span>
        </Button>
      )}
      {isConfirming && (
        <ConfirmAct
          title="Revogar esta chave?"
          label="Revogar agora"
          busyLabel="Revogando..."
          failureTitle="Não foi possível revogar"
          act={revoke}
          onClose={() => setConfirming(false)}
        >
          O programa que usa a chave “{apiKey.name}” perde o acesso na hora. Não é possível
          desfazer.
        </ConfirmAct>
      )}
    </li>
  );
}

function standingOf({ revokedAt, expiresAt }: ApiKey, now: Date) {
  if (revokedAt !== null) return { isOpen: false, text: `revogada em ${formatMoment(revokedAt)}` };
  return Date.parse(expiresAt) <= now.getTime()
    ? { isOpen: false, text: `venceu em ${formatMoment(expiresAt)}` }
    : { isOpen: true, text: `vale até ${formatMoment(expiresAt)}` };
}

const terms = [
  ['90', '90 dias'],
  ['180', '6 meses'],
  ['365', '1 ano'],
  ['730', '2 anos'],
] as const;

/** Creates an API key and shows it once; it cannot be read afterwards. */
function NewApiKey({ companyId }: { companyId: string }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [days, setDays] = useState('365');
  const [isConfirming, setConfirming] = useState(false);
  const creating = useMutation({
    mutationFn: (proof: Proof) => {
      const request: CreateApiKey = { name, days: Number(days), ...proof };
      return send('POST', `/api/admin/companies/${companyId}/api-keys`, CreatedApiKey, request);
    },
    onSuccess: async () => {
      setName('');
      await client.invalidateQueries({ queryKey: apiKeysOf(companyId).queryKey });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = CreateApiKey.shape.name.safeParse(name);
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) setConfirming(true);
    else focusFirstInvalid(event.currentTarget);
  };
  return (
    <>
      <form noValidate onSubmit={handleSubmit} className="flex flex-wrap gap-3">
        <div className="min-w-0 grow">
          <TextField
            label="Nome da chave"
            value={name}
            maxLength={80}
            autoComplete="off"
            placeholder="Painel do RH"
            error={problem}
            onText={setName}
          />
        </div>
        <div className="w-32">
          <Select label="Vale por" value={days} options={terms} onValue={setDays} />
        </div>
        <div className="basis-full">
          <Button type="submit" look="primary" disabled={creating.isPending}>
            {creating.isPending ? 'Criando...' : 'Criar chave'}
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmWithPassword
          title="Criar uma chave de acesso?"
          label="Confirmar"
          busyLabel="Criando..."
          act={(proof) => unlessOfForm(creating.mutateAsync(proof))}
          onClose={() => setConfirming(false)}
        >
          Com a chave, um programa da empresa lê a API até o prazo terminar ou você revogá-la.
        </ConfirmWithPassword>
      )}
      {creating.error && !isAboutProof(creating.error) && (
        <Notice
          tone="danger"
          className="mt-3"
          title={failureText(creating.error, 'Erro ao criar a chave')}
        />
      )}
      {creating.data && (
        <Notice
          tone="neutral"
          className="mt-3"
          title="Copie a chave agora: ela não será mostrada de novo"
          actions={<CopyText text={creating.data.key} copied={{ title: 'Chave copiada' }} />}
        >
          <code className="wrap-anywhere">{creating.data.key}</code>
        </Notice>
      )}
    </>
  );
}
