import { useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import { useState } from 'react';
import type { Company } from '../../shared/contracts/companies.ts';
import { Button } from '../components/button.tsx';
import { ListPanel } from '../components/list-panel.tsx';
import { Page } from '../components/page.tsx';
import { OpenedPanel, usePanelInUrl } from '../components/panel.tsx';
import { ListSearch } from '../components/search-field.tsx';
import { companyListOptions } from '../features/accounts/accounts-options.ts';
import { CompanyApiKeys } from '../features/accounts/company-api-keys.tsx';
import { companyColumns } from '../features/accounts/company-table.tsx';
import { EditCompany } from '../features/accounts/edit-company.tsx';
import { NewCompany } from '../features/accounts/new-company.tsx';
import { useListUrl } from '../lib/list-url.ts';

export default function CompaniesPage() {
  const { text, page } = useListUrl();
  const [edited, setEdited] = useState<Company>();
  const [keyed, setKeyed] = useState<Company>();
  const companies = useQuery(companyListOptions({ search: text('busca'), page }));
  const { isOpen: isCreating, opener, close } = usePanelInUrl('novo');
  return (
    <Page
      title="Empresas"
      lead="As empresas clientes, com CNPJ, porte e atividades."
      actions={
        !isCreating && (
          <Button look="primary" {...opener}>
            <Building2 aria-hidden size={16} />
            Nova empresa
          </Button>
        )
      }
    >
      {isCreating && (
        <OpenedPanel title="Nova empresa">
          <NewCompany onCreated={close} onCancel={close} />
        </OpenedPanel>
      )}
      <ListPanel
        label="Empresas"
        filters={<ListSearch label="Pesquisar empresas" placeholder="Nome ou começo do CNPJ" />}
        query={companies}
        emptyText={
          text('busca') === ''
            ? 'Nenhuma empresa ainda. Use “Nova empresa” para começar: pessoas e chaves de API pertencem a uma empresa.'
            : 'Nenhuma empresa encontrada'
        }
        failureTitle="Erro ao carregar empresas"
        columns={companyColumns(setEdited, setKeyed)}
        rowKey={({ id }) => id}
      />
      {edited && <EditCompany company={edited} onClose={() => setEdited(undefined)} />}
      {keyed && <CompanyApiKeys company={keyed} onClose={() => setKeyed(undefined)} />}
    </Page>
  );
}
