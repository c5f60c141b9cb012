import { useId, useState, type SyntheticEvent } from 'react';
import { formatCount } from '../../../shared/words/format.ts';
import { Button } from '../../components/button.tsx';

/** Goes to the record at a given position of the order. */
export function GoToRecord({
  totalCount,
  onPlace,
}: {
  totalCount: number;
  /** From 0. */
  onPlace: (place: number) => void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const number = Number(text.replaceAll('.', ''));
  const isWrong =
    text.trim() !== '' && !(Number.isInteger(number) && number >= 1 && number <= totalCount);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isWrong) onPlace(number - 1);
  };
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="mt-3 flex flex-wrap items-center gap-2 text-dense print:hidden"
    >
      <label htmlFor={id}>Ir para o registro</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        className="control max-w-32 tabular-nums"
      />
      <Button type="submit">Ir</Button>
      {isWrong && (
        <span id={`${id}-error`} role="alert" className="text-danger">
          Informe um número de 1 a {formatCount(totalCount)}.
        </span>
      )}
    </form>
  );
}
