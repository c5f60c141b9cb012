import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Globe from 'lucide-react/icons/globe';
import { useState, type ReactNode } from 'react';
import type { Proof } from '../../../shared/contracts/my-sessions.ts';
import {
  NewPublicLink,
  PublicLink,
  ReceiptLinks,
  type CreatePublicLink,
} from '../../../shared/contracts/public-links.ts';
import { formatCount, formatDate, formatMoment } from '../../../shared/words/format.ts';
import { Button, linkClass, loneLinkClass } from '../../components/button.tsx';
import { ConfirmWithPassword, isAboutProof, unlessOfForm } from '../../components/confirm.tsx';
import { ActFailure } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Select } from '../../components/select.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { send } from '../../lib/call.ts';
import { getOptions } from '../../lib/get-options.ts';
import { useCan } from '../../lib/session.ts';
import { CopyText } from '../../components/copy-text.tsx';

/** The links of a receipt that the user may manage. */
const linksOptions = (receiptId: string) =>
  getOptions(['receipt-links', receiptId], `/api/receipts/${receiptId}/links`, ReceiptLinks, {
    staleTime: 0,
  });

const usualDays = 30;
const lifetimes = [
  ['7', '7 dias'],
  ['30', '30 dias'],
  ['90', '90 dias'],
  ['365', '1 ano'],
] as const;

/**
 * Public links, which open the receipt without an account: creates them, counts their visits, and revokes them. A user
 * whose role no longer permits links still revokes earlier ones.
 */
export function PublicLinksPanel({ receiptId }: { receiptId: string }) {
  const mayMake = useCan('makeReports');
  const mayAllow = useCan('administer');
  const links = useQuery(linksOptions(receiptId));
  if (links.data === undefined) return null;
  const { isAllowed, canBeFramed, links: made } = links.data;
  const mayOffer = mayAllow || (isAllowed && mayMake);
  if (made.length === 0 && !mayOffer) return null;
  return (
    <div className="print:hidden">
      <Panel title="Link público">
        {isAllowed && mayMake && <LinkForm receiptId={receiptId} canBeFramed={canBeFramed} />}
        {!isAllowed && (
          <p className="max-w-prose text-muted">
            Links públicos não estão permitidos{made.length > 0 && ', e os que existem não abrem'}.
            {mayAllow && (
              <>
                {' '}
                <Link to="/admin/settings" search={{ aba: 'links' }} className={linkClass}>
                  Permitir em Configurações
                </Link>
              </>
            )}
          </p>
        )}
        {made.length > 0 && <MadeLinks receiptId={receiptId} links={made} />}
      </Panel>
    </div>
  );
}

/** Creates a public page of an answer's receipt, where links are allowed and the user may create them. */
export function PublicLinkOffer({ receiptId }: { receiptId: string }) {
  const mayAllow = useCan('administer');
  const links = useQuery({ ...linksOptions(receiptId), enabled: useCan('makeReports') });
  if (links.data === undefined) return null;
  const { isAllowed, canBeFramed } = links.data;
  if (isAllowed) {
    return (
      <NewLink
        receiptId={receiptId}
        days={usualDays}
        canBeFramed={canBeFramed}
        warning={`Por ${usualDays} dias, quem tiver o endereço lê esta resposta sem conta.`}
      >
        {(isCreating, create) => (
          <Button disabled={isCreating} onClick={create}>
            <Globe aria-hidden size={16} />
            Página pública
          </Button>
        )}
      </NewLink>
    );
  }
  return mayAllow ? (
    <Link to="/admin/settings" search={{ aba: 'links' }} className={loneLinkClass}>
      Permitir links públicos
    </Link>
  ) : null;
}

/** The button that creates a link, the confirmation that it needs, and the new link's addresses. */
function NewLink({
  receiptId,
  days,
  canBeFramed,
  warning,
  children,
}: {
  receiptId: string;
  days: number;
  canBeFramed: boolean;
  /** Who can then read what. */
  warning: string;
  children: (isCreating: boolean, create: () => void) => ReactNode;
}) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { mutateAsync, error, data, isPending } = useMutation({
    mutationFn: (proof: Proof) => {
      const request: CreatePublicLink = { days, ...proof };
      return send('POST', `/api/receipts/${receiptId}/links`, NewPublicLink, request);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: linksOptions(receiptId).queryKey }),
  });
  return (
    <>
      {children(isPending, () => setConfirming(true))}
      <div aria-live="polite" className="mt-3 basis-full empty:hidden">
        <ActFailure
          error={error && isAboutProof(error) ? null : error}
          fallback="Não foi possível criar o link"
        />
        {data && !isPending && <Addresses made={data} canBeFramed={canBeFramed} />}
      </div>
      {isConfirming && (
        <ConfirmWithPassword
          title="Criar um link público?"
          label="Confirmar"
          busyLabel="Criando..."
          act={(proof) => unlessOfForm(mutateAsync(proof))}
          onClose={() => setConfirming(false)}
        >
          {warning}
        </ConfirmWithPassword>
      )}
    </>
  );
}

