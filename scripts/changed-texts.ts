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
  const gone = missing(before, after);
  const pairs = missing(after, before).map(({ text, file }) => {
    const similar = gone
      .filter((one) => screenOf(one.file) === screenOf(file))
      .map((one) => ({ one, share: commonWords(one.text, text) }))
      .toSorted((a, b) => b.share - a.share);
    const [best] = similar;
    if (best === undefined || best.share < alike) return { old: '', text, file };
    gone.splice(gone.indexOf(best.one), 1);
    return { old: best.one.text, text, file };
  });
  return [...pairs, ...gone.map((one) => ({ old: one.text, text: '', file: one.file }))];
}

/** From this share of common words on, a new text counts as the changed form of one that is gone. */
const alike = 0.4;

const missing = (texts: readonly PlacedText[], elsewhere: readonly PlacedText[]): PlacedText[] => {
  const known = new Set(elsewhere.map(({ text }) => plain(text)));
  const found = new Map(texts.map((one) => [`${screenOf(one.file)} ${plain(one.text)}`, one]));
  return [...found.values()].filter(({ text }) => !known.has(plain(text)));
};

/** The name of an inserted value is no part of a text. */
const plain = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{…}');

function commonWords(a: string, b: string): number {
  const [ofA, ofB] = [wordsOf(a), wordsOf(b)];
  const common = ofA.intersection(ofB).size;
  return (2 * common) / (ofA.size + ofB.size || 1);
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\d]+/gu),
  );
