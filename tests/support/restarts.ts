import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Failure } from '../../shared/contracts/failure.ts';
import { Report } from '../../shared/contracts/reports.ts';
import { SavedSearch } from '../../shared/contracts/history.ts';
import { SearchAnswer } from '../../shared/contracts/search.ts';
import { endedStatuses, Upload, UploadReceived } from '../../shared/contracts/uploads.ts';
import { startBalancer } from './balancer.ts';
import { officialText } from './official-file.ts';
import { sendJson, signIn, type ProductProcess } from './processes.ts';

export interface RestartPlan {
  readonly webs: readonly ProductProcess[];
  readonly workers: readonly ProductProcess[];
  readonly restarts: number;
  /** Running time between two restarts. */
  readonly pauseMs: number;
  readonly uploadEveryMs: number;
  /** A user can save at most 500 searches. */
  readonly saveEveryMs: number;
}

/** The requests of the users, and the responses. */
export interface Parsed {
  readonly searches: number;
  readonly saves: number;
  readonly uploads: number;
  readonly reports: number;
  /** Number of 503 responses, by code. */
  readonly unavailable: Readonly<Record<string, number>>;
  /** Responses that are neither successful nor 503. */
  readonly errors: readonly string[];
  /** Searches with a response that differs from their release's data. */
  readonly wrong: readonly string[];
}

export interface RestartRun extends Parsed {
  readonly restarts: number;
  /** Exit codes after SIGTERM. */
  readonly exitCodes: readonly (number | null)[];
  /** The last output of processes that should have ended normally and did not. */
  readonly lastWords: readonly string[];
  /** Number of requests that the balancer retried on another process. */
  readonly retried: number;
  /** Acknowledged writes that are missing at the end. */
  readonly lost: readonly string[];
}

// Far from months that tests fill: next to those, files with so few lines would wait for approval.
const months = ['202101', '202102', '202103'];
/**
 * Numbers of lines of uploads. None differs from another by 100 lines, which would wait for approval, however many
 * uploads a long outage refuses.
 */
const [minLines, differentLines] = [10, 80];

/**
 * Restarts processes one after the other, alternating SIGTERM and SIGKILL, while users search, save and upload through
 * a balancer without sticky sessions; then checks everything that was acknowledged.
 */
export async function restartUnderLoad(plan: RestartPlan): Promise<RestartRun> {
  const balancer = await startBalancer(plan.webs.map(({ origin }) => origin));
  const people = new People(balancer.origin, await signIn(balancer.origin));
  const stop = new AbortController();
  const work = [
    people.repeat(() => people.search(), 20, stop.signal),
    people.repeat(() => people.search(), 35, stop.signal),
    people.repeat(() => people.save(), plan.saveEveryMs, stop.signal),
    people.repeat(() => people.upload(), plan.uploadEveryMs, stop.signal),
  ];
  const exitCodes: (number | null)[] = [];
  const lastWords: string[] = [];
  const processes = [...plan.webs, ...plan.workers];
  for (let restart = 0; restart < plan.restarts; restart += 1) {
    await sleep(plan.pauseMs);
    const process = processes[restart % processes.length];
    if (process === undefined) throw new Error('There is no process.');
    // Each process gets both signals, also for an even number of processes.
    const round = Math.floor(restart / processes.length);
    const isCalm = (restart + (processes.length % 2 === 0 ? round : 0)) % 2 === 0;
    const code = await process.stop(isCalm ? 'SIGTERM' : 'SIGKILL');
    if (isCalm) exitCodes.push(code);
    if (isCalm && code !== 0) lastWords.push(process.written().slice(-3000));
    await process.start();
  }
  await sleep(plan.pauseMs);
  stop.abort();
  await Promise.all(work);
  const lost = await people.missing();
  await balancer.close();
  return {
    restarts: plan.restarts,
    exitCodes,
    lastWords,
    retried: balancer.outcome.retried,
    lost,
    ...people.outcome(),
  };
}

/** Users of the product, who remember the responses. */
export class People {
  #searches = 0;
  readonly #unavailable = new Map<string, number>();
  readonly #saves: string[] = [];
  /** Uploads with a 503 response: the server may have accepted them anyway. */
  readonly #unsure: { readonly month: string; readonly lines: number }[] = [];
  readonly #uploads: { readonly id: string; readonly month: string; readonly lines: number }[] = [];
  readonly #reports: string[] = [];
  readonly #errors: string[] = [];
  readonly #wrong: string[] = [];
  readonly #site: string;
  readonly #cookie: string;
  readonly #counts = new Map<number, number>();
  #uploaded = 0;
  #saved = 0;

  constructor(site: string, cookie: string) {
    this.#site = site;
    this.#cookie = cookie;
  }

  outcome(): Parsed {
    return {
      searches: this.#searches,
      saves: this.#saves.length,
      uploads: this.#uploads.length,
      reports: this.#reports.length,
      unavailable: Object.fromEntries(this.#unavailable),
      errors: this.#errors,
      wrong: this.#wrong,
    };
  }

  async repeat(act: () => Promise<void>, everyMs: number, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      try {
        await act();
      } catch (error) {
        this.#errors.push(String(error));
      }
      await sleep(everyMs);
    }
  }

