/** The person that a job runs for. A person without a company counts as a separate company. */
export interface Requester {
  /** A user, a key for programs, or a network of visitors. */
  readonly person: string;
  readonly company: string;
}

/** A piece of work that needs a slot of a lane. */
export interface Job {
  /** Each person who waits for the job, with their company. A person who joins a shared job later is added. */
  readonly requesters: ReadonlyMap<string, string>;
  /** An estimate in a unit of the lane, such as rows to scan. */
  readonly cost: number;
}

export interface Waiting {
  readonly job: Job;
}

/** The state of a lane that decides which job is next. */
export interface Queue<Entry extends Waiting> {
  readonly running: readonly Job[];
  readonly waiting: Iterable<Entry>;
  /** When the last job of each person and of each company started, as a number of started jobs. */
  readonly lastServed: ReadonlyMap<string, number>;
  /** How many jobs started so far. */
  readonly served: number;
}

interface Share {
  running: number;
  lastServed: number;
}

interface Person<Entry> extends Share {
  readonly name: string;
  /** The cheapest is last. May still contain shared jobs that already started. */
  waiting: Entry[];
}

interface Company<Entry> extends Share {
  readonly name: string;
  readonly persons: Map<string, Person<Entry>>;
}

/** Separates the counters of a company from those of a person with the same id. */
export const companyKey = (company: string): string => `company ${company}`;

export const companiesOf = ({ requesters }: Job): ReadonlySet<string> =>
  new Set(requesters.values());

/**
 * The waiting jobs in the order in which they start if no other job arrives. Each slot goes to the company with the
 * fewest running jobs; ties go to the company that was served least recently. The same rule picks the person within
 * the company. The cheapest job of that person starts. The oldest running job ends first. Jobs of persons who are not
 * eligible are skipped. A queue of n persons takes n² comparisons.
 */
export function* fairOrder<Entry extends Waiting>(
  { running, waiting, lastServed, served }: Queue<Entry>,
  isEligible: (person: string, company: string) => boolean = () => true,
): Generator<Entry, void> {
  const companies = companiesWaiting(waiting, lastServed);
  const count = (job: Job, by: 1 | -1) => {
    for (const share of sharesOf(job, companies)) share.running += by;
  };
  const begun = [...running];
  for (const job of begun) count(job, 1);
  const started = new Set<Entry>();
  for (let turn = served + 1; ; turn += 1) {
    const next = firstPerson(companies, started, isEligible)?.waiting.pop();
    if (next === undefined) return;
    yield next;
    started.add(next);
    for (const share of sharesOf(next.job, companies)) share.lastServed = turn;
    begun.push(next.job);
    count(next.job, 1);
    const ended = begun.shift();
    if (ended !== undefined) count(ended, -1);
  }
}

/** Companies and their persons in the order of their first job. */
function companiesWaiting<Entry extends Waiting>(
  waiting: Iterable<Entry>,
  lastServed: ReadonlyMap<string, number>,
): Map<string, Company<Entry>> {
  const companies = new Map<string, Company<Entry>>();
  for (const entry of waiting) {
    for (const [name, companyName] of entry.job.requesters) {
      const company = companies.get(companyName) ?? {
        name: companyName,
        running: 0,
        lastServed: lastServed.get(companyKey(companyName)) ?? 0,
        persons: new Map<string, Person<Entry>>(),
      };
      companies.set(companyName, company);
      const person = company.persons.get(name);
      if (person === undefined) {
        const servedAt = lastServed.get(name) ?? 0;
        company.persons.set(name, { name, running: 0, lastServed: servedAt, waiting: [entry] });
      } else person.waiting.push(entry);
    }
  }
  for (const { persons } of companies.values()) {
    for (const person of persons.values())
      person.waiting = person.waiting.toReversed().toSorted((a, b) => b.job.cost - a.job.cost);
  }
  return companies;
}

/** The counters that a job belongs to. A job of two persons of one company counts once for the company. */
function* sharesOf<Entry>(job: Job, companies: ReadonlyMap<string, Company<Entry>>) {
  for (const [person, company] of job.requesters) {
    const share = companies.get(company)?.persons.get(person);
    if (share !== undefined) yield share;
  }
  for (const company of companiesOf(job)) {
    const share = companies.get(company);
    if (share !== undefined) yield share;
  }
}

function firstPerson<Entry extends Waiting>(
  companies: ReadonlyMap<string, Company<Entry>>,
  started: ReadonlySet<Entry>,
  isEligible: (person: string, company: string) => boolean,
): Person<Entry> | undefined {
  let found: Company<Entry> | undefined;
  let person: Person<Entry> | undefined;
  for (const company of companies.values()) {
    if (company.persons.size === 0) continue;
    if (found !== undefined && !goesBefore(company, found)) continue;
    const next = firstOfCompany(company, started, isEligible);
    if (next !== undefined) [found, person] = [company, next];
  }
  return person;
}

/** The next person of the company. Also removes persons without a waiting job. */
function firstOfCompany<Entry extends Waiting>(
  { name, persons }: Company<Entry>,
  started: ReadonlySet<Entry>,
  isEligible: (person: string, company: string) => boolean,
): Person<Entry> | undefined {
  let found: Person<Entry> | undefined;
  for (const person of persons.values()) {
    if (found !== undefined && !goesBefore(person, found)) continue;
    const { waiting } = person;
    for (let last = waiting.at(-1); last !== undefined && started.has(last); last = waiting.at(-1))
      waiting.pop();
    if (waiting.length === 0) persons.delete(person.name);
    else if (isEligible(person.name, name)) found = person;
  }
  return found;
}

const goesBefore = (a: Share, b: Share) =>
  a.running < b.running || (a.running === b.running && a.lastServed < b.lastServed);
