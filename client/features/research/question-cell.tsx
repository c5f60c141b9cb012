import type { ReactNode } from 'react';
import type { QuestionWords } from '../../../shared/words/question-words.ts';
import { leadingParts, tellingParts } from '../../lib/telling-parts.ts';

/** A search in a list: its name or what tells it from others, what it is about, and its other filters, each said once. */
export function QuestionCell({
  name,
  question: { subject, parts },
  unsaid = [subject, ...parts],
  badges,
}: {
  name: string | null;
  question: QuestionWords;
  /** Of the question, what the name does not say. */
  unsaid?: readonly string[];
  badges?: ReactNode;
}) {
  const leading = leadingParts(parts);
  const rest = name === null ? parts.filter((part) => !leading.includes(part)) : unsaid;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium wrap-anywhere">{name ?? leading.join(' · ')}</span>
        {badges}
      </span>
      {name === null && <span className="block wrap-anywhere">{subject}</span>}
      <span className="block text-muted wrap-anywhere">{tellingParts(rest).join(' · ')}</span>
    </>
  );
}
