import { PlaceFinder } from '../matching/find-places.ts';
import { TitleFinder } from '../matching/match-titles.ts';
import { readPeople } from './read-people.ts';
import { readRollFile } from './read-roll-file.ts';
import { RollFileError } from './roll-columns.ts';
import type { WorkerAnswer, WorkerRequest } from './payroll-reader.ts';

/** A worker that reads a payroll and finds its occupations and places; it sends no network request. */
let finders: { readonly titles: TitleFinder; readonly places: PlaceFinder } | undefined;

async function answerTo(request: WorkerRequest): Promise<unknown> {
  if (request.kind === 'learn') {
    const { names } = request;
    finders = { titles: new TitleFinder(names), places: new PlaceFinder(names) };
    return null;
  }
  if (request.kind === 'read') return readRollFile(request.file);
  if (finders === undefined) throw new Error('The names come first.');
  return request.kind === 'people'
    ? readPeople(request, finders)
    : finders.titles.offers(request.text);
}

addEventListener('message', ({ data, ports: [answers] }: MessageEvent<WorkerRequest>) => {
  const answer = (outcome: WorkerAnswer<unknown>) => answers?.postMessage(outcome, []);
  void answerTo(data).then(
    (result) => answer({ result }),
    // The message of a file's error is for the user; a program error has no sentence, so that it is not shown as a
    // file's error.
    (error: unknown) => answer({ sentence: error instanceof RollFileError ? error.message : null }),
  );
});
