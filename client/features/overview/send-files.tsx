import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { formatDecimal, formatMonth } from '../../../shared/format.ts';
import { Button } from '../../components/button.tsx';
import { FileField } from '../../components/file-field.tsx';
import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';
import { chosenFiles, formOf, problemOfAll, type ChosenFile } from './chosen-files.ts';
import { overviewOptions, sendFiles } from './overview-options.ts';

const mostMegabytes = 500;

/** A month's files, sent from here; the names tell what they are. */
export function SendFiles() {
  const [round, setRound] = useState(0);
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile[]>([]);
  const sending = useMutation({
    mutationFn: sendFiles,
    onSuccess: async () => {
      setRound(round + 1);
      setChosen([]);
      showToast({ title: 'Sucesso!', description: 'Processamento iniciado com sucesso!' });
      await client.invalidateQueries({ queryKey: overviewOptions.queryKey });
    },
    onError: (error) =>
      showToast({
        tone: 'danger',
        title: 'Erro',
        description: failureText(error, 'Erro no upload'),
      }),
  });
  const problem = problemOfAll(chosen);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    sending.mutate(formOf(chosen));
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      <FileField
        key={round}
        label="Arquivos do mês"
        accept=".txt,.csv,.zip"
        multiple
        hint="Até 500 MB por arquivo; se for maior, envie em ZIP. Tamanhos de exemplo: CAGEDMOV cerca de 434 MB, CAGEDFOR cerca de 7 MB, CAGEDEXC cerca de 1 MB."
        onFiles={(files) => setChosen(chosenFiles(files, mostMegabytes))}
      />
      <ChosenList chosen={chosen} />
      {problem !== undefined && (
        <p role="alert" className="text-dense text-danger">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        className="self-start"
        disabled={chosen.length === 0 || problem !== undefined || sending.isPending}
      >
        {sending.isPending ? 'Enviando...' : 'Enviar arquivos'}
      </Button>
    </form>
  );
}

function ChosenList({ chosen }: { chosen: readonly ChosenFile[] }) {
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Arquivos escolhidos" className="text-dense">
      {chosen.map(({ file, month, problem }) => (
        <li key={file.name} className="border-b border-line py-2 last:border-0">
          <span className="font-medium wrap-anywhere">{file.name}</span>{' '}
          <span className="text-muted tabular-nums">
            {formatDecimal(file.size / 2 ** 20)} MB{month !== null && `, ${formatMonth(month)}`}
          </span>
          {problem !== undefined && <span className="block text-danger">{problem}</span>}
        </li>
      ))}
    </ul>
  );
}
