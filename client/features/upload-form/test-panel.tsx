import { useMutation } from '@tanstack/react-query';
import { roles, type Role } from '../../../shared/codes/roles.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { CallError } from '../../lib/call.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatBytes } from '../../../shared/words/format.ts';
import { testSending } from './test-sending.ts';

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
            {formatBytes(test.data.bytes)} enviados e apagados em {test.data.milliseconds} ms. Você
            pode enviar arquivos.
          </Notice>
        )}
        {test.isError && <Failed error={test.error} role={role} />}
      </div>
    </Panel>
  );
}

function Failed({ error, role }: { error: Error; role: Role }) {
  if (error instanceof CallError && error.status === 403) {
    return (
      <Notice tone="danger" title="Problema de permissão (403)">
        O servidor não deixa este usuário enviar arquivos: o papel {roles[role]} não tem essa
        permissão. Peça a um administrador que envie os arquivos ou que mude o seu papel.
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title={`❌ Erro: ${failureText(error, 'Erro no upload')}`}>
      {error instanceof CallError && `O servidor respondeu com o código ${error.status}.`}
    </Notice>
  );
}
