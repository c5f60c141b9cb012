import { trigramsOf, type IndexedName, type NameIndex } from './name-index.ts';

const mostNearest = 6;
const leastLikeness = 0.3;

/**
 * Names that look like a text of which no word is known, one for each occupation, most alike first: by the share of
 * three-letter pieces that both have (Dice's coefficient), from 0.3 on.
 */
export function nearestNames({ names, byTrigram }: NameIndex, plain: string): IndexedName[] {
  const trigrams = trigramsOf(plain);
  const shared = new Map<number, number>();
  for (const trigram of trigrams) {
    for (const position of byTrigram.get(trigram) ?? []) {
      shared.set(position, (shared.get(position) ?? 0) + 1);
    }
  }
  const alike = [...shared].flatMap(([position, count]) => {
    const name = names[position];
    if (name === undefined) return [];
    const likeness = (2 * count) / (trigrams.size + name.plain.length);
    return likeness >= leastLikeness ? [{ name, likeness }] : [];
  });
  const best = new Map<string, IndexedName>();
  for (const { name } of alike.toSorted((a, b) => b.likeness - a.likeness)) {
    if (!best.has(name.code)) best.set(name.code, name);
  }
  return [...best.values()].slice(0, mostNearest);
}
