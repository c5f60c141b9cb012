import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** The link in the newest mail to an address, from the mail spool folder that replaces an SMTP server. */
export async function resetLinkFor(email: string): Promise<string> {
  await expect.poll(() => links(email).length).toBeGreaterThan(0);
  return links(email).at(-1) ?? '';
}

function links(email: string): string[] {
  const outbox = join(process.env['STORIES_FOLDER'] ?? '', 'data', 'outbox');
  return lettersIn(outbox)
    .filter((letter) => letter.includes(email))
    .flatMap((letter) => /\/reset-password#token=[\w-]+/.exec(unfolded(letter)) ?? []);
}

function lettersIn(outbox: string): string[] {
  const names = readdirSync(outbox, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
    .map(({ name }) => name)
    .toSorted();
  return names.map((name) => readFileSync(join(outbox, name), 'utf8'));
}

/** Quoted-printable breaks long lines and writes "=" as "=3D". */
export const unfolded = (letter: string) => letter.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
