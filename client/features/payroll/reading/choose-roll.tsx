import ShieldCheck from 'lucide-react/icons/shield-check';
import { Button } from '../../../components/button.tsx';
import { FileButton } from '../../../components/file-field.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Table } from '../../../components/table.tsx';
import { saveBlob } from '../../../lib/files.ts';
import { rollColumnNames, rollColumns, templateText } from './roll-columns.ts';
import { Fold } from '../../../components/fold.tsx';

/** The files of a payroll that the browser offers first. */
export const accepted = '.xlsx,.csv,.txt';

/** The start of the screen: its purpose and its first action. */
export function ChooseRoll({
  reading,
  onFile,
}: {
  /** The name of the file that is being read. */
  reading: string | null;
  onFile: (file: File) => void;
}) {
  return (
    <Panel title="Escolha a planilha da folha">
      <p className="max-w-prose">
        Uma linha por pessoa, em .xlsx ou .csv. Bastam o cargo (ou o CBO) e o salário; as outras
        colunas são opcionais. Cada pessoa aparece na faixa do mercado, com o percentil e quanto
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
      <h3 className="mt-4 mb-2 font-medium">Colunas reconhecidas</h3>
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
  );
}

/** What leaves the browser: nothing of the payroll. Also states what the server does learn. */
export function PromiseNote() {
  return (
    <section aria-label="O que sai deste navegador" className="card p-4 sm:p-5">
      <p className="flex items-center gap-2 font-medium">
        <ShieldCheck aria-hidden size={18} className="shrink-0 text-good" />0 bytes enviados
      </p>
      <p className="mt-1 max-w-prose text-dense text-muted">
        A planilha é lida por este navegador e fica na memória desta aba. Nenhum cargo, nome,
        município ou salário é enviado.
      </p>
      <div className="mt-3">
        <Fold title="Como funciona e o que o servidor recebe">
          <ul className="flex max-w-prose list-disc flex-col gap-1 pl-4 text-dense">
            <li>
              O navegador baixa a lista inteira de nomes de ocupações e municípios e faz a busca
              localmente.
            </li>
            <li>
              O navegador pede ao servidor o mercado de famílias inteiras da CBO, em estados
              inteiros (ou na região e no Brasil, se o estado tem poucos registros). O servidor só
              fica sabendo as famílias e os estados da folha. Ele não sabe quantas pessoas são, quem
              são nem quanto ganham.
            </li>
            <li>
              O Excel e o documento para imprimir são feitos aqui. Fechar a aba, sair da conta ou
              “Apagar a folha” apaga tudo.
            </li>
            <li>
              Para conferir: abra as ferramentas do navegador (F12), aba Rede, e veja os pedidos; ou
              desligue a internet depois que o mercado carregar.
            </li>
          </ul>
        </Fold>
      </div>
    </section>
  );
}
