import { fullTimeOffer, partTimeText } from '../../../shared/statistics/working-hours.ts';
import { TextButton } from '../../components/text-button.tsx';

/** Above the number: how many records are not of full time, and the same query of full time alone. */
export default function HoursNote({
  count,
  fullTime,
  onFullTime,
}: {
  count: number;
  /** Records of full time. */
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
