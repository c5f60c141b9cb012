import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { formatCount, formatDate } from '../../../shared/words/format.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import type { SettingsSummary } from '../../../shared/contracts/settings.ts';
import { AsyncPanel, Skeleton } from '../../components/async-panel.tsx';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast.ts';
import { refreshSettings, settingsOptions } from './settings-options.ts';
import { FileField } from '../../components/file-field.tsx';
import { failedField, send } from '../../lib/call.ts';

type Loaded = { label: string; count: number; importedAt: string | null; source: string };

const columns: readonly Column<Loaded>[] = [
  { header: 'Tabela', isRowHeader: true, cell: ({ label }) => label },
  {
    header: 'Origem',
    cell: ({ source, importedAt }) =>
      importedAt === null ? source : `${source}, importada em ${formatDate(importedAt)}`,
  },
  { header: 'Itens', align: 'right', cell: ({ count }) => formatCount(count) },
];

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
  const municipalities = useTableImport<void>(
    () => send('POST', '/api/admin/import-municipalities', Done),
    { title: 'Municípios importados', failure: 'Erro ao importar municípios' },
  );
  return (
    <Panel title="Tabelas de referência">
      <AsyncPanel query={settings} skeleton={<Skeleton className="h-60" />}>
        {(summary) => (
          <Table
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

/** An import of a reference table, after which the sizes of the tables are fetched again. */
function useTableImport<Sent>(
  mutationFn: (sent: Sent) => Promise<{ message: string }>,
  { title, failure }: { title: string; failure: string },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async ({ message }) => {
      await refreshSettings(client);
      showToast({ title, description: message });
    },
    onError: (error) => showFailure(error, 'Erro na importação', failure),
  });
}

/** Imports the CBO: the table that comes with the product or, when files are given, MTE's newer ones. */
export const useCboImport = () =>
  useTableImport(
    (files: FormData | null) => send('POST', '/api/admin/import-cbo', Done, files ?? undefined),
    { title: 'CBO importada', failure: 'Erro ao importar dados CBO' },
  );

/** Imports a newer CBO from MTE's own CSV files. */
function CboFiles() {
  const [round, setRound] = useState(0);
  const [occupations, setOccupations] = useState<File>();
  const [synonyms, setSynonyms] = useState<File>();
  const cbo = useCboImport();
  const refused = cbo.error ? failedField(cbo.error, ['occupations', 'synonyms']) : undefined;

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const files = new FormData();
    if (occupations) files.append('occupations', occupations);
    if (synonyms) files.append('synonyms', synonyms);
    cbo.mutate(files, {
      onSuccess: () => {
        setRound(round + 1);
        setOccupations(undefined);
        setSynonyms(undefined);
      },
    });
  };

  return (
    <form
      onSubmit={handleSubmit}
      aria-label="Importar a CBO de arquivos do MTE"
      className="mt-6 flex flex-col gap-4 border-t border-line pt-4"
    >
      <h3 className="font-medium">Importar a CBO de arquivos do MTE</h3>
      <p className="max-w-prose text-dense text-muted">
        Os arquivos CSV que o Ministério do Trabalho e Emprego publica: primeira linha
        CODIGO;TITULO, em UTF-8 ou Latin-1, até 10&nbsp;MB cada. Envie um ou os dois.
      </p>
      <div className="grid items-start gap-4">
        <FileField
          key={`occupations ${round}`}
          label="Ocupações"
          accept=".csv,.txt"
          disabled={cbo.isPending}
          error={refused === 'occupations' ? cbo.error?.message : undefined}
          onFiles={([file]) => setOccupations(file)}
        />
        <FileField
          key={`synonyms ${round}`}
          label="Sinônimos"
          accept=".csv,.txt"
          disabled={cbo.isPending}
          error={refused === 'synonyms' ? cbo.error?.message : undefined}
          onFiles={([file]) => setSynonyms(file)}
        />
      </div>
      <Button
        type="submit"
        className="self-start"
        disabled={cbo.isPending || (occupations ?? synonyms) === undefined}
      >
        {cbo.isPending ? 'Importando...' : 'Importar arquivos'}
      </Button>
    </form>
  );
}
