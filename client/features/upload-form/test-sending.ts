import { Upload } from 'tus-js-client';
import { resumablePath } from '../../../shared/contracts/resumable.ts';
import { callErrorOf } from './failures.ts';
import { discardUpload } from './resumable-calls.ts';

export interface TestedSending {
  readonly bytes: number;
  readonly milliseconds: number;
}

const text = 'Arquivo de teste do diagnóstico de envio: é apagado em seguida.\n'.repeat(16);

/** Sends a small file through the same protocol as real ones, and deletes it before the server processes it. */
export async function testSending(): Promise<TestedSending> {
  const file = new File([text], 'teste-de-envio.txt', { type: 'text/plain' });
  const begunAt = performance.now();
  await discardUpload(await send(file));
  return { bytes: file.size, milliseconds: Math.round(performance.now() - begunAt) };
}

function send(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const upload = new Upload(file, {
    endpoint: resumablePath,
    metadata: { filename: file.name },
    retryDelays: null,
    storeFingerprintForResuming: false,
    onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    onError: (error) => reject(callErrorOf(error)),
  });
  upload.start();
  return promise;
}
