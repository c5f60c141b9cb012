import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/random.ts';
import { companyKey, fairOrder, type Job, type Queue, type Waiting } from './fair-order.ts';

type DrawnQueue = Queue<Waiting> & { readonly waiting: readonly Waiting[] };

const companyOf = new Map(
  Array.from({ length: 8 }, (_, number) => [`p${number}`, `c${number % 3}`]),
);

/** A queue of `size` jobs of up to eight persons in three companies; some jobs belong to two persons. */
function drawnQueue(seed: string, size: number): DrawnQueue {
  const random = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const persons = [...companyOf].slice(0, 1 + below(8));
  const requesters = () =>
    new Map(Array.from({ length: 1 + below(2) }, () => persons[below(persons.length)] ?? ['', '']));
  const job = (): Job => ({ requesters: requesters(), cost: below(6) });
  const names = persons.flatMap(([person, company]) => [person, companyKey(company)]);
  return {
    running: Array.from({ length: below(4) }, job),
    waiting: Array.from({ length: size }, () => ({ job: job() })),
    lastServed: new Map(names.map((name) => [name, below(4)])),
    served: 10,
  };
}

const compare = (a: readonly number[], b: readonly number[]) =>
  a.map((own, at) => own - (b[at] ?? 0)).find((by) => by !== 0) ?? 0;

/** A literal implementation of the rule: it recounts everything for each slot. */
function plainly({ running, waiting, lastServed, served }: DrawnQueue): Waiting[] {
  const [runs, waits, last] = [[...running], [...waiting], new Map(lastServed)];
  const firstOfCompany: string[] = [];
  const firstOfPerson: string[] = [];
  for (const { job } of waiting) {
    for (const [person, company] of job.requesters) {
      if (!firstOfCompany.includes(company)) firstOfCompany.push(company);
      if (!firstOfPerson.includes(person)) firstOfPerson.push(person);
    }
  }
  const order: Waiting[] = [];
  while (waits.length > 0) {
    const [next] = waits
      .flatMap((entry, place) =>
        [...entry.job.requesters].map(([person, company]) => ({
          entry,
          rank: [
            runs.filter(({ requesters }) => [...requesters.values()].includes(company)).length,
            last.get(companyKey(company)) ?? 0,
            firstOfCompany.indexOf(company),
            runs.filter(({ requesters }) => requesters.has(person)).length,
            last.get(person) ?? 0,
            firstOfPerson.indexOf(person),
            entry.job.cost,
            place,
          ],
        })),
      )
      .toSorted((a, b) => compare(a.rank, b.rank));
    if (next === undefined) break;
    order.push(next.entry);
    waits.splice(waits.indexOf(next.entry), 1);
    for (const [person, company] of next.entry.job.requesters) {
      last.set(person, served + order.length);
      last.set(companyKey(company), served + order.length);
    }
    runs.push(next.entry.job);
    runs.shift();
  }
  return order;
}

test('jobs start in the order of the rule, in any order of arrival', () => {
  for (let number = 0; number < 300; number++) {
    const queue = drawnQueue(`queue ${number}`, 1 + (number % 25));
    const order = [...fairOrder(queue)].map((entry) => queue.waiting.indexOf(entry));
    expect(order).toEqual(plainly(queue).map((entry) => queue.waiting.indexOf(entry)));
  }
});

test('each job starts once, and an empty queue starts none', () => {
  const queue = drawnQueue('four hundred', 400);
  expect(new Set(fairOrder(queue)).size).toBe(400);
  expect([...fairOrder({ ...queue, waiting: [] })]).toEqual([]);
});

const mayRun = (person: string, company: string) => person !== 'p0' && company !== 'c1';

test('jobs of persons who are not eligible are skipped', () => {
  const queue = drawnQueue('eligible', 40);
  const order = [...fairOrder(queue, mayRun)];
  expect(new Set(order)).toEqual(
    new Set(
      queue.waiting.filter(({ job }) =>
        job.requesters.entries().some(([person, company]) => mayRun(person, company)),
      ),
    ),
  );
});
