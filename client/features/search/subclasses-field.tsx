import { useQuery, queryOptions } from '@tanstack/react-query';
import { ChosenSubclasses } from '../../components/cnae-field.tsx';
import { TextButton } from '../../components/button.tsx';
import { failsQuietly } from '../../lib/reference-options.ts';
import { notChosen, type SearchForm } from './search-form.ts';
import { MyCompany } from '../../../shared/contracts/companies.ts';
import { get } from '../../lib/call.ts';

/** The establishment's activity, or the sector of the user's company. */
export function SubclassesField({
  form,
  onChange,
}: {
  form: SearchForm;
  onChange: (change: Partial<SearchForm>) => void;
}) {
  const { secao, cnaes } = form;
  return (
    <ChosenSubclasses
      chosen={cnaes}
      section={secao === notChosen ? undefined : secao}
      onChosen={(codes) => onChange({ cnaes: codes })}
    >
      <MySector cnaes={cnaes} onChange={onChange} />
    </ChosenSubclasses>
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
  const codes = company.cnaes.map(({ codigo }) => codigo);
  const isAsked = codes.length === cnaes.length && codes.every((code) => cnaes.includes(code));
  if (isAsked) return null;
  return (
    <p className="text-dense text-muted">
      <TextButton onClick={() => onChange({ secao: 'all', cnaes: codes })}>
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
