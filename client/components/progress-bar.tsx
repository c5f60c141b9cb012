/** The share of a whole that is done, from 0 to 1; null while it is unknown. */
export function ProgressBar({
  label,
  share,
  valueText,
  isStill = false,
}: {
  label: string;
  share: number | null;
  valueText: string;
  isStill?: boolean;
}) {
  return (
    <progress
      aria-label={label}
      aria-valuetext={valueText}
      max={1}
      {...(share !== null && { value: share })}
      className={`block h-2 w-full appearance-none overflow-hidden rounded-control border border-control bg-sunken [&::-webkit-progress-bar]:bg-transparent ${isStill ? stillFill : movingFill}`}
    />
  );
}

const movingFill = '[&::-moz-progress-bar]:bg-accent [&::-webkit-progress-value]:bg-accent';
const stillFill = '[&::-moz-progress-bar]:bg-control [&::-webkit-progress-value]:bg-control';
