import { companiesOf, companyKey, fairOrder, type Job, type Waiting } from './fair-order.ts';

export interface LaneLimits {
  readonly slots: number;
  /** Slots that one company, and one person, may hold while others are active. */
  readonly share: number;
  /** Slots that one person may hold while no other person is active; all of them unless given. */
  readonly alone?: number;
  readonly waiting: number;
  /** Whether a job holds its slot after its end for as long as the event loop worked meanwhile, at most `maxRestMs`. */
  readonly rests?: boolean;
}

/** A job in the queue of a lane, and what to call when it starts or is dropped. */
export interface LaneWaiting extends Waiting {
  readonly start: () => void;
  readonly drop: () => void;
}

export interface JobsBefore {
  /** Jobs that run or start first. */
  readonly jobs: number;
  /** The sum of their costs. */
  readonly cost: number;
}

/** How many persons and companies have jobs in any lane, or had one recently. */
export interface Activity {
  readonly persons: number;
  readonly companies: number;
}

/** The weight of earlier jobs in the pace, each time another job ends. */
const decay = 0.7;
/** Maximum number of persons and companies that a lane remembers while it is not idle. */
const maxRemembered = 10_000;
/** Longest time that a job holds its slot after its end, in milliseconds. */
const maxRestMs = 250;

/** Jobs of one kind: which run, which wait, and how long they take. */
export class Lane {
  readonly #limits: LaneLimits;
  readonly #activity: () => Activity;
  readonly #running: Job[] = [];
  /** The waiting jobs in the order of their arrival, each with its number in that order. */
  readonly #waiting = new Map<LaneWaiting, number>();
  /** The waiting jobs by their first requester, so that a full queue is not read as a whole. */
  readonly #byPerson = new Map<string, PersonJobs>();
  #arrivals = 0;
  /** See `Queue.lastServed`; empty while the lane is idle. A lane that never is forgets the least recent. */
  readonly #lastServed = new Map<string, number>();
  #served = 0;
  /** Time and cost of finished jobs, the newest with the largest weight. */
  readonly #done = { ms: 0, cost: 0 };

  constructor(limits: LaneLimits, activity: () => Activity) {
    this.#limits = limits;
    this.#activity = activity;
  }

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Queues the job, and starts it if a slot is free. A full queue drops the newest job of the heaviest user. */
  join(entry: LaneWaiting): void {
    this.#arrivals += 1;
    this.#waiting.set(entry, this.#arrivals);
    const [person, company] = firstRequester(entry.job);
    const ofPerson = this.#byPerson.get(person) ?? { company, jobs: [] };
    this.#byPerson.set(person, ofPerson);
    ofPerson.jobs.push(entry);
    // A job that waited before waits for the end of another of its person or company.
    const isEligible = this.#eligibility();
    if ([...entry.job.requesters].some((requester) => isEligible(...requester))) this.#startNext();
    if (this.#waiting.size > this.#limits.waiting) {
      const dropped = this.#newestOfHeaviest(entry);
      this.leave(dropped);
      dropped.drop();
    }
  }

