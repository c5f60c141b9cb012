import { useQuery, queryOptions } from '@tanstack/react-query';
import { formatCnae } from '../../../shared/codes/cnae.ts';
import { mostSubclasses } from '../../../shared/filters/activity.ts';
import { Chips } from '../../components/chips.tsx';
import { CnaeField } from '../../components/cnae-field.tsx';
import { TextButton } from '../../components/button.tsx';
import { useCnaeNames, failsQuietly } from '../../lib/reference-options.ts';
import type { SearchForm } from './search-form.ts';
import { MyCompany } from '../../../shared/contracts/companies.ts';
import { get } from '../../lib/call.ts';

/** The establishment's activity. A section narrows the offered subclasses. */
export function SubclassesField({
  form,
  onChange,
}: {
  form: SearchForm;
  onChange: (change: Partial<SearchForm>) => void;
}) {
  const { secao, cnaes } = form;
  const names = useCnaeNames(cnaes);
  return (
    <>
      <CnaeField
        label="CNAE da empresa"
        chosen={cnaes}
        full={
          cnaes.length >= mostSubclasses
            ? `Limite máximo de ${mostSubclasses} CNAEs atingido.`
            : undefined
        }
        isOffered={(item) => secao === 'all' || item.secao === secao}
        onPick={(code) => onChange({ cnaes: [...cnaes, code] })}
      />
      <MySector cnaes={cnaes} onChange={onChange} />
      <Chips
        label="CNAEs escolhidos"
        chips={cnaes.map((code) => ({
          key: code,
          text: [formatCnae(code), names.get(code)]
            .filter((part) => part !== undefined)
            .join(' - '),
          onRemove: () => onChange({ cnaes: cnaes.filter((other) => other !== code) }),
        }))}
      />
    </>
  );
}

/** Offered to users of a company, unless the query already covers its sector. */
function MySector({
  cnaes,
  onChange,
}: {
  cnaes: readonly string[];
  onChange: (change: Partial<SearchForm>) => void;
}) {
  const company = useQuery(myCompanyOptions).data?.company;
  if (!company || company.cnaes.length === 0) return null;
  const own = company.cnaes.map(({ codigo }) => codigo);
  const isAsked = own.length === cnaes.length && own.every((code) => cnaes.includes(code));
  if (isAsked) return null;
  return (
    <p className="text-dense text-muted">
      <TextButton onClick={() => onChange({ secao: 'all', cnaes: own })}>
        Setor da minha empresa
      </TextButton>{' '}
      <span className="wrap-anywhere">({company.name})</span>
    </p>
  );
}

/** The signed-in user's company and its sector. */
const myCompanyOptions = queryOptions({
  queryKey: ['my-company'],
  queryFn: ({ signal }) => get('/api/my-company', MyCompany, { signal }),
  meta: failsQuietly,
});
