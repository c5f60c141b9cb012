import type { ReactNode } from 'react';

const titleTones = { neutral: '', warm: 'text-warm', danger: 'text-danger' } as const;

const tones = {
  neutral: 'border-line bg-surface',
  warm: 'border-warm/50 bg-warm-soft',
  danger: 'border-danger/40 bg-danger-soft',
} as const;

/** The parts of an address that are not valid; nothing if it has none. */
export function RejectedNotice({ rejected }: { rejected: readonly string[] }) {
  if (rejected.length === 0) return null;
  return (
    <Notice tone="neutral" title="Parte do endereço foi ignorada">
      Não entendemos: {rejected.join('; ')}.
    </Notice>
  );
}

/** A boxed message with the actions it offers. Screen readers announce errors at once. */
export function Notice({
  tone,
  title,
  children,
  actions,
  className = '',
}: {
  tone: keyof typeof tones;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`rounded-card border p-4 sm:p-5 ${tones[tone]} ${className}`}
    >
      <p className={`font-medium ${titleTones[tone]}`}>{title}</p>
      {children !== undefined && <div className="mt-1 max-w-prose">{children}</div>}
      <div className="flex flex-wrap gap-2 not-empty:mt-3">{actions}</div>
    </div>
  );
}
