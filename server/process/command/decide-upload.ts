import { AppError } from '../../platform/errors.ts';
import { approveUpload, cancelUpload, requireUpload } from '../../registry/ingest/upload-acts.ts';
import type { CommandContext } from './context.ts';
import { followUploads } from './follow-uploads.ts';

/** The command line has no signed-in user and no client address. */
const atConsole = { userId: null, address: null };

/**
 * Publishes an upload that awaits approval, and follows it. If other data were published since the comparison, the
 * upload is compared again and goes live only within the limits; otherwise its new reasons are printed and an operator
 * must decide again. Throws `AppError` for an upload that does not exist or does not await approval.
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

/**
 * Cancels an upload that awaits approval, is queued or is under way. Throws `AppError` for an upload that has ended.
 */
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
