import { useMutation } from '@tanstack/react-query';
import { Upload } from 'tus-js-client';
import { roles, type Role } from '../../../shared/codes/roles.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { CallError, failureText, get } from '../../lib/call.ts';
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatMonth,
} from '../../../shared/words/format.ts';
import { resumablePath } from '../../../shared/contracts/resumable.ts';
import { callErrorOf, discardUpload } from './resumable-calls.ts';
import { UploadsCheck } from '../../../shared/contracts/overview.ts';
import { StackingTable } from '../../components/stacking-table.tsx';
import { UploadStatusBadge } from '../../components/upload-status.tsx';
import type { Column } from '../../components/table.tsx';

/** Shows whether the user may send files, and tests whether a file arrives. */
export function TestPanel({ role }: { role: Role }) {
  const test = useMutation({ mutationFn: testSending });
  return (
    <Panel title="Teste de upload">
      <p className="mb-3 max-w-prose text-muted">
        Envia um arquivo de teste de 1 KB e o apaga em seguida: nenhum dado muda.
      </p>
      <Button look="primary" disabled={test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? 'Testando...' : 'Testar upload'}
      </Button>
      <div className="mt-4 empty:hidden">
        {test.isSuccess && (
          <Notice tone="neutral" title="Upload funcionando">
            {formatBytes(test.data.bytes)} enviados e apagados em{' '}
            {formatMilliseconds(test.data.milliseconds)}. Você pode enviar arquivos.
          </Notice>
        )}
        {test.isError && <TestFailure error={test.error} role={role} />}
      </div>
    </Panel>
  );
}

/** Why the test failed, and the server's code beside its own sentence; a gateway's sentence names its code. */
export function TestFailure({ error, role }: { error: Error; role: Role }) {
  if (error instanceof CallError && error.status === 403) {
    return (
      <Notice tone="danger" title="Problema de permissão (403)">
        O servidor não deixa este usuário enviar arquivos: o papel {roles[role]} não tem essa
        permissão. Peça a um administrador que envie os arquivos ou que mude o seu papel.
      </Notice>
    );
  }
  const isFromServer = error instanceof CallError && error.code !== undefined;
  return (
    <Notice tone="danger" title={`❌ Erro: ${failureText(error, 'Erro no upload')}`}>
      {isFromServer ? `O servidor respondeu com o código ${error.status}.` : undefined}
    </Notice>
  );
}

const text = 'Arquivo de teste do diagnóstico de envio: é apagado em seguida.\n'.repeat(16);

/** Sends a small file through the same protocol as real ones, and deletes it before the server processes it. */
async function testSending() {
  const file = new File([text], 'teste-de-envio.txt', { type: 'text/plain' });
  const begunAt = performance.now();
  await discardUpload(await send(file));
  return { bytes: file.size, milliseconds: Math.round(performance.now() - begunAt) };
}

function send(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new Upload(file, {
    endpoint: resumablePath,
    metadata: { filename: file.name },
    retryDelays: null,
    storeFingerprintForResuming: false,
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => reject(callErrorOf(error)),
  });
  upload.start();
  return promise;
}

type CheckedUpload = UploadsCheck['uploads'][number];

/** Checks whether the database responds, and shows the uploads that it has. */
export function DatabasePanel() {
  const check = useMutation({ mutationFn: () => get('/api/uploads-check', UploadsCheck) });
  return (
    <Panel title="Banco de dados">
      <p className="mb-3 max-w-prose text-muted">
        Consulta os últimos 50 envios no banco de dados.
      </p>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? 'Verificando...' : 'Verificar banco de dados'}
      </Button>
      <div className="mt-4 flex flex-col gap-4 empty:hidden">
        {check.isSuccess && <Answer check={check.data} />}
        {check.isError && (
          <Notice
            tone="danger"
            title={`❌ Erro: ${failureText(check.error, 'Não foi possível verificar o banco de dados.')}`}
          />
        )}
      </div>
    </Panel>
  );
}

function Answer({ check: { message, uploads } }: { check: UploadsCheck }) {
  return (
    <>
      <Notice tone="neutral" title={message} />
      {uploads.length > 0 && (
        <StackingTable
          caption="Envios no banco de dados"
          columns={columns}
          rows={uploads}
          rowKey={({ id }) => id}
        />
      )}
    </>
  );
}

const columns: readonly Column<CheckedUpload>[] = [
  {
    header: 'ID',
    isRowHeader: true,
    cell: ({ id }) => <span className="font-medium wrap-anywhere">{id}</span>,
  },
  {
    header: 'Competência',
    cell: ({ competencia }) => (competencia === null ? '—' : formatMonth(competencia)),
  },
  { header: 'Status', cell: (upload) => <UploadStatusBadge upload={upload} /> },
  { header: 'Arquivos', align: 'right', cell: ({ fileCount }) => formatCount(fileCount) },
];
