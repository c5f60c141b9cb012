import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/toast.ts';
import { CallError } from '../../lib/call.ts';
import { processMonth, refreshUploadList } from './upload-options.ts';

/** Starts the download of a month from the source and its load. */
export function useProcessing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: processMonth,
    onSuccess: async () => {
      showToast({ title: 'Sucesso!', description: 'Processamento iniciado com sucesso!' });
      await refreshUploadList(client);
    },
    onError: (error) =>
      showToast({ tone: 'danger', title: 'Erro', description: processingFailure(error) }),
  });
}

/** The server's own sentence where there is one, otherwise a sentence for the kind of error. */
export function processingFailure(error: Error): string {
  if (error instanceof CallError) {
    return error.code === undefined ? 'Erro no processamento' : error.message;
  }
  const isSentence = error.name === 'UnreachableError' || error.name === 'UnexpectedAnswerError';
  return isSentence ? `Erro ao processar arquivos. ${error.message}` : 'Erro ao processar arquivos';
}
