import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../../shared/words/format.ts';
import { SourceCheck, type SourceCheckSettings } from '../../../shared/contracts/source.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Facts } from '../../components/facts.tsx';
import { linkClass } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { showFailure, showToast } from '../../components/toast.ts';
import { showNewest } from '../../lib/show-newest.ts';
import { send } from '../../lib/call.ts';
import { sourceCheckOptions } from './source-options.ts';

/** The source of the files, and the daily check's setting and result. */
export function SourcePanel({ check }: { check: SourceCheck }) {
  return (
    <Panel title="Fonte dos arquivos">
      {check.source === null ? <NoSource /> : <Checking check={check} source={check.source} />}
    </Panel>
  );
}

const examples = [
  ['uma pasta deste servidor', '/dados/caged'],
  ['o FTP do MTE', 'ftp://ftp.mtps.gov.br/pdet/microdados/NOVO CAGED'],
  ['um endereço da web', 'https://exemplo.gov.br/caged/'],
  ['um bucket compatível com S3', 's3://CHAVE:SEGREDO@servidor/bucket/pasta'],
  ['uma pasta do Google Drive', 'gdrive://PASTA?credentials=/caminho/credenciais.json'],
] as const;

function NoSource() {
  return (
    <Notice tone="neutral" title="Nenhuma fonte de arquivos está configurada">
      <p>
        Defina <code>CAGED_SOURCE</code> na configuração do servidor e reinicie o sistema. Ela pode
        ser:
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {examples.map(([what, address]) => (
          <li key={what}>
            {what}: <code className="wrap-anywhere">{address}</code>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Sem fonte, os arquivos são escolhidos em{' '}
        <Link to="/admin/upload" className={linkClass}>
          Processamento CAGED
        </Link>
        .
      </p>
    </Notice>
  );
}

function Checking({ check, source }: { check: SourceCheck; source: string }) {
  const { isEnabled, loadsByItself, lastCheckAt, lastResult } = check;
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (changed: Partial<SourceCheckSettings>) =>
      send('PUT', '/api/admin/source/check', SourceCheck, changed),
    onSuccess: (saved) => {
      showNewest(client, sourceCheckOptions.queryKey, saved);
      showToast({ title: 'Configuração salva', description: checkSentence(saved) });
    },
    onError: (error) =>
      showFailure(
        error,
        'Erro ao salvar',
        'Pode não ter sido salvo. Recarregue a página e confira.',
      ),
  });
  const shown = { isEnabled, loadsByItself, ...(saving.isPending && saving.variables) };
  return (
    <>
      <Facts
        facts={[
          { term: 'Endereço', detail: <span className="wrap-anywhere">{source}</span> },
          {
            term: 'Última verificação',
            detail: lastCheckAt === null ? 'ainda nenhuma' : formatMoment(lastCheckAt),
          },
          {
            term: 'Resultado',
            detail: <span className="wrap-anywhere">{lastResult ?? '—'}</span>,
          },
        ]}
      />
      <fieldset className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
        <legend className="sr-only">Verificação diária</legend>
        <Checkbox
          label="Verificar a fonte todo dia"
          hint="Os administradores são avisados por e-mail do que há de novo."
          isChecked={shown.isEnabled}
          isDisabled={saving.isPending}
          onChecked={(next) => saving.mutate({ isEnabled: next })}
        />
        <Checkbox
          label="Carregar as novidades automaticamente"
          hint="Envios fora dos limites de conferência ainda precisam de aprovação."
          isChecked={shown.loadsByItself}
          isDisabled={saving.isPending || !shown.isEnabled}
          onChecked={(next) => saving.mutate({ loadsByItself: next })}
        />
      </fieldset>
    </>
  );
}

function checkSentence({ isEnabled, loadsByItself }: SourceCheckSettings): string {
  if (!isEnabled) return 'A fonte não é mais verificada todo dia.';
  return loadsByItself
    ? 'A fonte é verificada todo dia, e as novidades são carregadas, exceto as que foram canceladas ou recusadas.'
    : 'A fonte é verificada todo dia; nada é carregado sem um administrador.';
}
