import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../lib/use-debounced.ts';
import { TextField } from './field.tsx';

/** Words that narrow a list; the list follows when the typing rests. */
export function SearchField({
  label,
  placeholder,
  initial,
  onWords,
}: {
  label: string;
  placeholder: string;
  initial: string;
  onWords: (words: string) => void;
}) {
  const [text, setText] = useState(initial);
  const settled = useDebounced(text.trim(), 250);
  const tell = useEffectEvent((words: string) => {
    if (words !== initial) onWords(words);
  });
  useEffect(() => tell(settled), [settled]);
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      maxLength={120}
      value={text}
      onText={setText}
    />
  );
}