  async search(): Promise<void> {
    const filters = { salarioMin: 1000 + (this.#searches % 7) };
    const answer = await this.#answered(this.#send('/api/search', { filters }));
    if (answer === undefined) return;
    const { totalCount, method } = SearchAnswer.parse(await answer.json());
    this.#searches += 1;
    const release = method.release?.number ?? 0;
    const known = this.#counts.get(release) ?? totalCount;
    this.#counts.set(release, known);
    if (known !== totalCount) this.#wrong.push(`release ${release}: ${known}, then ${totalCount}`);
  }

  async save(): Promise<void> {
    this.#saved += 1;
    const body = { name: `Pesquisa ${this.#saved}`, filters: { cbo: '521110' } };
    const answer = await this.#answered(this.#send('/api/saved', body));
    if (answer !== undefined) this.#saves.push(SavedSearch.parse(await answer.json()).id);
  }

  async upload(): Promise<void> {
    this.#uploaded += 1;
    const month = months[this.#uploaded % months.length] ?? '202101';
    const lines = minLines + (this.#uploaded % differentLines);
    const form = new FormData();
    form.set('competencia', month);
    const rows = Array.from({ length: lines }, () => ({ month, declared_month: month }));
    form.set('movFile', new Blob([officialText('MOV', rows)]), `CAGEDMOV${month}.txt`);
    const answer = await this.#answered(
      fetch(`${this.#site}/api/caged/upload`, {
        method: 'POST',
        headers: { cookie: this.#cookie },
        body: form,
      }),
    );
    if (answer === undefined) {
      this.#unsure.push({ month, lines });
      return;
    }
    const { uploadId } = UploadReceived.parse(await answer.json());
    this.#uploads.push({ id: uploadId, month, lines });
  }

  /** Requests a report and waits for it: a user can have at most five in progress. */
  async report(): Promise<void> {
    const body = { type: 'CSV', filters: { cbo: '521110' } };
    const answer = await this.#answered(this.#send('/api/reports', body));
    if (answer === undefined) return;
    const { id } = Report.parse(await answer.json());
    this.#reports.push(id);
    await this.#made(id);
  }

  /** Acknowledged writes that are missing, after the last upload and the last report have ended. */
  async missing(): Promise<string[]> {
    const lost: string[] = [];
    const saved = new Set<string>();
    for (let page = 1; page <= Math.ceil(this.#saved / 100) + 1; page += 1) {
      const answer = await this.#get(`/api/saved?pageSize=100&page=${page}`);
      for (const { id } of z.array(SavedSearch).parse(await answer.json())) saved.add(id);
    }
    lost.push(...this.#saves.filter((id) => !saved.has(id)).map((id) => `saved search ${id}`));
    const published = new Map<string, { readonly release: number; readonly lines: number }>();
    for (const { id, month, lines } of this.#uploads) {
      const upload = await this.#ended(id);
      const { release } = upload;
      if (upload.status !== 'COMPLETED' || upload.files[0]?.accepted !== lines) {
        const reasons = upload.reasons.map(({ message }) => message).join(' ');
        lost.push(`upload ${id}: ${upload.status}, ${upload.message} ${reasons}`);
      }
      if (release !== null && release > (published.get(month)?.release ?? 0)) {
        published.set(month, { release, lines });
      }
    }
    lost.push(...(await this.#missingRecords(published)));
    for (const id of this.#reports) {
      const { status, message } = await this.#made(id);
      if (status !== 'COMPLETED') lost.push(`report ${id}: ${status}, ${message}`);
    }
    return lost;
  }

  /**
   * Each month must have exactly the records of its newest upload: the newest acknowledged, or an unacknowledged one.
   */
  async #missingRecords(
    published: ReadonlyMap<string, { readonly release: number; readonly lines: number }>,
  ): Promise<string[]> {
    const lost: string[] = [];
    for (const [month, { lines, release }] of published) {
      const filters = { periodoInicio: month, periodoFim: month };
      const answer = await this.#send('/api/search', { filters });
      const { totalCount } = SearchAnswer.parse(await answer.json());
      const isUnsure = (upload: { readonly month: string; readonly lines: number }) =>
        upload.month === month && upload.lines === totalCount;
      if (totalCount !== lines && !this.#unsure.some(isUnsure)) {
        lost.push(`${month} has ${totalCount} records, release ${release} brought ${lines}`);
      }
    }
    return lost;
  }

  async #ended(id: string): Promise<Upload> {
    // An upload that is not approved within some seconds would wait forever here.
    for (let waits = 0; ;) {
      const upload = Upload.parse(await (await this.#get(`/api/uploads/${id}`)).json());
      if (upload.status === 'AWAITING_APPROVAL') waits += 1;
      if (endedStatuses.has(upload.status) || waits > 25) return upload;
      await sleep(200);
    }
  }

  async #made(id: string): Promise<Report> {
    for (;;) {
      const answer = await this.#answered(this.#get(`/api/reports/${id}`));
      const report = answer && Report.parse(await answer.json());
      if (report !== undefined && report.status !== 'GENERATING') return report;
      await sleep(200);
    }
  }

  /** Returns a successful response; counts a 503, and records anything else as an error. */
  async #answered(request: Promise<Response>): Promise<Response | undefined> {
    const answer = await request;
    if (answer.ok) return answer;
    const text = await answer.text();
    if (answer.status === 503) {
      const { code } = Failure.parse(JSON.parse(text));
      this.#unavailable.set(code, (this.#unavailable.get(code) ?? 0) + 1);
    } else {
      this.#errors.push(`${answer.status} ${text.slice(0, 300)}`);
    }
    return undefined;
  }

  #send(path: string, body: unknown): Promise<Response> {
    return sendJson(`${this.#site}${path}`, this.#cookie, body);
  }

  #get(path: string): Promise<Response> {
    return fetch(`${this.#site}${path}`, { headers: { cookie: this.#cookie } });
  }
}
