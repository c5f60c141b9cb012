import { filters as catalogue, type FilterName } from '../../../shared/filters/catalogue.ts';
import { formGroups, type FormGroup } from '../../../shared/filters/filter.ts';
import { keysOf } from '../../../shared/codes/keys.ts';
import { minForSensitive } from '../../../shared/statistics/design-effect.ts';
import { Button } from '../../components/button.tsx';
import { Fold } from '../../components/fold.tsx';
import { FilterControl } from './filter-control.tsx';
import { PlaceFinder } from './place-finder.tsx';
import { countSetIn, formValues, placeOf } from './search-form.ts';
import type { SearchFormState } from './use-search-form.ts';

/** Every filter except the main field, in the order of the query: where, how much, who, which data. */
export function FilterFields({ state }: { state: SearchFormState }) {
  const moreSet = countSetIn(state.form, groupsFolded('more').flatMap(filtersIn));
  const sensitive = filtersIn('sensitive');
  return (
    <div className="flex flex-col gap-6">
      <Groups fold={null} state={state} />
      <div>
        <Fold title={titleWithCount('Mais filtros', moreSet)} isOpenAtFirst={moreSet > 0}>
          <div className="flex flex-col gap-6 pt-2">
            <Groups fold="more" state={state} />
          </div>
        </Fold>
        <Fold title={titleWithCount('Filtros sensíveis', countSetIn(state.form, sensitive))}>
          <div className="flex flex-col gap-3">
            <p className="text-dense text-muted">
              Raça ou cor e deficiência são dados sensíveis (LGPD, art. 5º, II). Ficam separados
              para que ninguém os use sem querer: servem para estudar diferenças salariais entre
              grupos, em dados sem nomes, e não para decidir sobre uma pessoa. Com menos de{' '}
              {minForSensitive} registros, mostramos só a contagem.
            </p>
            <Controls names={sensitive} state={state} />
          </div>
        </Fold>
      </div>
    </div>
  );
}

const filtersIn = (group: FormGroup): FilterName[] =>
  keysOf(catalogue).filter((name) => catalogue[name].form?.group === group);

const groupsFolded = (fold: 'more' | null): FormGroup[] =>
  keysOf(formGroups).filter((group) => formGroups[group].fold === fold);

function Groups({ fold, state }: { fold: 'more' | null; state: SearchFormState }) {
  return groupsFolded(fold).map((group) => (
    <fieldset key={group} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 w-full border-b border-line pb-1 text-dense font-medium text-muted">
        {formGroups[group].title}
      </legend>
      {group === 'place' && (
        <PlaceFinder onPlace={(place) => state.change(formValues(placeOf(place)))} />
      )}
      <Controls names={filtersIn(group)} state={state} />
    </fieldset>
  ));
}

function Controls({ names, state }: { names: readonly FilterName[]; state: SearchFormState }) {
  return names.map((name) => <FilterControl key={name} name={name} state={state} />);
}

const titleWithCount = (title: string, count: number) =>
  count === 0 ? title : `${title} (${count})`;

/** The form's two buttons; `formId` names the form if they are outside it. */
export function FilterButtons({ state, formId }: { state: SearchFormState; formId?: string }) {
  return (
    <div className="flex gap-2">
      <SearchButton state={state} form={formId} className="flex-1" />
      <Button onClick={state.clear}>Limpar Filtros</Button>
    </div>
  );
}

/** Submits the form; its label states when the query covers every occupation. */
export function SearchButton({
  state: { isAboutEverything },
  form,
  className,
}: {
  state: SearchFormState;
  form?: string | undefined;
  className: string;
}) {
  return (
    <Button type="submit" form={form} look="primary" className={`py-0! ${className}`}>
      <span className="-mx-2 py-0.5 leading-tight">
        Buscar Dados{' '}
        {isAboutEverything && (
          <span className="block text-dense leading-tight font-normal">todas as ocupações</span>
        )}
      </span>
    </Button>
  );
}
