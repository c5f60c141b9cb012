import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import type { EqualityAnswer } from '../../../shared/contracts/equality.ts';
import {
  groupLabel,
  countsText,
  equalityCaution,
  medianSentence,
} from '../../../shared/sentences/equality-sentences.ts';
import { loneLinkClass } from '../../components/button.tsx';
import type { UrlState } from '../../lib/url-state.ts';

/** The market, the finding in one sentence, and its limits. */
export function EqualityFinding({
  answer: { path, whole },
  cut,
  linkWith,
  children,
}: {
  answer: EqualityAnswer;
  /** The market in words. */
  cut: string;
  linkWith: (changes: UrlState) => UrlState;
  children: ReactNode;
}) {
  return (
    <section className="card min-w-0 p-4 sm:p-5" aria-label="Resultado">
      <GroupPath path={path} linkWith={linkWith} />
      <p aria-live="polite" className="max-w-prose text-figure font-semibold tracking-tight">
        {medianSentence(whole)}
      </p>
      <p className="mt-3 text-dense text-muted tabular-nums">
        {countsText(whole)} · {cut}
      </p>
      <p className="mt-3 max-w-prose text-dense font-medium">{equalityCaution}</p>
      <div className="mt-4 print:hidden">{children}</div>
    </section>
  );
}

/** The path from all occupations down to the current group. */
function GroupPath({
  path,
  linkWith,
}: {
  path: EqualityAnswer['path'];
  linkWith: (changes: UrlState) => UrlState;
}) {
  const steps = [{ code: '', name: null }, ...path];
  return (
    <nav aria-label="Grupo da CBO" className="mb-3">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-dense">
        {steps.map((step, index) => (
          <li key={step.code} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden size={14} className="shrink-0 text-muted" />}
            {index === steps.length - 1 ? (
              <span aria-current="page" className="min-w-0 font-medium wrap-anywhere">
                {groupLabel(step)}
              </span>
            ) : (
              <Link
                to="/equality"
                search={linkWith({ grupo: step.code })}
                className={loneLinkClass}
              >
                {groupLabel(step)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
