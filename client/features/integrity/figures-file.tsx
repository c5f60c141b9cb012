import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import {
  checkFigureLines,
  figuresCsvHeader,
  readFigureLines,
  type FigureProblem,
} from '../../../shared/statistics/figures-csv.ts';
import { formatCount, formatCounted } from '../../../shared/words/format.ts';
import { Integrity, OfficialFiguresImport } from '../../../shared/contracts/integrity.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { Button } from '../../components/button.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { showFailure, showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { getOptions } from '../../lib/get-options.ts';
import { readText } from '../../lib/read-text.ts';

/** MTE's figures and the product's, for the current release. */
export const integrityOptions = getOptions(['integrity'], '/api/integrity', Integrity, {
  staleTime: 0,
});

const maxBytes = 2_000_000;
const shownProblems = 50;

type Read =
  | { figures: OfficialFiguresImport['figures']; problems: readonly FigureProblem[] }
  | { refusal: string };

/** The figures of a chosen file, or why none of it can be imported. */
export async function readFile(file: File): Promise<Read> {
  if (file.size > maxBytes) return { refusal: 'O arquivo passa de 2 MB: divida-o.' };
  const lines = readFigureLines(await readText(file));
  if (typeof lines === 'string') return { refusal: lines };
  const { figures, problems } = checkFigureLines(lines);
  if (problems.length > 0) return { figures: [...figures], problems };
  const whole = OfficialFiguresImport.safeParse({ figures });
  return whole.success
    ? { ...whole.data, problems }
    : { refusal: whole.error.issues[0]?.message ?? unreadable };
}

const unreadable = 'Não foi possível ler o arquivo. Escolha-o de novo.';

/** Imports figures from a CSV; the user sees all problems by line before anything is sent. */
export function FiguresImport({ onClose }: { onClose: () => void }) {
  const [round, setRound] = useState(0);
  // Another file chosen meanwhile replaces the one that is still being read.
  const reading = useMutation({ mutationFn: readFile });
  const read = reading.data;
  const client = useQueryClient();
  const figures = useMutation({
    mutationFn: (imported: OfficialFiguresImport) =>
      send('POST', '/api/admin/official-figures', Done, imported),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: integrityOptions.queryKey });
      showToast({ title: 'Números importados', description: message });
    },
    onError: (error) =>
      showFailure(
        error,
        'Erro na importação',
        'Os números podem não ter sido importados. Recarregue a página e confira.',
      ),
  });
  const isReady = read !== undefined && 'figures' in read && read.problems.length === 0;

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isReady) return;
    figures.mutate(
      { figures: read.figures },
      {
        onSuccess: () => {
          setRound(round + 1);
          reading.reset();
        },
      },
    );
  };

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="max-w-prose text-dense text-muted">
          Os números entram com a fonte e a edição das tabelas do MTE. Um número da mesma edição,
          mês e série substitui o anterior.
        </p>
        <Button look="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
      <form
        aria-label="Importar números de um arquivo CSV"
        onSubmit={handleSubmit}
        className="flex flex-col gap-4"
      >
        <FileField
          key={round}
          label="Arquivo CSV"
          accept=".csv,.txt"
          disabled={figures.isPending}
          hint={
            <>
              Primeira linha <code className="wrap-anywhere">{figuresCsvHeader}</code>; campos
              vazios são permitidos. Em UTF-8 ou Latin-1, até 2.000 linhas.
            </>
          }
          error={
            reading.isError ? unreadable : read && 'refusal' in read ? read.refusal : undefined
          }
          onFiles={([file]) => (file ? reading.mutate(file) : reading.reset())}
        />
        {read && 'figures' in read && <ReadFile {...read} />}
        <Button
          type="submit"
          look="primary"
          className="self-start"
          disabled={!isReady || figures.isPending}
        >
          {figures.isPending ? 'Importando...' : 'Importar arquivo'}
        </Button>
      </form>
    </div>
  );
}

const columns: readonly Column<FigureProblem>[] = [
  { header: 'Linha', isRowHeader: true, cell: ({ line }) => formatCount(line) },
  { header: 'Coluna', cell: ({ column }) => column || 'linha inteira' },
  { header: 'O que corrigir', cell: ({ message }) => message },
];

export function ReadFile({ figures, problems }: Extract<Read, { figures: unknown }>) {
  if (problems.length === 0) {
    return (
      <output className="text-dense">
        {formatCounted(figures.length, 'linha pronta', 'linhas prontas')} para importar.
      </output>
    );
  }
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="text-dense font-medium text-danger">
        {formatCounted(problems.length, 'erro', 'erros')} no arquivo; nada foi importado. Corrija e
        escolha o arquivo de novo.
      </p>
      <Table
        caption="Erros do arquivo, por linha"
        columns={columns}
        rows={problems.slice(0, shownProblems)}
        rowKey={({ line, column }, index) => `${line} ${column} ${index}`}
      />
      {problems.length > shownProblems && (
        <p className="text-fine text-muted">
          Os primeiros {shownProblems} de {formatCount(problems.length)}.
        </p>
      )}
    </div>
  );
}
