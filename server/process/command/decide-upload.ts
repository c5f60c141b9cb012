import { AppError } from '../../platform/errors.ts';
import { approveUpload, cancelUpload, requireUpload } from '../../registry/ingest/upload-acts.ts';
import type { CommandContext } from './context.ts';
import { followUploads } from './follow-uploads.ts';

/** Who decides at a console is nobody that the product knows. */
const atConsole = { userId: null, address: null };

/**
 * Publishes an upload that waits, and follows it. Where other data were published since it was compared, it is
 * compared anew and goes live only within the limits; otherwise its new reasons are printed, to be decided again.
 * Throws `AppError` for one that does not exist or does not wait.
 */
export async function approve(context: CommandContext, [id = '']: readonly string[]) {
  const { compared_release: comparedWith } = await requireUpload(context.store, id);
  try {
    await approveUpload(context, atConsole, id, { comparedWith });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'comparison_outdated') throw error;
    console.error(error.message);
  }
  return followUploads(context, [id]);
}

/** Gives an upload up that waits, is queued or under way. Throws `AppError` for one that has ended. */
export async function cancel(context: CommandContext, [id = '']: readonly string[]) {
  await cancelUpload(context, atConsole, id);
  const { status, message } = await requireUpload(context.store, id);
  console.log(
    status === 'PROCESSING'
      ? 'O cancelamento foi pedido a quem está carregando este envio.'
      : message,
  );
  return 0;
}
