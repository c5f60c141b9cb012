import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-button.tsx';
import { FileDrop } from '../../../components/file-drop.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Table } from '../../../components/table.tsx';
import { saveBlob } from '../../../lib/save-blob.ts';
import { rollColumnNames, rollColumns } from './roll-columns.ts';
import { templateText } from './template.ts';

const accepted = '.xlsx,.csv,.txt';

/** The start of the screen: its purpose and its first action. */
export function ChooseRoll({
  problem,
  reading,
  onFile,
}: {
  problem: string | null;
  /** The name of the file that is being read. */
  reading: string | null;
  onFile: (file: File) => void;
}) {
  return (
    <>
      <FileDrop
        prompt="Solte a planilha da folha aqui"
        onFiles={([file]) => {
          if (file) onFile(file);
        }}
      />
      {problem !== null && (
        <Notice tone="danger" title="A planilha não foi lida">
          {problem}
        </Notice>
      )}
      <Panel title="Escolha a planilha da folha">
        <p className="max-w-prose">
          Uma linha por pessoa, em .xlsx ou .csv: cargo (ou CBO) e salário bastam; município, horas,
          sexo e área dizem mais. Cada pessoa aparece na faixa do mercado, com o percentil e quanto
          falta para a mediana.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <FileButton
            label="Escolher planilha"
            subject="folha"
            accept={accepted}
            look="primary"
            onFile={onFile}
          />
          <Button
            onClick={() =>
              saveBlob(
                new Blob([templateText()], { type: 'text/csv;charset=utf-8' }),
                'modelo-minha-folha.csv',
              )
            }
          >
            Baixar modelo
          </Button>
        </div>
        <output className="mt-3 block min-h-6 text-dense text-muted wrap-anywhere">
          {reading === null
            ? 'Ou solte o arquivo em qualquer lugar desta página.'
            : `Lendo ${reading}...`}
        </output>
        <h3 className="mt-4 mb-2 font-medium">Colunas que são reconhecidas</h3>
        <Table
          caption="Colunas da planilha"
          rows={rollColumnNames}
          rowKey={(name) => name}
          columns={[
            { header: 'Coluna', cell: (name) => rollColumns[name].label, isRowHeader: true },
            { header: 'O que tem', cell: (name) => rollColumns[name].hint },
          ]}
        />
      </Panel>
    </>
  );
}
