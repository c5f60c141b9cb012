import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, StartError } from '../../platform/errors.ts';
import { ignoreMissing } from '../../platform/ignore-missing.ts';
import type { Config } from './config.ts';

const invalidKey = () =>
  new StartError(
    'A chave da instalação, DATA_DIR/secret.key, está vazia ou danificada: recupere-a de uma cópia. Se não houver cópia, apague o arquivo: o próximo início cria outra chave, e cada pessoa liga de novo a verificação em duas etapas.',
  );

/**
 * The secret with which this installation encrypts and signs, which no database contains: `SECRET_KEY`, or 32 random
 * bytes that the first start writes to `DATA_DIR/secret.key`. Throws `StartError`.
 */
export async function installationSecret({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> {
  if (secretKey !== undefined) return Buffer.from(secretKey);
  const path = secretPath(dataDir);
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    // If processes start together, one creates the file and all read its bytes.
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    return await readSecret(path);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      'Não foi possível guardar a chave da instalação em DATA_DIR/secret.key: confira a permissão de escrita, ou defina SECRET_KEY.',
      { cause },
    );
  } finally {
    await rm(draft, { force: true });
  }
}

/** The existing secret; undefined without `SECRET_KEY` and file. Throws `StartError` for a damaged file. */
export async function maybeSecret({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer | undefined> {
  if (secretKey !== undefined) return Buffer.from(secretKey);
  return ignoreMissing(readSecret(secretPath(dataDir)));
}

const secretPath = (dataDir: string) => join(dataDir, 'secret.key');

async function readSecret(path: string): Promise<Buffer> {
  const secret = await readFile(path);
  if (!/^[\w-]{43}$/.test(secret.toString())) throw invalidKey();
  return secret;
}
