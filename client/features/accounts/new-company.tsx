import { useQueryClient } from '@tanstack/react-query';
import type { Company } from '../../../shared/contracts/companies.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast.tsx';
import { createCompany, refreshAccounts } from './accounts-options.ts';
import { CompanyForm } from './company-form.tsx';

export function NewCompany({
  onCreated,
  onCancel,
}: {
  onCreated: (company: Company) => void;
  onCancel: () => void;
}) {
  const client = useQueryClient();
  return (
    <CompanyForm
      failureTitle="Erro ao criar empresa"
      save={async (values) => {
        const company = await createCompany(values);
        await refreshAccounts(client);
        showToast({ title: 'Empresa criada!', description: company.name });
        onCreated(company);
      }}
    >
      {(isSaving) => (
        <>
          <Button type="submit" look="primary" disabled={isSaving}>
            {isSaving ? 'Criando...' : 'Criar empresa'}
          </Button>
          <Button onClick={onCancel}>Cancelar</Button>
          <p className="w-full text-dense text-muted">
            Escolha o logotipo dos relatórios depois, em Editar.
          </p>
        </>
      )}
    </CompanyForm>
  );
}
