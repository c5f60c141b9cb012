import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-line text-muted',
  warm: 'border-warm/50 bg-warm-soft text-warm',
  good: 'border-good/50 text-good',
  danger: 'border-danger/50 bg-danger-soft text-danger',
} as const;

export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-control border px-2 py-0.5 text-fine font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
