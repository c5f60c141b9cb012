import { useId, type ComponentProps, type ReactNode } from 'react';

export type FieldWiring = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
};

/** A labelled control with an optional hint and error, wired for assistive technology. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-dense font-medium">
        {label}
      </label>
      {children({
        id,
        ...(hasNote && { 'aria-describedby': noteId }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {hasNote && (
        <p
          id={noteId}
          className={`text-dense ${error === undefined ? 'text-muted' : 'text-danger'}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with values that belong to no single field. */
export function FormProblem({ text }: { text: string | undefined }) {
  return (
    text !== undefined && (
      <p role="alert" className="text-dense text-danger">
        {text}
      </p>
    )
  );
}

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'onChange'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  onText: (text: string) => void;
};

export function TextField({ label, hint, error, onText, className = '', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          {...rest}
          className={`control ${className}`}
          onChange={(event) => onText(event.target.value)}
        />
      )}
    </Field>
  );
}
