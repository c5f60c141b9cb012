import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { seededRandom } from '../../tests/support/random.ts';

/** An occupation in a municipality. */
export interface Cell {
  /** Six digits each. */
  readonly cbo: string;
  readonly municipality: string;
}

export const cellKey = ({ cbo, municipality }: Cell) => `${municipality} ${Number(cbo)}`;

/**
 * Copies an official text without most records of some cells. Hires come in blocks of one employer, so whole blocks
 * (municipality, subclass, size, type of establishment) are hidden, each with the same probability in every month.
 */
export async function hideRecords(
  from: string,
  to: string,
  { cells, hidden, seed }: { cells: ReadonlySet<string>; hidden: number; seed: string },
): Promise<void> {
  const output = createWriteStream(to);
  let places: Readonly<Record<string, number>> | undefined;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    const fields = line.replace(/^\uFEFF/, '').split(';');
    if (places === undefined) {
      places = Object.fromEntries(fields.map((name, place) => [name, place]));
      output.write(`${line}\n`);
      continue;
    }
    const of = (name: string) => fields[places?.[name] ?? -1] ?? '';
    const key = `${of('município')} ${Number(of('cbo2002ocupação'))}`;
    if (cells.has(key)) {
      const block = ['competênciamov', 'subclasse', 'tamestabjan', 'tipoestabelecimento'].map(of);
      if (seededRandom(`${seed} ${key} ${block.join(' ')}`)() < hidden) continue;
    }
    if (!output.write(`${line}\n`)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'finish');
}
