import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { z } from 'zod';
import { formatDecimal, maybeReais } from '../../shared/words/format.ts';
import { getOptions } from '../lib/get-options.ts';
import { send, failedField, failureText } from '../lib/call.ts';
import { focusFirstInvalid } from '../lib/hooks.ts';
import { showNewest } from '../lib/show-newest.ts';
import { AsyncPanel, Skeleton } from './async-panel.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { Fold } from './fold.tsx';
import { Panel } from './panel.tsx';
import { showToast } from './toast.ts';

type NumberField<Name extends string> = { name: Name; label: string; hint: string };
type Values<Name extends string> = Readonly<Record<Name, number>>;

type NumberSettings<Name extends string> = {
  label: string;
  /** The API path that reads and changes the values. */
  path: string;
  schema: z.ZodType<Values<Name>>;
  fields: readonly NumberField<Name>[];
  initial: Values<Name>;
  savedText: string;
};

/** Numbers that are saved together, each with its explanation; many of them open on demand. */
export function NumberSettingsPanel<Name extends string>({
  title,
  lead,
  ...settings
}: NumberSettings<Name> & { title: string; lead: string }) {
  const { path, schema, fields } = settings;
  const query = useQuery(getOptions([path], path, schema));
  const isLong = fields.length > 2;
  return (
    <Panel title={title}>
      <p className="mb-4 max-w-prose text-dense text-muted">{lead}</p>
      <AsyncPanel query={query} skeleton={<Skeleton className={isLong ? 'h-9' : 'h-52'} />}>
        {(saved) => {
          const form = <NumberSettingsForm {...settings} saved={saved} />;
          return isLong ? <Fold title={`Ver e alterar (${fields.length})`}>{form}</Fold> : form;
        }}
      </AsyncPanel>
    </Panel>
  );
}

function NumberSettingsForm<Name extends string>({
  label,
  path,
  schema,
  fields,
  saved,
  initial,
  savedText,
}: NumberSettings<Name> & {
  saved: Values<Name>;
}) {
  const client = useQueryClient();
  // By field name.
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const names = fields.map(({ name }) => name);
  const textOf = (name: Name) => typed[name] ?? formatDecimal(saved[name]);
  const changed = names.filter((name) => textOf(name) !== formatDecimal(saved[name]));
  const saving = useMutation({
    // Sends only changed values, because another administrator may have saved the others meanwhile.
    mutationFn: (values: Values<Name>) =>
      send('PUT', path, schema, Object.fromEntries(changed.map((name) => [name, values[name]]))),
    onSuccess: (values, sent) => {
      showNewest(client, [path], values);
      // What was typed meanwhile remains.
      setTyped((shown) =>
        Object.fromEntries(
          names.flatMap((name) => {
            const text = shown[name];
            return text === undefined || maybeReais(text) === sent[name] ? [] : [[name, text]];
          }),
        ),
      );
      showToast({ title: 'Configuração salva', description: savedText });
    },
    onError: (error) => {
      const description = failureText(
        error,
        'Pode não ter sido salvo. Recarregue a página e confira.',
      );
      const field = failedField(error, names);
      if (field !== undefined) setProblems({ [field]: description });
      showToast({ tone: 'danger', title: 'Erro ao salvar', description });
    },
  });

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = names.map((name) => [name, maybeReais(textOf(name)) ?? Number.NaN] as const);
    const checked = schema.safeParse(Object.fromEntries(read));
    // The first problem of a field is the one that it shows.
    const issues = checked.error?.issues.toReversed() ?? [];
    setProblems(Object.fromEntries(issues.map(({ path: [name], message }) => [name, message])));
    if (checked.success) saving.mutate(checked.data);
    else focusFirstInvalid(event.currentTarget);
  };
  const restoreInitial = () => {
    setTyped(Object.fromEntries(names.map((name) => [name, formatDecimal(initial[name])])));
    setProblems({});
  };

  return (
    <form noValidate aria-label={label} onSubmit={handleSubmit} className="flex flex-col gap-4">
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
        <Button type="submit" look="primary" disabled={saving.isPending || changed.length === 0}>
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
        <Button onClick={restoreInitial}>Restaurar padrão</Button>
      </div>
    </form>
  );
}
