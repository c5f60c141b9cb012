import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Config } from './config.ts';

/**
 * What this installation seals with, and no database has: `SECRET_KEY`, or 32 random bytes that the first start puts
 * into `DATA_DIR/secret.key`. Throws `StartError`.
 */
export async function installationSecret({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey !== undefined) return Buffer.from(secretKey);
  const path = join(dataDir, 'secret.key');
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    // Of processes that start together one is first, and all read its bytes.
    await link(draft, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    return await readFile(path);
  } catch (cause) {
    throw new StartError(
      'Não foi possível guardar a chave da instalação em DATA_DIR/secret.key: confira a permissão de escrita, ou defina SECRET_KEY.',
      { cause },
    );
  } finally {
    await rm(draft, { force: true });
  }
}
