import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellFailure } from '../../components/tell-failure.ts';
import { showToast } from '../../components/toast.ts';
import { importBuiltInCbo, importCboFiles, refreshSettings } from './settings-options.ts';

/** Imports the CBO: the table that comes with the product or, when files are given, MTE's newer ones. */
export function useCboImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (files: FormData | null) => (files ? importCboFiles(files) : importBuiltInCbo()),
    onSuccess: async ({ message }) => {
      await refreshSettings(client);
      showToast({ title: 'CBO importada', description: message });
    },
    onError: (error) => tellFailure(error, 'Erro na importação', 'Erro ao importar dados CBO'),
  });
}
