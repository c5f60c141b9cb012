import type { UploadReason } from '../../../shared/contracts/uploads.ts';

/** Why an upload waits: each reason in a sentence with its figures. */
export function ReasonList({ reasons }: { reasons: readonly UploadReason[] }) {
  return (
    <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-warm">
      {reasons.map(({ code, file, message }) => (
        <li key={`${file} ${code} ${message}`} className="wrap-anywhere">
          {message}
        </li>
      ))}
    </ul>
  );
}
