import type { ReactNode } from 'react';
import type { QuestionWords } from '../../../shared/words/question-words.ts';
import { leadingParts } from './telling-parts.ts';

/** A search in a list: its name or what tells it from others, what it is about, and its other filters. */
export function QuestionCell({
  name,
  question: { subject, parts },
  badges,
}: {
  name: string | null;
  question: QuestionWords;
  badges?: ReactNode;
}) {
  const leading = leadingParts(parts);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name ?? leading.join(' · ')}</span>
        {badges}
      </span>
      <span className="block wrap-anywhere">{subject}</span>
      <span className="block text-muted wrap-anywhere">
        {(name === null ? parts.filter((part) => !leading.includes(part)) : parts).join(' · ')}
      </span>
    </>
  );
}
