import { useState, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import { formatDecimal, maybeReais } from '../../shared/words/format.ts';
import { failedField, failureText } from '../lib/failure-text.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { showToast } from './toast.ts';

export type NumberField<Name extends string> = { name: Name; label: string; hint: string };
type Values<Name extends string> = Readonly<Record<Name, number>>;
type ByName<Name extends string> = Partial<Record<Name, string>>;

/** A handful of numbers that are saved together, each with what it is for. */
export function NumberSettingsForm<Name extends string>({
  label,
  fields,
  saved,
  initial,
  schema,
  save,
  savedText,
}: {
  label: string;
  fields: readonly NumberField<Name>[];
  /** As they are in force. */
  saved: Values<Name>;
  /** As they come with the product. */
  initial: Values<Name>;
  schema: z.ZodType<Values<Name>>;
  save: (values: Values<Name>) => Promise<unknown>;
  savedText: string;
}) {
  const [typed, setTyped] = useState<ByName<Name>>({});
  const [problems, setProblems] = useState<ByName<Name>>({});
  const [isSaving, setSaving] = useState(false);
  const names = fields.map(({ name }) => name);
  const textOf = (name: Name) => typed[name] ?? formatDecimal(saved[name]);
  const isChanged = names.some((name) => textOf(name) !== formatDecimal(saved[name]));

  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const read = names.map((name) => [name, maybeReais(textOf(name)) ?? Number.NaN] as const);
    const checked = schema.safeParse(Object.fromEntries(read));
    setProblems(checked.success ? {} : problemsOf(names, checked.error));
    if (!checked.success) return;
    setSaving(true);
    try {
      await save(checked.data);
      setTyped({});
      showToast({ title: 'Configuração salva', description: savedText });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const description = failureText(error, 'Nada foi salvo. Tente de novo em instantes.');
      const field = failedField(error, names);
      if (field !== undefined) setProblems(oneProblem(field, description));
      showToast({ tone: 'danger', title: 'Erro ao salvar', description });
    } finally {
      setSaving(false);
    }
  };
  const restoreInitial = () => {
    const texts: ByName<Name> = {};
    for (const name of names) texts[name] = formatDecimal(initial[name]);
    setTyped(texts);
    setProblems({});
  };

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex flex-col gap-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <TextField
            key={field.name}
            label={field.label}
            hint={field.hint}
            inputMode="decimal"
            maxLength={20}
            value={textOf(field.name)}
            error={problems[field.name]}
            onText={(text) => setTyped({ ...typed, [field.name]: text })}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={isSaving || !isChanged}>
          {isSaving ? 'Salvando...' : 'Salvar'}
        </Button>
        <Button onClick={restoreInitial}>Usar os valores de fábrica</Button>
      </div>
    </form>
  );
}

function problemsOf<Name extends string>(
  names: readonly Name[],
  { issues }: z.ZodError,
): ByName<Name> {
  const problems: ByName<Name> = {};
  for (const { path, message } of issues.toReversed()) {
    const name = names.find((own) => own === path[0]);
    if (name !== undefined) problems[name] = message;
  }
  return problems;
}

function oneProblem<Name extends string>(name: Name, message: string): ByName<Name> {
  const problems: ByName<Name> = {};
  problems[name] = message;
  return problems;
}
