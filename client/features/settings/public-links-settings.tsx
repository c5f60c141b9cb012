import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { PublicLinkSettings } from '../../../shared/contracts/public-links.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { TextField } from '../../components/field.tsx';
import { Panel } from '../../components/panel.tsx';
import { showFailure, showToast } from '../../components/toast.ts';
import { getOptions } from '../../lib/get-options.ts';
import { send } from '../../lib/call.ts';
import { showNewest } from '../../lib/show-newest.ts';
import { focusFirstInvalid } from '../../lib/hooks.ts';
import { defaultReportRetention, ReportRetention } from '../../../shared/contracts/reports.ts';
import { NumberSettingsPanel } from '../../components/number-settings-panel.tsx';

const path = '/api/admin/public-links';

/** Whether anyone with a link may read receipts, and which sites may embed them as cards. */
export function PublicLinksSettings() {
  const settings = useQuery(getOptions([path], path, PublicLinkSettings));
  return (
    <Panel title="Links públicos">
      <p className="mb-4 max-w-prose text-dense text-muted">
        Permitem ler um recibo sem conta, por um endereço secreto e com prazo. Ao desligar, todos
        deixam de abrir na hora.
      </p>
      <AsyncPanel query={settings} skeleton={<Skeleton className="h-40" />}>
        {(saved) => <SettingsForm saved={saved} />}
      </AsyncPanel>
    </Panel>
  );
}

const originsOf = (text: string) => text.split(/[\s,;]+/).filter((origin) => origin !== '');

function SettingsForm({ saved }: { saved: PublicLinkSettings }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<{ isAllowed?: boolean; origins?: string }>({});
  const { isAllowed = saved.isAllowed, origins = saved.frameOrigins.join(', ') } = typed;
  const [problem, setProblem] = useState<string>();
  // Sends only changed values, because another administrator may have saved the others meanwhile.
  const frameOrigins = originsOf(origins);
  const changed = {
    ...(isAllowed !== saved.isAllowed && { isAllowed }),
    ...(frameOrigins.join() !== saved.frameOrigins.join() && { frameOrigins }),
  };
  const saving = useMutation({
    mutationFn: (_typed: typeof typed) => send('PUT', path, PublicLinkSettings, changed),
    onSuccess: (settings, sent) => {
      showNewest(client, [path], settings);
      // What was typed meanwhile remains.
      setTyped((shown) => (shown === sent ? {} : shown));
      showToast({
        title: 'Configuração salva',
        description: settings.isAllowed
          ? 'Links públicos podem ser criados nos recibos.'
          : 'Os links públicos estão desativados.',
      });
    },
    onError: (error) =>
      showFailure(
        error,
        'Erro ao salvar',
        'Pode não ter sido salvo. Recarregue a página e confira.',
      ),
  });
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = PublicLinkSettings.safeParse({ isAllowed, frameOrigins });
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) saving.mutate(typed);
    else focusFirstInvalid(event.currentTarget);
  };
  return (
    <form
      noValidate
      aria-label="Links públicos"
      onSubmit={handleSubmit}
      className="flex flex-col gap-4"
    >
      <Checkbox
        label="Permitir links públicos"
        isChecked={isAllowed}
        onChecked={(next) => setTyped({ ...typed, isAllowed: next })}
      />
      <TextField
        label="Sites que podem mostrar um link como cartão"
        hint="Por exemplo https://exemplo.com.br; vários, separados por vírgula. Em branco, nenhum."
        value={origins}
        error={problem}
        onText={(text) => setTyped({ ...typed, origins: text })}
      />
      <div>
        <Button
          type="submit"
          look="primary"
          disabled={saving.isPending || Object.keys(changed).length === 0}
        >
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
      </div>
    </form>
  );
}

/** How long reports can be downloaded. */
export const ReportRetentionPanel = () => (
  <NumberSettingsPanel
    title="Relatórios"
    lead="O arquivo de um relatório é apagado quando expira; quem o criou pode gerá-lo de novo."
    label="Retenção dos relatórios"
    path="/api/admin/report-retention"
    schema={ReportRetention}
    fields={[
      {
        name: 'days',
        label: 'Dias para baixar um relatório',
        hint: 'Vale para os próximos relatórios.',
      },
    ]}
    initial={defaultReportRetention}
    savedText="O prazo vale para os próximos relatórios."
  />
);
