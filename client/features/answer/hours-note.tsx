import { fullTimeOffer, partTimeText } from '../../../shared/statistics/working-hours.ts';
import { TextButton } from '../../components/button.tsx';

/** Shown above the number: how many records are not full-time, and a button for the same query limited to full time. */
export default function HoursNote({
  count,
  fullTime,
  onFullTime,
}: {
  count: number;
  fullTime: number;
  onFullTime: () => void;
}) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-dense tabular-nums">
      <span className="max-w-prose">{partTimeText(count, fullTime)}</span>
      <TextButton onClick={onFullTime}>{fullTimeOffer}</TextButton>
    </p>
  );
}
