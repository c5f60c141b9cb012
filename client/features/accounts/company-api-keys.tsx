import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiKey } from '../../../shared/contracts/api-keys.ts';
import type { Company } from '../../../shared/contracts/companies.ts';
import { formatMoment } from '../../../shared/words/format.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { linkClass } from '../../components/link-class.ts';
import { Notice } from '../../components/notice.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';
import { apiKeysOptions, revokeApiKey } from './api-keys-options.ts';
import { NewApiKey } from './new-api-key.tsx';

/** The API keys of a company's programs. */
export function CompanyApiKeys({ company, onClose }: { company: Company; onClose: () => void }) {
  const keys = useQuery(apiKeysOptions(company.id));
  return (
    <Sheet title="Chaves de acesso" side="wide" isOpen onOpen={onClose}>
      <p className="mb-4">
        Com uma chave, um programa de <strong className="font-semibold">{company.name}</strong> lê a
        API: pesquisa, compara e confere recibos, e nada altera. O que ela responde está em{' '}
        <Link to="/docs/api" className={linkClass}>
          API para programas
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
  const [isAsking, setAsking] = useState(false);
  const revoking = useMutation({
    mutationFn: () => revokeApiKey(apiKey.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['api-keys', apiKey.companyId] });
      showToast({ title: 'Chave revogada', description: apiKey.name });
    },
  });
  const [now] = useState(() => new Date());
  const standing = standingOf(apiKey, now);
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
        {standing.isOpen &&
          (isAsking ? (
            <div className="flex flex-wrap gap-2">
              <Button
                look="primary"
                disabled={revoking.isPending}
                onClick={() => revoking.mutate()}
              >
                {revoking.isPending ? 'Revogando...' : 'Revogar agora'}
              </Button>
              <Button onClick={() => setAsking(false)}>Cancelar</Button>
            </div>
          ) : (
            <Button onClick={() => setAsking(true)}>
              Revogar<span className="sr-only">: {apiKey.name}</span>
            </Button>
          ))}
      </div>
      {isAsking && standing.isOpen && (
        <p className="mt-2 text-dense">
          O programa que usa esta chave deixa de ler na mesma hora. Não há como desfazer.
        </p>
      )}
      {revoking.error && (
        <Notice tone="danger" title={failureText(revoking.error, 'Não foi possível revogar')} />
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