  leave(entry: LaneWaiting): void {
    if (!this.#waiting.delete(entry)) return;
    const [person] = firstRequester(entry.job);
    const { jobs = [] } = this.#byPerson.get(person) ?? {};
    jobs.splice(jobs.lastIndexOf(entry), 1);
    if (jobs.length === 0) this.#byPerson.delete(person);
  }

  /** Frees the slot of a job during which the event loop worked for `workedMs`, after the rest of the lane. */
  end(job: Job, workedMs: number): void {
    const free = () => {
      this.#running.splice(this.#running.indexOf(job), 1);
      this.#startNext();
    };
    // Until then the job counts as running: otherwise another slot would go to the same person.
    if (this.#limits.rests === true) setTimeout(free, Math.min(workedMs, maxRestMs)).unref();
    else free();
  }

  /** Records how long a finished job took. */
  recordDuration({ cost }: Job, tookMs: number): void {
    if (!Number.isFinite(cost)) return;
    const done = this.#done;
    done.ms = done.ms * decay + tookMs;
    done.cost = done.cost * decay + cost;
  }

  /** How long jobs of this cost take at the current pace, in milliseconds; undefined before any job ended. */
  msFor(cost: number): number | undefined {
    const done = this.#done;
    return done.cost > 0 ? (cost * done.ms) / (done.cost * this.#limits.slots) : undefined;
  }

  /** The jobs before the job of these requesters, if no other job arrives; undefined if it is not waiting. */
  before(requesters: Job['requesters']): JobsBefore | undefined {
    const ahead = [...this.#running];
    // The job that has run longest ends first.
    for (const { job } of fairOrder(this.#queue(this.#running.slice(1)))) {
      if (job.requesters === requesters) return { jobs: ahead.length, cost: costOf(ahead) };
      ahead.push(job);
    }
    return undefined;
  }

  /** The jobs before a job that arrives now. */
  beforeLast(): JobsBefore {
    let cost = costOf(this.#running);
    for (const { job } of this.#waiting.keys()) cost += job.cost;
    return { jobs: this.running + this.waiting, cost };
  }

  #queue(running: readonly Job[]) {
    const [waiting, lastServed, served] = [this.#waiting.keys(), this.#lastServed, this.#served];
    return { running, waiting, lastServed, served };
  }

  #startNext(): void {
    while (this.#running.length < this.#limits.slots && this.#waiting.size > 0) {
      const [next] = fairOrder(this.#queue(this.#running), this.#eligibility());
      if (next === undefined) return;
      this.leave(next);
      this.#begin(next.job);
      next.start();
    }
    if (this.#running.length + this.#waiting.size === 0) this.#lastServed.clear();
  }

  #begin(job: Job): void {
    this.#running.push(job);
    this.#served += 1;
    for (const person of job.requesters.keys()) this.#remember(person);
    for (const company of companiesOf(job)) this.#remember(companyKey(company));
  }

  #remember(name: string): void {
    // A key that is set again would stay in its place.
    this.#lastServed.delete(name);
    this.#lastServed.set(name, this.#served);
    const [leastRecent] = this.#lastServed.keys();
    if (this.#lastServed.size > maxRemembered && leastRecent !== undefined)
      this.#lastServed.delete(leastRecent);
  }

  /** Whether a person may start another job now. */
  #eligibility(): (person: string, company: string) => boolean {
    const { slots, share, alone = slots } = this.#limits;
    const { persons, companies } = this.#activity();
    const ofPerson = persons > 1 ? Math.min(share, alone) : alone;
    const ofCompany = companies > 1 ? share : slots;
    return (person, company) =>
      this.#running.filter(({ requesters }) => requesters.has(person)).length < ofPerson &&
      this.#running.filter((job) => companiesOf(job).has(company)).length < ofCompany;
  }

  /**
   * The job to drop if the queue is full: the newest job that no other company shares, of the heaviest person who has
   * one in the company with the most running and waiting jobs. Ties go to the user of the newest job. A waiting job
   * counts for its first requester. If that company shares all its jobs, the arriving job.
   */
  #newestOfHeaviest(arriving: LaneWaiting): LaneWaiting {
    const running = new Map<string, number>();
    for (const job of this.#running)
      for (const name of [...job.requesters.keys(), ...companiesOf(job).values().map(companyKey)])
        running.set(name, (running.get(name) ?? 0) + 1);
    const persons = [...this.#byPerson].map(([person, { company, jobs }]) => ({
      company,
      jobs,
      count: jobs.length + (running.get(person) ?? 0),
      newest: this.#waiting.get(jobs.at(-1) ?? arriving) ?? 0,
    }));
    const companies = [...Map.groupBy(persons, ({ company }) => company)].map(([name, own]) => ({
      own,
      count: own.reduce((sum, { jobs }) => sum + jobs.length, running.get(companyKey(name)) ?? 0),
      newest: Math.max(...own.map(({ newest }) => newest)),
    }));
    const [company] = companies.toSorted(heaviestFirst);
    for (const { jobs, company: name } of company?.own.toSorted(heaviestFirst) ?? []) {
      const own = jobs.findLast(({ job }) => job.requesters.values().every((one) => one === name));
      if (own !== undefined) return own;
    }
    return arriving;
  }
}

/** Waiting jobs of one person, in the order of their arrival. */
interface PersonJobs {
  readonly company: string;
  readonly jobs: LaneWaiting[];
}

/** How many jobs a person or company has, and the number of the newest. */
interface Load {
  readonly count: number;
  readonly newest: number;
}

const firstRequester = ({ requesters }: Job): readonly [person: string, company: string] =>
  requesters.entries().next().value ?? ['', ''];

/** Sorts by the number of jobs, and ties by the newest job. */
const heaviestFirst = (a: Load, b: Load) => b.count - a.count || b.newest - a.newest;

const costOf = (jobs: readonly Job[]) => jobs.reduce((sum, { cost }) => sum + cost, 0);
