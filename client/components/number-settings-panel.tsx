import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import { formatDecimal, maybeReais } from '../../shared/words/format.ts';
import { get, send, failedField, failureText } from '../lib/call.ts';
import { AsyncPanel, Skeleton } from './async-panel.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Panel } from './panel.tsx';
import { showToast } from './toast.tsx';

type NumberField<Name extends string> = { name: Name; label: string; hint: string };
type Values<Name extends string> = Readonly<Record<Name, number>>;
type ByName<Name extends string> = Partial<Record<Name, string>>;

type NumberSettings<Name extends string> = {
  /** The form's label. */
  label: string;
  /** The API path that reads and changes the values. */
  path: string;
  schema: z.ZodType<Values<Name>>;
  fields: readonly NumberField<Name>[];
  /** The product's defaults. */
  initial: Values<Name>;
  savedText: string;
};

/** A few numbers that are saved together, each with its explanation. */
export function NumberSettingsPanel<Name extends string>({
  title,
  lead,
  ...settings
}: NumberSettings<Name> & { title: string; lead: string }) {
  const { path, schema, fields } = settings;
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get(path, schema, { signal }),
  });
  const save = async (values: Values<Name>) =>
    client.setQueryData([path], await send('PUT', path, schema, values));
  return (
    <Panel title={title}>
      <p className="mb-4 max-w-prose text-dense text-muted">{lead}</p>
      <AsyncPanel
        query={query}
        skeleton={<Skeleton className={fields.length > 2 ? 'h-120' : 'h-32'} />}
      >
        {(saved) => <NumberSettingsForm {...settings} saved={saved} save={save} />}
      </AsyncPanel>
    </Panel>
  );
}

function NumberSettingsForm<Name extends string>({
  label,
  fields,
  saved,
  initial,
  schema,
  save,
  savedText,
}: NumberSettings<Name> & {
  /** The values in force. */
  saved: Values<Name>;
  save: (values: Values<Name>) => Promise<unknown>;
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
        <Button onClick={restoreInitial}>Restaurar padrão</Button>
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
