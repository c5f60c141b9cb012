import { formatShare } from '../../../shared/words/format.ts';
import { reportStatusLabels, type Report } from '../../../shared/contracts/reports.ts';
import { Badge } from '../../components/badge.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';

const tones = { COMPLETED: 'good', GENERATING: 'neutral', FAILED: 'danger' } as const;

/** A report's progress, or why it failed. */
export function ReportStatus({ report }: { report: Report }) {
  const { name, status, progress, message } = report;
  return (
    <>
      <Badge tone={tones[status]}>{reportStatusLabels[status]}</Badge>
      {status === 'GENERATING' && (
        <div className="mt-1.5 max-w-40">
          <ProgressBar
            label={`Geração de ${name}`}
            share={progress ?? 0}
            valueText={progress === null ? 'na fila' : formatShare(progress)}
          />
          {progress === null && <span className="mt-1 block text-fine text-muted">Na fila</span>}
        </div>
      )}
      {message !== null && <p className="mt-1 text-danger wrap-anywhere">{message}</p>}
    </>
  );
}
