import { Readable } from 'node:stream';
import type { onSendAsyncHookHandler } from 'fastify';

const pieceBytes = 256 * 1024;

/** Sends long responses in pieces: before it compresses, Fastify copies the whole first piece on the event loop. */
export const cutResponses: onSendAsyncHookHandler = async (_request, _reply, payload) =>
  Buffer.isBuffer(payload) && payload.length > pieceBytes
    ? Readable.from(piecesOf(payload), { objectMode: false })
    : payload;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
