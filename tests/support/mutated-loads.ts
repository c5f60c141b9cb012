import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { UploadReceived } from '../../shared/contracts/uploads.ts';
import { findUpload, isEnded, type FoundUpload } from '../../server/registry/ingest/uploads.ts';
import { currentRelease } from '../../server/platform/store/current-release.ts';
import type { Store } from '../../server/platform/store/store.ts';
import type { Installation } from './installation.ts';
import type { NumberedFile } from './mutated-files.ts';
import { multipart, type Served } from './served.ts';

/** The result of loading a mutated file, and every guarantee that was broken. */
export interface MutatedLoad {
  readonly number: number;
  readonly mutation: string;
  readonly outcome: 'PUBLISHED' | 'UNCHANGED' | 'WAITING' | 'REFUSED' | 'NOT RECEIVED' | 'LOST';
  readonly lines: number | null;
  readonly rejected: number | null;
  readonly message: string | null;
  readonly milliseconds: number;
  readonly broken: readonly string[];
}

const waitMs = 300_000;

/** The rows that readers see, by batch. */
type Published = ReadonlyMap<number, { readonly lines: number; readonly sum: string }>;

/** Sends a file as the browser does, waits for its end, and checks every guarantee of loading. */
export async function loadMutated(
  file: NumberedFile,
  { installation, served }: { readonly installation: Installation; readonly served: Served },
): Promise<MutatedLoad> {
  const begun = performance.now();
  const before = await published(installation);
  const pipes = await pipesIn(installation);
  const { upload, refusal } = await sent(file, served, installation.store);
  const after = await published(installation);
  const received = upload?.files[0];
  const outcome = outcomeOf(upload, refusal);
  const message = received?.message ?? upload?.message ?? refusal ?? null;
  const broken = [
    ...outcomeFaults(file, outcome),
    ...sentenceFaults(outcome, [message, upload?.message ?? null]),
    ...(received === undefined ? [] : countFaults(file, received)),
    ...publicationFaults(before, after, received),
    ...(await leftovers(installation, upload, pipes)),
  ];
  return {
    number: file.number,
    mutation: file.mutation.name,
    outcome,
    lines: received?.lines ?? null,
    rejected: received?.rejected ?? null,
    message,
    milliseconds: Math.round(performance.now() - begun),
    broken,
  };
}

function outcomeOf(upload: FoundUpload | undefined, refusal: string | undefined) {
  if (refusal !== undefined) return 'NOT RECEIVED';
  if (upload?.status === 'AWAITING_APPROVAL') return 'WAITING';
  return upload?.files[0]?.outcome ?? 'LOST';
}

async function sent({ name, content, base }: NumberedFile, served: Served, store: Store) {
  const parts = [
    { name: 'competencia', value: base.month },
    { name: `${base.kind.toLowerCase()}File`, value: content, filename: name },
  ];
  const request = { method: 'POST', url: '/api/caged/upload', ...multipart(parts) } as const;
  const answer = await served.call('ADMIN', request);
  const accepted = UploadReceived.safeParse(answer.json());
  if (accepted.success) return { upload: await ended(accepted.data.uploadId, store) };
  return { refusal: z.object({ message: z.string() }).parse(answer.json()).message };
}

async function ended(id: string, store: Store): Promise<FoundUpload | undefined> {
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(5)) {
    const upload = await findUpload(store, id);
    if (upload !== undefined && isEnded(upload.status)) return upload;
  }
  return undefined;
}

async function published({ store, warehouse }: Installation): Promise<Published> {
  const { files } = await currentRelease(store);
  const rows = await warehouse.rows<{ batch: number; lines: number; sum: string }>({
    text: `
      select batch, count() as lines, toString(sum(cityHash64(*))) as sum
      from movements where batch in {batches:Array(UInt32)} group by batch
      union all
      select batch, count() as lines, toString(sum(cityHash64(*))) as sum
      from exclusions where batch in {batches:Array(UInt32)} group by batch`,
    params: { batches: files.map(({ batch }) => batch) },
  });
  return new Map(rows.map(({ batch, lines, sum }) => [batch, { lines, sum }]));
}

const isRefused = (outcome: MutatedLoad['outcome']) =>
  outcome === 'REFUSED' || outcome === 'NOT RECEIVED';

