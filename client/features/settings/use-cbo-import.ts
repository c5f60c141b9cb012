import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/toast.ts';
import { tellFailedImport } from './failed-import.ts';
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
    onError: (error) => tellFailedImport(error, 'Erro ao importar dados CBO'),
  });
}
