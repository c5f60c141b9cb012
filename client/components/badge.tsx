import type { ReactNode } from 'react';

const tones = {
  neutral: 'border-line text-muted',
  warm: 'border-warm/50 bg-warm-soft text-warm',
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
