import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type OfficialFiguresImport, Integrity } from '../../../shared/contracts/integrity.ts';
import { Done } from '../../../shared/contracts/people-fields.ts';
import { getOptions } from '../../lib/get-options.ts';
import { send } from '../../lib/call.ts';
import { showFailure, showToast } from '../../components/toast.ts';

/** MTE's figures and the product's, for the current release. */
export const integrityOptions = getOptions(['integrity'], '/api/integrity', Integrity, {
  staleTime: 0,
});

export function useFiguresImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (figures: OfficialFiguresImport) =>
      send('POST', '/api/admin/official-figures', Done, figures),
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
}
