import { statesByName } from '../../../shared/codes/states.ts';
import { establishmentSizes, type EqualityRequest } from '../../../shared/contracts/equality.ts';
import { sectionOptions } from '../../../shared/filters/activity.ts';
import type { Period } from '../../../shared/filters/data.ts';
import { labelsOf } from '../../../shared/filters/filter.ts';
import { formatMonth } from '../../../shared/words/format.ts';
import { ChosenSubclasses } from '../../components/cnae-field.tsx';
import { Select } from '../../components/select.tsx';
import type { UrlState } from '../../lib/url-state.ts';

const none: readonly string[] = [];

/** The market filters; each change runs the query at once. */
export function EqualityFilters({
  request,
  period,
  months,
  onChange,
}: {
  request: EqualityRequest;
  period: Period;
  months: readonly string[];
  onChange: (changes: UrlState) => void;
}) {
  const monthOptions = months.toReversed().map((month) => [month, formatMonth(month)] as const);
  /** The link holds both ends, so that they do not move later; an end before the start moves the other one. */
  const changePeriod = (from: string, to: string) =>
    onChange({ periodoInicio: from, periodoFim: to });
  const ofMonth = (label: string, value: string, onMonth: (month: string) => void) => (
    <Select
      label={label}
      value={value}
      options={
        months.includes(value) ? monthOptions : [[value, formatMonth(value)], ...monthOptions]
      }
      onValue={onMonth}
    />
  );
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Select
        label="Tamanho do estabelecimento"
        value={request.empregados}
        options={labelsOf(establishmentSizes)}
        onValue={(empregados) => onChange({ empregados })}
      />
      <Select
        label="Estado"
        value={request.uf ?? ''}
        options={[['', 'Todos'], ...statesByName.map(({ sigla, nome }) => [sigla, nome] as const)]}
        onValue={(uf) => onChange({ uf })}
      />
      <Select
        label="Seção da CNAE"
        value={request.secao ?? ''}
        options={[['', 'Todas'], ...sectionOptions]}
        onValue={(secao) => onChange({ secao, cnaes: '' })}
      />
      {ofMonth('Período: de', period.from, (month) =>
        changePeriod(month, month > period.to ? month : period.to),
      )}
      {ofMonth('Período: até', period.to, (month) =>
        changePeriod(month < period.from ? month : period.from, month),
      )}
      <div className="min-w-0">
        <ChosenSubclasses
          chosen={request.cnaes ?? none}
          section={request.secao}
          onChosen={(cnaes) => onChange({ cnaes })}
        />
      </div>
    </div>
  );
}
