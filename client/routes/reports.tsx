import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { can } from '../../shared/contracts/acts.ts';
import type { Role } from '../../shared/codes/roles.ts';
import { Report } from '../../shared/contracts/reports.ts';
import { linkClass } from '../components/button.tsx';
import { ConfirmAct } from '../components/confirm.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { LiveNote } from '../components/upload-status.tsx';
import { Page } from '../components/page.tsx';
import { showFailure, showToast } from '../components/toast.ts';
import {
  refreshReports,
  reportsOptions,
  useLiveReports,
} from '../features/reports/reports-options.ts';
import { reportColumns } from '../features/reports/reports-table.tsx';
import { send } from '../lib/call.ts';
import { useListUrl } from '../lib/list-url.ts';
import { useCurrentUser } from '../lib/session.ts';

function leadFor(role: Role | undefined): string {
  if (can(role, 'handleAllReports')) {
    return 'Relatórios de todos os usuários, disponíveis até a data de expiração.';
  }
  return can(role, 'makeReports')
    ? 'Seus relatórios e os da sua empresa, disponíveis até a data de expiração.'
    : 'Relatórios da sua empresa. Seu papel permite baixar os PDFs. Não permite gerar relatórios nem baixar Excel e CSV, que têm todos os registros.';
}

/** Answers as documents: in progress, ready, and expired. */
export default function ReportsPage() {
  const client = useQueryClient();
  const role = useCurrentUser()?.role;
  const canMake = can(role, 'makeReports');
  const { page } = useListUrl();
  const [deleted, setDeleted] = useState<Report>();
  const live = useLiveReports();
  const reports = useQuery(reportsOptions(page, live));
  const isMaking = reports.data?.rows.some(({ status }) => status === 'GENERATING') ?? false;
  const retry = useMutation({
    mutationFn: ({ id }: Report) => send('POST', `/api/reports/${id}/retry`, Report),
    // The response may arrive after a live update that is newer, so the list is fetched.
    onSuccess: () => refreshReports(client),
    onError: (error) =>
      showFailure(error, 'Não foi possível gerar de novo', 'Tente de novo em instantes.'),
  });
  const remove = async ({ id, name }: Report) => {
    await send('DELETE', `/api/reports/${id}`, z.undefined());
    showToast({ title: 'Relatório excluído', description: name });
    await refreshReports(client);
  };
  return (
    <Page title="Relatórios" lead={leadFor(role)} actions={isMaking && <LiveNote state={live} />}>
      <ListPanel
        label="Relatórios"
        query={reports}
        emptyText={
          canMake ? (
            <>
              Nenhum relatório ainda.{' '}
              <Link to="/dashboard" className={linkClass}>
                Faça uma pesquisa
              </Link>{' '}
              e use “Compartilhar”.
            </>
          ) : (
            'A sua empresa ainda não gerou nenhum relatório. Os que os seus colegas gerarem aparecem aqui.'
          )
        }
        failureTitle="Erro ao carregar os relatórios"
        columns={reportColumns({
          isRetrying: retry.isPending,
          onRetry: retry.mutate,
          onDelete: setDeleted,
        })}
        rowKey={({ id }) => id}
      />
      {deleted && (
        <ConfirmAct
          title="Excluir relatório?"
          label="Excluir"
          act={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        >
          “{deleted.name}” e o arquivo são excluídos para todos que têm acesso. Não é possível
          desfazer.
        </ConfirmAct>
      )}
    </Page>
  );
}