function LinkForm({ receiptId, canBeFramed }: { receiptId: string; canBeFramed: boolean }) {
  const [days, setDays] = useState(String(usualDays));
  return (
    <>
      <p className="mb-3 max-w-prose text-muted">
        Quem tiver o endereço pode ler este recibo sem conta, até o prazo ou até você revogar. A
        página não mostra quem fez a pergunta e não aparece em buscadores.
      </p>
      <NewLink
        receiptId={receiptId}
        days={Number(days)}
        canBeFramed={canBeFramed}
        warning="Quem tiver o endereço lê este recibo sem conta."
      >
        {(isCreating, create) => (
          <div className="flex flex-wrap items-end gap-3">
            <div className="w-40">
              <Select label="Vale por" value={days} options={lifetimes} onValue={setDays} />
            </div>
            <Button disabled={isCreating} onClick={create}>
              {isCreating ? 'Criando...' : 'Criar link público'}
            </Button>
          </div>
        )}
      </NewLink>
    </>
  );
}

function Addresses({ made, canBeFramed }: { made: NewPublicLink; canBeFramed: boolean }) {
  const { address, embedAddress, link } = made;
  const card = `<iframe src="${embedAddress}" title="Salários, CAGED Analytics" width="420" height="300" style="border:0"></iframe>`;
  return (
    <Notice tone="neutral" title="Copie agora: o endereço não será mostrado de novo">
      <p className="font-mono text-dense wrap-anywhere">{address}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <CopyText
          label="Copiar o endereço público"
          text={address}
          copied={{ title: 'Endereço copiado.' }}
        />
        {canBeFramed && (
          <CopyText
            label="Copiar o código do cartão"
            text={card}
            copied={{
              title: 'Copiado.',
              description: 'É um cartão para uma página dos sites permitidos.',
            }}
          />
        )}
      </p>
      <p className="mt-2 text-dense text-muted">Vale até {formatDate(link.expiresAt)}.</p>
    </Notice>
  );
}

function stateOf(link: PublicLink): string {
  if (link.revokedAt !== null) return `revogado em ${formatDate(link.revokedAt)}`;
  return `${isOpen(link) ? 'vale até' : 'expirou em'} ${formatDate(link.expiresAt)}`;
}

const isOpen = ({ revokedAt, expiresAt }: PublicLink) =>
  revokedAt === null && Date.parse(expiresAt) > Date.now();

const columnsWith = (
  isRevoking: boolean,
  revoke: (id: string) => void,
): readonly Column<PublicLink>[] => [
  { header: 'Criado em', isRowHeader: true, cell: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Por', cell: ({ createdBy }) => createdBy },
  { header: 'Situação', cell: stateOf },
  { header: 'Aberturas', align: 'right', cell: ({ openings }) => formatCount(openings) },
  {
    header: 'Última abertura',
    cell: ({ lastOpenedAt }) => (lastOpenedAt === null ? '—' : formatMoment(lastOpenedAt)),
  },
  {
    header: 'Ações',
    isActs: true,
    cell: (link) =>
      isOpen(link) && (
        <Button
          aria-label={`Revogar o link criado em ${formatMoment(link.createdAt)}`}
          disabled={isRevoking}
          onClick={() => revoke(link.id)}
        >
          Revogar
        </Button>
      ),
  },
];

function MadeLinks({ receiptId, links }: { receiptId: string; links: readonly PublicLink[] }) {
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: (id: string) => send('POST', `/api/public-links/${id}/revoke`, PublicLink),
    onSuccess: () => client.invalidateQueries({ queryKey: linksOptions(receiptId).queryKey }),
  });
  return (
    <div className="mt-4">
      <StackingTable
        caption="Links públicos deste recibo"
        columns={columnsWith(revoking.isPending, revoking.mutate)}
        rows={links}
        rowKey={({ id }) => id}
      />
      <ActFailure error={revoking.error} fallback="Não foi possível revogar" />
    </div>
  );
}