function outcomeFaults({ mutation }: NumberedFile, outcome: MutatedLoad['outcome']): string[] {
  if (outcome === 'LOST') return ['the upload did not end'];
  const seen = isRefused(outcome) ? 'REFUSED' : 'PUBLISHED';
  return mutation.outcome === undefined || mutation.outcome === seen
    ? []
    : [`expected ${mutation.outcome}, was ${outcome}`];
}

const advice = /\b(Envie|Baixe|Confira|Corrija|Escolha|Veja|Divida|Selecione)\b/;

function sentenceFaults(
  outcome: MutatedLoad['outcome'],
  messages: readonly (string | null)[],
): string[] {
  if (!isRefused(outcome) && outcome !== 'LOST') return [];
  const [message] = messages;
  const faults = messages.some((text) => text?.includes('problema do nosso lado'))
    ? ['blamed on us instead of on the file']
    : [];
  if (message === null || message === undefined) return [...faults, 'refused without a sentence'];
  if (!advice.test(message)) faults.push('the sentence does not say what to do');
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f]/.test(message)) faults.push('control characters in the sentence');
  if (message.length > 1000) faults.push(`a sentence of ${message.length} characters`);
  return faults;
}

function countFaults({ text }: NumberedFile, file: FoundUpload['files'][number]): string[] {
  const { lines, accepted, rejected } = file;
  if (lines === null) return file.outcome === 'PUBLISHED' ? ['published without counts'] : [];
  const faults: string[] = [];
  if ((accepted ?? 0) + (rejected ?? 0) !== lines) {
    faults.push(`${accepted} accepted and ${rejected} rejected of ${lines} lines`);
  }
  if (text !== undefined && linesOf(text) !== lines) {
    faults.push(`${lines} lines counted, ${linesOf(text)} there`);
  }
  return faults;
}

/** Lines after the header, counted independently of the product. */
const linesOf = (text: Buffer) => {
  const parts = text.toString('latin1').split('\n');
  return Math.max(0, parts.length - (parts.at(-1) === '' ? 2 : 1));
};

function publicationFaults(
  before: Published,
  after: Published,
  file: FoundUpload['files'][number] | undefined,
): string[] {
  const own = file?.outcome === 'PUBLISHED' ? file.batch : undefined;
  const faults: string[] = [];
  for (const [batch, { lines, sum }] of after) {
    if (batch === own) {
      if (lines !== file?.accepted) faults.push(`${lines} published of ${file?.accepted} accepted`);
    } else if (before.get(batch)?.sum !== sum) {
      faults.push('published data changed');
    }
  }
  if (own === undefined && after.size !== before.size) faults.push('a published file is gone');
  if (own !== undefined && !after.has(own)) faults.push('the published file is not there');
  return faults;
}

/** `pipes` is the number of the engine's pipes, which it reuses. */
async function leftovers(
  installation: Installation,
  upload: FoundUpload | undefined,
  pipes: number,
) {
  const faults: string[] = [];
  const busy = async () => (await pipesIn(installation)) - pipes + runningChildren();
  const giveUpAt = performance.now() + waitMs;
  while ((await busy()) > 0 && performance.now() < giveUpAt) await sleep(20);
  if ((await pipesIn(installation)) > pipes) faults.push('a pipe was left behind');
  if (runningChildren() > 0) faults.push('a process was left running');
  for (const { batch, outcome } of upload?.files ?? []) {
    if (outcome === 'PUBLISHED' || upload?.status === 'AWAITING_APPROVAL') continue;
    const [row] = await installation.warehouse.rows<{ lines: number }>({
      text: `
        select (select count() from movements where batch = {batch:UInt32})
          + (select count() from exclusions where batch = {batch:UInt32}) as lines`,
      params: { batch },
    });
    if (row?.lines !== 0) faults.push('rows of a refused file were left behind');
  }
  return faults;
}

const runningChildren = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

/** Only the embedded engine reads through pipes. */
const pipesIn = async ({ folder, warehouse }: Pick<Installation, 'folder' | 'warehouse'>) =>
  warehouse.cluster ? 0 : (await readdir(join(folder, 'warehouse', 'pipes'))).length;
