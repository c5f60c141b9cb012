import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { formatCnpj } from '../../../shared/codes/cnpj.ts';
import { companySizeLabels } from '../../../shared/codes/codes.ts';
import { CreateCompany, type Company } from '../../../shared/contracts/companies.ts';
import { FormActions } from '../../components/form-actions.tsx';
import {
  FormSelect,
  FormText,
  showFirstProblem,
  showFormFailure,
} from '../../components/form-fields.tsx';
import { CnaeSelector } from './cnae-selector.tsx';

type Values = z.input<typeof CreateCompany>;

const sizes = Object.entries(companySizeLabels);
const fieldNames = ['name', 'cnpj', 'industry', 'size', 'cnaes', 'cnaePrincipal'] as const;

const emptyCompany: Values = {
  name: '',
  cnpj: '',
  industry: '',
  size: 'PEQUENA',
  cnaes: [],
  cnaePrincipal: null,
};

export function valuesOfCompany(company: Company): Values {
  const { name, cnpj, industry, size, cnaes, cnaePrincipal } = company;
  return { name, cnpj: formatCnpj(cnpj), industry: industry ?? '', size, cnaes, cnaePrincipal };
}

/** The fields of a company, and a note below the buttons; `save` reports its own success. */
export function CompanyForm({
  initial = emptyCompany,
  failureTitle,
  label,
  busyLabel,
  save,
  onSaved,
  onCancel,
  children,
}: {
  initial?: Values;
  failureTitle: string;
  label: string;
  busyLabel: string;
  save: (company: Values) => Promise<Company>;
  /** Called only while the form is shown. */
  onSaved: (company: Company) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { control, formState, handleSubmit, setError, setValue } = useForm({
    resolver: zodResolver(CreateCompany),
    defaultValues: initial,
  });
  const saving = useMutation({
    mutationFn: save,
    onError: (error) => showFormFailure(error, failureTitle, fieldNames, setError),
  });
  const submit = handleSubmit(
    (company) => saving.mutate(company, { onSuccess: onSaved }),
    (errors) => showFirstProblem('Confira os dados da empresa', fieldNames, errors),
  );
  const [cnaes, cnaePrincipal] = useWatch({ control, name: ['cnaes', 'cnaePrincipal'] });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FormText
            control={control}
            name="name"
            label="Nome da empresa"
            required
            maxLength={160}
          />
        </div>
        <FormText
          control={control}
          name="cnpj"
          label="CNPJ"
          required
          placeholder="00.000.000/0000-00"
          hint="Aceita o formato novo, com letras"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <FormSelect control={control} name="size" label="Porte" options={sizes} />
        <div className="sm:col-span-2">
          <FormText control={control} name="industry" label="Setor (opcional)" maxLength={120} />
        </div>
      </div>
      <CnaeSelector
        selection={{ cnaes, cnaePrincipal: textOrNull(cnaePrincipal) }}
        error={formState.errors.cnaes?.message ?? formState.errors.cnaePrincipal?.message}
        onSelection={(next) => {
          const shouldValidate = formState.isSubmitted;
          setValue('cnaePrincipal', next.cnaePrincipal);
          setValue('cnaes', [...next.cnaes], { shouldValidate });
        }}
      />
      <FormActions
        label={label}
        busyLabel={busyLabel}
        isBusy={saving.isPending}
        onCancel={onCancel}
      />
      {children}
    </form>
  );
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
