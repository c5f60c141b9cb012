import type { StreamState } from '../lib/follow-events.ts';

const notes = {
  connecting: 'Conectando para acompanhar ao vivo...',
  live: 'Ao vivo',
  lost: 'Sem conexão ao vivo: mostramos o último estado conhecido e tentamos de novo.',
} as const satisfies Record<StreamState, string>;

/** Whether the page receives live updates. */
export function LiveNote({ state }: { state: StreamState }) {
  return (
    <output
      className={`flex items-center gap-2 text-dense ${state === 'lost' ? 'text-warm' : 'text-muted'}`}
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${state === 'live' ? 'bg-good' : 'border border-current'}`}
      />
      {notes[state]}
    </output>
  );
}
