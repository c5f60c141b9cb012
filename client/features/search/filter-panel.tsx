import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Fold } from '../../components/fold.tsx';
import { ContractFields, SchoolingLevelField } from './contract-fields.tsx';
import { EmployerFields } from './employer-fields.tsx';
import { MethodFields } from './method-fields.tsx';
import { PeopleFields, SalaryFields } from './people-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { SensitiveFields } from './sensitive-fields.tsx';
import type { SearchFormState } from './use-search-form.ts';

/** Every filter but the main field, in the order of the question: where, how much, who, which data. */
export function FilterFields({ state }: { state: SearchFormState }) {
  const { form, errors, months, change } = state;
  const { porte, secao, cnaes, contrato, horas, nivelEscolaridade } = form;
  const moreSet =
    setAmong([porte, secao, contrato, horas, nivelEscolaridade]) + Number(cnaes.length > 0);
  return (
    <div className="flex flex-col gap-6">
      <Group title="Onde">
        <PlaceFields form={form} onChange={change} />
      </Group>
      <Group title="Quanto">
        <SalaryFields form={form} errors={errors} onChange={change} />
      </Group>
      <Group title="Quem">
        <PeopleFields form={form} onChange={change} />
      </Group>
      <Group title="Quais dados">
        <MethodFields form={form} errors={errors} months={months} onChange={change} />
      </Group>
      <div>
        <Fold title={titleWithCount('Mais filtros', moreSet)} isOpenAtFirst={moreSet > 0}>
          <div className="flex flex-col gap-6 pt-2">
            <Group title="Empresa">
              <EmployerFields form={form} onChange={change} />
            </Group>
            <Group title="Contrato">
              <ContractFields form={form} onChange={change} />
            </Group>
            <Group title="Formação">
              <SchoolingLevelField form={form} onChange={change} />
            </Group>
          </div>
        </Fold>
        <Fold title={titleWithCount('Filtros sensíveis', setAmong([form.raca, form.deficiencia]))}>
          <SensitiveFields form={form} onChange={change} />
        </Fold>
      </div>
    </div>
  );
}

const setAmong = (values: readonly string[]) => values.filter((value) => value !== 'all').length;

const titleWithCount = (title: string, count: number) =>
  count === 0 ? title : `${title} (${count})`;

/** The form's two buttons; `formId` names the form where they stand outside of it. */
export function FilterButtons({ state, formId }: { state: SearchFormState; formId?: string }) {
  return (
    <div className="flex gap-2">
      <Button type="submit" form={formId} look="primary" className="flex-1">
        Buscar Dados
      </Button>
      <Button onClick={state.clear}>Limpar Filtros</Button>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-3 w-full border-b border-line pb-1 text-dense font-medium text-muted">
        {title}
      </legend>
      {children}
    </fieldset>
  );
}
