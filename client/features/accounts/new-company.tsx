import { useQueryClient } from '@tanstack/react-query';
import { Company } from '../../../shared/contracts/companies.ts';
import { showToast } from '../../components/toast.ts';
import { send } from '../../lib/call.ts';
import { refreshAccounts } from './accounts-options.ts';
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
      label="Criar empresa"
      busyLabel="Criando..."
      save={async (values) => {
        const company = await send('POST', '/api/admin/companies', Company, values);
        await refreshAccounts(client);
        showToast({ title: 'Empresa criada!', description: company.name });
        return company;
      }}
      onSaved={onCreated}
      onCancel={onCancel}
    >
      <p className="-mt-2 text-dense text-muted">
        Escolha o logotipo dos relatórios depois, em Editar.
      </p>
    </CompanyForm>
  );
}
