import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellFailure } from '../../components/tell-failure.ts';
import { showToast } from '../../components/toast.ts';
import { importOfficialFigures, integrityOptions } from './integrity-options.ts';

/** Imports figures and refreshes the comparison. */
export function useFiguresImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importOfficialFigures,
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: integrityOptions.queryKey });
      showToast({ title: 'Números importados', description: message });
    },
    onError: (error) =>
      tellFailure(error, 'Erro na importação', 'Nada foi importado. Tente de novo em instantes.'),
  });
}
