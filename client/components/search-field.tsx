import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../lib/use-stable-callback.ts';
import { TextField } from './field.tsx';

const restMs = 250;

/** Words that narrow a list; the list follows when the typing rests, and the field what narrows it otherwise. */
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
  const [told, setTold] = useState(initial);
  const [known, setKnown] = useState(initial);
  if (initial !== known) {
    setKnown(initial);
    // A link or the way back, and not these words on their way.
    if (initial !== told) {
      setTold(initial);
      setText(initial);
    }
  }
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  const tell = useStableCallback((words: string) => {
    if (words === initial) return;
    setTold(words);
    onWords(words);
  });
  const handleText = (next: string) => {
    setText(next);
    clearTimeout(resting.current);
    resting.current = setTimeout(() => tell(next.trim()), restMs);
  };
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      maxLength={120}
      value={text}
      onText={handleText}
    />
  );
}
