import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCount, formatDate } from '../../../shared/words/format.ts';
import type { SettingsSummary } from '../../../shared/contracts/settings.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { StackingTable } from '../../components/stacking-table.tsx';
import type { Column } from '../../components/table.tsx';
import { tellFailure } from '../../components/tell-failure.ts';
import { showToast } from '../../components/toast.ts';
import { CboFiles } from './cbo-files.tsx';
import { importMunicipalities, refreshSettings, settingsOptions } from './settings-options.ts';
import { useCboImport } from './use-cbo-import.ts';

type Loaded = { label: string; count: number; importedAt: string | null; source: string };

const columns: readonly Column<Loaded>[] = [
  { header: 'Tabela', isRowHeader: true, cell: ({ label }) => label },
  { header: 'Itens', align: 'right', cell: ({ count }) => formatCount(count) },
  { header: 'Origem', cell: ({ source }) => source },
  {
    header: 'Última importação',
    align: 'right',
    cell: importedText,
  },
];

function importedText({ count, importedAt }: Loaded): string {
  if (importedAt !== null) return formatDate(importedAt);
  return count === 0 ? 'ainda nenhuma' : 'vem com o sistema';
}

function loadedTables({ reference }: SettingsSummary): Loaded[] {
  return [
    { label: 'Ocupações da CBO', ...reference.occupations },
    { label: 'Sinônimos da CBO', ...reference.synonyms },
    { label: 'Municípios', ...reference.municipalities },
    { label: 'CNAE, subclasses', ...reference.cnaes },
    { label: 'Salário mínimo, vigências', ...reference.minimumWage },
    { label: 'INPC, meses', ...reference.inpc },
  ];
}

/** How much of each reference table is loaded, and the imports that update them. */
export function ReferencePanel() {
  const settings = useQuery(settingsOptions);
  const cbo = useCboImport();
  const municipalities = useMunicipalitiesImport();
  return (
    <Panel title="Tabelas de referência">
      <AsyncPanel query={settings} skeleton={<Skeleton className="h-60" />}>
        {(summary) => (
          <StackingTable
            caption="Tabelas de referência carregadas"
            columns={columns}
            rows={loadedTables(summary)}
            rowKey={({ label }) => label}
          />
        )}
      </AsyncPanel>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button disabled={cbo.isPending} onClick={() => cbo.mutate(null)}>
          {cbo.isPending ? 'Importando...' : 'Importar CBO'}
        </Button>
        <Button disabled={municipalities.isPending} onClick={() => municipalities.mutate()}>
          {municipalities.isPending ? 'Importando...' : 'Importar municípios'}
        </Button>
      </div>
      <CboFiles />
    </Panel>
  );
}

function useMunicipalitiesImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importMunicipalities,
    onSuccess: async ({ message }) => {
      await refreshSettings(client);
      showToast({ title: 'Municípios importados', description: message });
    },
    onError: (error) => tellFailure(error, 'Erro na importação', 'Erro ao importar municípios'),
  });
}
