import { useQueryClient } from '@tanstack/react-query';
import type { Company } from '../../../shared/contracts/companies.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../components/toast.ts';
import { refreshAccounts, updateCompany } from './accounts-options.ts';
import { CompanyForm, valuesOfCompany } from './company-form.tsx';
import { CompanyLogoField } from './company-logo-field.tsx';

/**
 * A company's fields in a sheet beside the list. If another user changed the company meanwhile, the form reports it and
 * overwrites nothing.
 */
export function EditCompany({ company, onClose }: { company: Company; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <Sheet title="Editar empresa" side="right" isOpen onOpen={onClose}>
      <CompanyLogoField company={company} />
      <CompanyForm
        initial={valuesOfCompany(company)}
        failureTitle="Erro ao atualizar empresa"
        save={async (values) => {
          await updateCompany({ ...values, id: company.id, version: company.version });
          await refreshAccounts(client);
          showToast({ title: 'Empresa atualizada!', description: company.name });
          onClose();
        }}
      >
        {(isSaving) => (
          <>
            <Button type="submit" look="primary" disabled={isSaving}>
              {isSaving ? 'Salvando...' : 'Salvar'}
            </Button>
            <Button onClick={onClose}>Cancelar</Button>
          </>
        )}
      </CompanyForm>
    </Sheet>
  );
}
