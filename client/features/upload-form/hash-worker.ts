import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A worker that reads a file piece by piece and returns its SHA-256, or null if the file cannot be read. */
const pieceBytes = 4 * 2 ** 20;

async function sumOf(file: Blob): Promise<string> {
  const sum = sha256.create();
  for (let at = 0; at < file.size; at += pieceBytes) {
    sum.update(new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer()));
  }
  return bytesToHex(sum.digest());
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data instanceof Blob) void sumOf(data).then(postMessage, () => postMessage(null));
});
