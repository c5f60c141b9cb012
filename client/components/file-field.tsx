import type { ComponentProps, ReactNode } from 'react';
import { Field } from './field.tsx';

/** The platform's own file picker. */
export function FileField({
  label,
  hint,
  error,
  onFiles,
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange' | 'className'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  onFiles: (files: File[]) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <input
          {...wiring}
          {...rest}
          type="file"
          className="control px-2 py-1.5 text-dense file:mr-3 file:min-h-7 file:rounded-control file:border file:border-solid file:border-control file:bg-surface file:px-3 file:font-medium file:text-ink"
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  );
}
