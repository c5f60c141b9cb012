import { useState, type SyntheticEvent } from 'react';
import { keysOf } from '../../../shared/codes/keys.ts';
import { readNumber } from '../../../shared/statistics/figures-csv.ts';
import { figureSeries, OfficialFigureImport } from '../../../shared/contracts/integrity.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { failedField } from '../../lib/call.ts';
import { seriesTitles } from './integrity-texts.ts';
import { useFiguresImport } from './integrity-options.ts';

const empty = {
  edition: '',
  month: '',
  series: 'declarada',
  admissions: '',
  separations: '',
  balance: '',
  nominalWage: '',
  source: '',
};
type Name = keyof typeof empty;

const countFields = [
  ['admissions', 'Admissões', '1.883.198'],
  ['separations', 'Desligamentos', '1.740.496'],
  ['balance', 'Saldo', '142.702'],
  ['nominalWage', 'Salário médio nominal (R$)', '2.032,56'],
] as const;

export function FigureForm() {
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({});
  const figures = useFiguresImport();

  const set = (name: Name) => (text: string) => setValues({ ...values, [name]: text });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const figure = {
      ...values,
      edition: values.edition.trim(),
      month: values.month.trim(),
      admissions: readNumber(values.admissions.trim()),
      separations: readNumber(values.separations.trim()),
      balance: readNumber(values.balance.trim().replace('−', '-')),
      nominalWage: readNumber(values.nominalWage.trim()),
    };
    const checked = OfficialFigureImport.safeParse(figure);
    // Of several problems of a field, the first one counts.
    const issues = checked.error?.issues.toReversed() ?? [];
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [path[0], message])));
    if (!checked.success) return;
    figures.mutate(
      { figures: [checked.data] },
      {
        onSuccess: () => setValues({ ...empty, edition: values.edition, source: values.source }),
        onError: (error) => {
          const field = failedField(error, keysOf(empty));
          if (field !== undefined) setProblems({ [field]: error.message });
        },
      },
    );
  };
  const wiring = (name: Name) => ({
    value: values[name],
    error: problems[name],
    onText: set(name),
  });

  return (
    <form
      noValidate
      aria-label="Importar um número"
      onSubmit={handleSubmit}
      className="flex flex-col gap-4"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label="Mês (AAAAMM)"
          inputMode="numeric"
          maxLength={6}
          placeholder="202607"
          {...wiring('month')}
        />
        <Select
          label="Série"
          value={values.series}
          options={figureSeries.map((series) => ({ value: series, label: seriesTitles[series] }))}
          onValue={set('series')}
          error={problems.series}
        />
        <TextField
          label="Edição (AAAAMM)"
          inputMode="numeric"
          maxLength={6}
          placeholder="202607"
          hint="O mês das tabelas do MTE."
          {...wiring('edition')}
        />
        <TextField
          label="Fonte"
          maxLength={200}
          placeholder="MTE, tabelas de 202607"
          {...wiring('source')}
        />
        {countFields.map(([name, label, placeholder]) => (
          <TextField
            key={name}
            label={label}
            inputMode="decimal"
            maxLength={20}
            placeholder={placeholder}
            {...wiring(name)}
          />
        ))}
      </div>
      <Button type="submit" look="primary" className="self-start" disabled={figures.isPending}>
        {figures.isPending ? 'Importando...' : 'Importar número'}
      </Button>
    </form>
  );
}
