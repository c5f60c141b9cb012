import { useState, type ComponentProps, type ReactNode } from 'react';
import { Field } from './field.tsx';

/**
 * The platform's file picker with a label in our own language and size. It shows the chosen names until a new `key`
 * resets it; where `chosenNames` is given, the caller controls them.
 */
export function FileField({
  label,
  hint,
  error,
  multiple,
  chosenNames,
  onFiles,
  ...rest
}: Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange' | 'className'> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  chosenNames?: readonly string[];
  onFiles: (files: File[]) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <FilePicker
          {...wiring}
          {...rest}
          multiple={multiple}
          chosenNames={chosenNames}
          onFiles={onFiles}
        />
      )}
    </Field>
  );
}

function FilePicker({
  multiple,
  chosenNames,
  onFiles,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange'> & {
  chosenNames: readonly string[] | undefined;
  onFiles: (files: File[]) => void;
}) {
  const [ownNames, setNames] = useState<readonly string[]>([]);
  const names = chosenNames ?? ownNames;
  const prompt = multiple ? 'Escolher arquivos' : 'Escolher arquivo';
  return (
    <div className="control relative flex items-center gap-3 px-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-aria-invalid:border-danger">
      <span
        aria-hidden
        className="shrink-0 rounded-control border border-control px-3 py-1 text-dense font-medium"
      >
        {prompt}
      </span>
      <span
        aria-hidden
        className={`min-w-0 py-1 text-dense text-muted ${multiple ? 'truncate' : 'wrap-anywhere'}`}
      >
        {names.length === 0 ? 'nenhum escolhido' : names.join(', ')}
      </span>
      <input
        {...rest}
        type="file"
        multiple={multiple}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          setNames(files.map(({ name }) => name));
          // The user can then choose the same file again after removing it.
          if (chosenNames) event.target.value = '';
          onFiles(files);
        }}
      />
    </div>
  );
}
