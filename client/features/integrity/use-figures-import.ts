import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/toast.ts';
import { failureText } from '../../lib/failure-text.ts';
import { importOfficialFigures, integrityOptions } from './integrity-options.ts';

/** Imports figures and compares anew. */
export function useFiguresImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importOfficialFigures,
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: integrityOptions.queryKey });
      showToast({ title: 'Números importados', description: message });
    },
    onError: (error) =>
      showToast({
        tone: 'danger',
        title: 'Erro na importação',
        description: failureText(error, 'Nada foi importado. Tente de novo em instantes.'),
      }),
  });
}
