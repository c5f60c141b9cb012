import { useState, type SyntheticEvent } from 'react';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidCompetencia } from '../../../shared/codes/months.ts';
import { SimpleUpload, SimpleUploadAnswer } from '../../../shared/contracts/source.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast.ts';
import { CallError, failedField, failureText, send } from '../../lib/call.ts';
import { uploadListsKey } from '../../lib/live-uploads.ts';

/** Requests a month, shows its files, and starts their download and load. */
export function ProcessForm({
  processing,
}: {
  processing: UseMutationResult<SimpleUploadAnswer, Error, string>;
}) {
  const [competencia, setCompetencia] = useState('');
  const [problem, setProblem] = useState<string>();
  const { error } = processing;
  const refusal =
    error !== null && failedField(error, ['competencia']) !== undefined ? error.message : undefined;
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!SimpleUpload.shape.competencia.safeParse(competencia).success) {
      setProblem(invalidCompetencia);
      showToast({ tone: 'danger', title: 'Erro', description: invalidCompetencia });
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    processing.mutate(competencia);
  };
  const handleText = (text: string) => {
    setCompetencia(text.replaceAll(/\D/g, '').slice(0, 6));
    setProblem(undefined);
    if (error !== null) processing.reset();
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5 md:grid-cols-2">
      <div className="flex flex-col items-start gap-4">
        <div className="w-full max-w-60">
          <TextField
            label="Competência"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            placeholder="202507"
            className="tabular-nums"
            hint="Ano e mês, AAAAMM."
            value={competencia}
            error={problem ?? refusal}
            onText={handleText}
          />
        </div>
        <Button type="submit" look="primary" disabled={processing.isPending}>
          {processing.isPending ? 'Processando...' : 'Processar arquivos'}
        </Button>
      </div>
      <FileNames competencia={competencia} />
    </form>
  );
}

const officialNames = (competencia: string) => ({
  movFile: `CAGEDMOV${competencia}.txt`,
  forFile: `CAGEDFOR${competencia}.txt`,
  excFile: `CAGEDEXC${competencia}.txt`,
});

function FileNames({ competencia }: { competencia: string }) {
  const names = Object.values(officialNames(competencia === '' ? 'AAAAMM' : competencia));
  return (
    <div>
      <p id="nomes-dos-arquivos" className="text-dense font-medium">
        Arquivos que serão processados
      </p>
      <ul aria-labelledby="nomes-dos-arquivos" className="mt-1 text-dense tabular-nums">
        {names.map((name) => (
          <li key={name} className="border-b border-line py-1.5 wrap-anywhere last:border-0">
            {name}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-dense text-muted">
        Se a fonte os tiver compactados (.7z ou .zip), buscaremos os compactados.
      </p>
    </div>
  );
}

/** Starts the download of a month from the source and its load. */
export function useProcessing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (competencia: string) => {
      const requested: SimpleUpload = { competencia, ...officialNames(competencia) };
      return send('POST', '/api/simple-upload', SimpleUploadAnswer, requested);
    },
    onSuccess: async () => {
      showToast({ title: 'Sucesso!', description: 'Processamento iniciado com sucesso!' });
      await client.invalidateQueries({ queryKey: uploadListsKey });
    },
    onError: (error) =>
      showToast({ tone: 'danger', title: 'Erro', description: processingFailure(error) }),
  });
}

/** The server's own sentence where there is one, otherwise a sentence for the kind of error. */
export function processingFailure(error: Error): string {
  if (error instanceof CallError) return failureText(error, 'Erro no processamento');
  const isSentence = error.name === 'UnreachableError' || error.name === 'UnexpectedAnswerError';
  return isSentence ? `Erro ao processar arquivos. ${error.message}` : 'Erro ao processar arquivos';
}
