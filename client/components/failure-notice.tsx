import { CallError, errorSentence, failureText } from '../lib/call.ts';
import { hasStoppedWaiting, stoppedWaiting } from '../lib/stopped-waiting.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Failed = { error: Error; retry: () => void };

/** Why a call failed, or that the user stopped waiting for it, with a retry button where it can help. */
export function FailureNotice({ title, ...failed }: Failed & { title: string }) {
  const hasStopped = hasStoppedWaiting(failed.error);
  return (
    <Notice
      tone={hasStopped ? 'neutral' : 'danger'}
      title={hasStopped ? stoppedWaiting.title : title}
      actions={<RetryButton {...failed} />}
    >
      {hasStopped ? stoppedWaiting.text : errorSentence(failed.error)}
    </Notice>
  );
}

/** Why an act failed; nothing unless it did. */
export function ActFailure({ error, fallback }: { error: Error | null; fallback: string }) {
  return error && <Notice tone="danger" title={failureText(error, fallback)} />;
}

/** A button to repeat a failed call; nothing if the server would refuse the same call again. */
export function RetryButton({ error, retry }: Failed) {
  const isRefused = error instanceof CallError && error.code !== undefined && error.status < 500;
  // After a login, or a pause, the same call can succeed.
  const isForNow = error instanceof CallError && [401, 429].includes(error.status);
  return (!isRefused || isForNow) && <Button onClick={retry}>Tentar de novo</Button>;
}
