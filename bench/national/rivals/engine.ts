import type { Chunk, Contents, GroupRow } from './rival.ts';

/** An engine that runs inside the process of rival-child.ts. */
export interface Engine {
  readonly version: string;
  load(chunk: Chunk): Promise<void>;
  settle(): Promise<void>;
  rows(statement: string, timeoutMs: number): Promise<GroupRow[]>;
  contents(): Promise<Contents>;
  close(): Promise<void>;
}

export const contentsSql = `select count(*) as lines, sum(salary) as centavos from movements`;

/** The share of the machine's memory for one engine; the product runs on the same machine. */
export const memoryShare = 0.5;
