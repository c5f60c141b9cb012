/** The mark and the name; where there is no room for the name, it wraps below the visible row. */
export function Wordmark() {
  return (
    <span className="inline-flex h-6 flex-wrap items-center gap-2 overflow-hidden font-semibold tracking-tight">
      <svg aria-hidden viewBox="0 0 32 32" className="size-6 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 24v-5M12 24V11M17 24V14M22 24v-6"
          className="stroke-on-accent"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <path d="M26 7v17" className="stroke-warm" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      <span className="whitespace-nowrap">CAGED Analytics</span>
    </span>
  );
}
