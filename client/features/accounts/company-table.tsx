import { formatCnae } from '../../../shared/codes/cnae.ts';
import { formatCnpj } from '../../../shared/codes/cnpj.ts';
import { companySizeLabels } from '../../../shared/codes/codes.ts';
import type { Company } from '../../../shared/contracts/companies.ts';
import { formatCount } from '../../../shared/words/format.ts';
import { RowAct } from '../../components/button.tsx';
import type { Column } from '../../components/table.tsx';

export function companyColumns(
  onEdit: (company: Company) => void,
  onKeys: (company: Company) => void,
): readonly Column<Company>[] {
  return [
    {
      header: 'Empresa',
      isRowHeader: true,
      className: '@3xl:w-[32%]',
      cell: ({ name, industry }) => (
        <>
          <span className="font-medium wrap-anywhere">{name}</span>
          {industry !== null && <span className="block text-muted wrap-anywhere">{industry}</span>}
        </>
      ),
    },
    {
      header: 'CNPJ',
      cell: ({ cnpj }) => <span className="whitespace-nowrap">{formatCnpj(cnpj)}</span>,
    },
    { header: 'Porte', cell: ({ size }) => companySizeLabels[size] },
    { header: 'CNAEs', cell: cnaesOf },
    { header: 'Usuários', align: 'right', cell: ({ userCount }) => formatCount(userCount) },
    {
      header: 'Ações',
      isActs: true,
      cell: (company) => (
        <span className="-ml-2 flex flex-wrap">
          <RowAct act="Editar" about={company.name} onClick={() => onEdit(company)} />
          <RowAct act="Chaves" about={company.name} onClick={() => onKeys(company)} />
        </span>
      ),
    },
  ];
}

function cnaesOf({ cnaes, cnaePrincipal }: Company) {
  if (cnaePrincipal === null) return null;
  const others = cnaes.length - 1;
  return (
    <>
      <span className="whitespace-nowrap">{formatCnae(cnaePrincipal)}</span>
      {others > 0 && <span className="text-muted"> e mais {others}</span>}
    </>
  );
}
