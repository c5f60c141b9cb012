import type { ReactNode } from 'react';
import type { QuestionWords } from '../../../shared/words/question-words.ts';

/** A search in a list: its name where it has one, what it is about, and its filters. */
export function QuestionCell({
  name,
  question: { subject, parts },
  badges,
}: {
  name: string | null;
  question: QuestionWords;
  badges?: ReactNode;
}) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name ?? subject}</span>
        {badges}
      </span>
      {name !== null && <span className="block wrap-anywhere">{subject}</span>}
      <span className="block text-muted wrap-anywhere">{parts.join(' · ')}</span>
    </>
  );
}
