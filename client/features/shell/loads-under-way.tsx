import { Link } from '@tanstack/react-router';
import { formatCounted } from '../../../shared/words/format.ts';
import type { Upload } from '../../../shared/contracts/uploads.ts';
import { useLiveUploads } from '../../lib/live-uploads.ts';

/** The number of uploads that are in progress or wait for an administrator. */
export default function LoadsUnderWay() {
  const uploads = [...useLiveUploads().uploads.values()];
  const waiting = uploads.filter(({ status }) => status === 'AWAITING_APPROVAL');
  const running = uploads.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING');
  const text = loadsText(running, waiting);
  const [only, ...others] = [...waiting, ...running];
  return (
    <output className="min-w-0 text-fine">
      {only !== undefined && (
        <Link
          {...(others.length === 0
            ? { to: '/admin/uploads/$id', params: { id: only.id } }
            : { to: '/admin/upload' })}
          className={`inline-flex min-h-8 items-center gap-2 rounded-control px-2 font-medium hover:bg-sunken pointer-coarse:min-h-11 ${
            waiting.length > 0 ? 'text-warm' : 'text-accent'
          }`}
        >
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-current" />
          <span aria-hidden className="tabular-nums sm:hidden">
            {others.length + 1}
          </span>
          <span className="max-sm:sr-only">{text}</span>
        </Link>
      )}
    </output>
  );
}

function loadsText(running: readonly Upload[], waiting: readonly Upload[]): string {
  const parts = [
    waiting.length > 0 &&
      `${formatCounted(waiting.length, 'envio aguarda', 'envios aguardam')} aprovação`,
    running.length > 0 && `${formatCounted(running.length, 'envio', 'envios')} em andamento`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
