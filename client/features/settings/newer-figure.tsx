import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { showFailure } from '../../components/toast.tsx';
import { failureText } from '../../lib/call.ts';

export type Figure = { month: string; value: number; source: string };

export type NewerFigureTexts = {
  label: string;
  valueLabel: string;
  valuePlaceholder: string;
  sourcePlaceholder: string;
  readValue: (text: string) => number | undefined;
};

/** One newer figure of a table: its first month, its value and its source. */
export function NewerFigure({
  texts: { label, valueLabel, valuePlaceholder, sourcePlaceholder, readValue },
  problemOf,
  onImport,
}: {
  texts: NewerFigureTexts;
  /** The contract's validation error for a figure, if any. */
  problemOf: (figure: Figure) => string | undefined;
  onImport: (figure: Figure) => Promise<void>;
}) {
  const [month, setMonth] = useState('');
  const [value, setValue] = useState('');
  const [source, setSource] = useState('');
  const [problem, setProblem] = useState<string>();
  const saving = useMutation({
    mutationFn: onImport,
    onSuccess: () => {
      for (const clear of [setMonth, setValue, setSource]) clear('');
    },
    onError: (error) => {
      setProblem(failureText(error, 'Erro na importação'));
      showFailure(error, 'Erro na importação', 'Nada foi importado.');
    },
  });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const figure = { month: month.trim(), value: readValue(value) ?? Number.NaN, source };
    const found = problemOf(figure);
    setProblem(found);
    if (found === undefined) saving.mutate(figure);
  };

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={handleSubmit}
      className="mt-4 flex flex-col gap-3 border-t border-line pt-4"
    >
      <h3 className="font-medium">{label}</h3>
      <div className="grid items-start gap-3 sm:grid-cols-[8rem_9rem_minmax(0,1fr)]">
        <TextField
          label="Mês (AAAAMM)"
          inputMode="numeric"
          maxLength={6}
          placeholder="202701"
          value={month}
          onText={setMonth}
        />
        <TextField
          label={valueLabel}
          inputMode="decimal"
          placeholder={valuePlaceholder}
          value={value}
          onText={setValue}
        />
        <TextField
          label="Fonte"
          maxLength={160}
          placeholder={sourcePlaceholder}
          value={source}
          onText={setSource}
        />
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-dense text-danger">
          {problem}
        </p>
      )}
      <Button type="submit" disabled={saving.isPending} className="self-start">
        {saving.isPending ? 'Importando...' : 'Importar'}
      </Button>
    </form>
  );
}
