import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../lib/hooks.ts';
import { useListUrl } from '../lib/list-url.ts';
import { TextField } from './field.tsx';

const pauseMs = 250;

/** A text filter of a list, sent after a pause in typing; the field follows changes of the filter from elsewhere. */
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
  const [sent, setSent] = useState(initial);
  const [known, setKnown] = useState(initial);
  if (initial !== known) {
    setKnown(initial);
    // A link or the back button changed the filter, not the text that this field sent.
    if (initial !== sent) {
      setSent(initial);
      setText(initial);
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = useStableCallback((words: string) => {
    if (words === initial) return;
    setSent(words);
    onWords(words);
  });
  const handleText = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next.trim()), pauseMs);
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

/** The text filter of a screen's list, which the address holds. */
export function ListSearch(
  props: Pick<ComponentProps<typeof SearchField>, 'label' | 'placeholder'>,
) {
  const { text, change } = useListUrl();
  return <SearchField {...props} initial={text('busca')} onWords={(busca) => change({ busca })} />;
}
