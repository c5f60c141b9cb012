import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interfaceTexts } from './interface-texts.ts';
import { screenOf } from './text-catalogues.ts';

/**
 * The texts that changed since a revision of the repository, one a line: `old`, `new` and `file`, separated by tabs.
 * A new text has no `old`, and a text that is gone has no `new`.
 */
export function changedTextsSince(revision: string): string {
  const root = mkdtempSync(join(tmpdir(), 'texts-'));
  try {
    const files = execFileSync('git', ['archive', revision, 'client', 'server', 'shared'], {
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x', '-C', root], { input: files });
    const rows = changedTexts(placedTexts(root), placedTexts('.'));
    const lines = rows.map(({ old, text, file }) => `${old}\t${text}\t${file}\n`);
    return ['old\tnew\tfile\n', ...lines].join('');
  } finally {
    rmSync(root, { recursive: true });
  }
}

interface PlacedText {
  readonly text: string;
  readonly file: string;
}

const placedTexts = (root: string): PlacedText[] =>
  [...interfaceTexts(root)].flatMap(([file, texts]) => texts.map(({ text }) => ({ text, file })));

/** Compares two listings. A text that only moved to another file is no change. */
export function changedTexts(before: readonly PlacedText[], after: readonly PlacedText[]) {
  const gone = new Set(missing(before, after));
  const fresh = new Map(missing(after, before).map((one) => [one, '']));
  const pairs = [...fresh.keys()].flatMap((text) =>
    [...gone].map((old) => ({ old, text, likeness: likeness(old, text) })),
  );
  const best = pairs
    .filter((pair) => pair.likeness >= alike)
    .toSorted((a, b) => b.likeness - a.likeness);
  for (const { old, text } of best)
    if (fresh.get(text) === '' && gone.delete(old)) fresh.set(text, old.text);
  return [
    ...[...fresh].map(([{ text, file }, old]) => ({ old, text, file })),
    ...[...gone].map(({ text, file }) => ({ old: text, text: '', file })),
  ];
}

/** From this likeness on, a new text counts as the changed form of one that is gone. */
const alike = 0.6;

/** The share of common words, and 0.2 more in the same screen. */
function likeness(a: PlacedText, b: PlacedText): number {
  const [ofA, ofB] = [wordsOf(a.text), wordsOf(b.text)];
  const share = (2 * ofA.intersection(ofB).size) / (ofA.size + ofB.size || 1);
  return share + (screenOf(a.file) === screenOf(b.file) ? 0.2 : 0);
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\d]+/gu),
  );

const missing = (texts: readonly PlacedText[], elsewhere: readonly PlacedText[]): PlacedText[] => {
  const known = new Set(elsewhere.map(({ text }) => plain(text)));
  const found = new Map(texts.map((one) => [`${screenOf(one.file)} ${plain(one.text)}`, one]));
  return [...found.values()].filter(({ text }) => !known.has(plain(text)));
};

/** The name of an inserted value is no part of a text. */
const plain = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{…}');
