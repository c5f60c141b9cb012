import type { Commonness, FoundOccupation } from '../../../shared/finder/find-occupations.ts';
import { nameWords, typingErrors, wordStem } from '../../../shared/finder/name-words.ts';
import { plainText } from '../../../shared/words/format.ts';
import { occupationItems, searchOccupations } from '../occupation-search.ts';
import { generic } from './typed-words.ts';

/**
 * The words of a text that name a job, and its occupations; `ignoradas` are the other words. The first word is the job
 * itself: a name that lacks it, such as "máquina (usinagem)" of "tratorista usina" or "drogaria" of "farmacêutico
 * drogaria", is no better than that of the words before the last ones.
 */
export function jobIn(text: string, commonness: Commonness | undefined) {
  const jobWithout = (ignored: string, name: string) => ({
    name,
    items: occupationItems(name, commonness).map((item) => ({
      ...item,
      ignoradas: [...wordsTyped(ignored), ...(item.ignoradas ?? [])],
    })),
  });
  const later = jobAfterOthers(text);
  if (later !== undefined) return jobWithout(text.slice(0, -later.length), later);
  const begin = beginOfJob(text);
  if (begin !== undefined) return jobWithout(text.slice(begin.length), begin);
  return { name: text, items: occupationItems(text, commonness) };
}

/** The longest beginning of a job that is a whole name, if the best name of the whole job lacks its first word. */
function beginOfJob(job: string): string | undefined {
  const words = job.split(' ');
  const [first = ''] = words;
  // "Carteira D" is one word, and no letter carrier.
  const [lead] = nameWords(job);
  if (lead === undefined) return undefined;
  const hasFirst = (found: FoundOccupation | undefined) =>
    found !== undefined &&
    (isNamed(found, lead.text) || found.name.plain.startsWith(plainText(first)));
  if (hasFirst(searchOccupations(job)[0]) || !beginsName(lead.text)) return undefined;
  const minWords = generic.has(plainText(first)) ? 2 : 1;
  for (let end = words.length - 1; end >= minWords; end--) {
    // Not a preposition.
    if (nameWords(words[end - 1] ?? '').length === 0) continue;
    const begin = words.slice(0, end).join(' ');
    const [best] = searchOccupations(begin);
    if (hasFirst(best) && best?.leftOut.length === 0) return begin;
  }
  return undefined;
}

/** Whether a name has a word as it is typed. */
const isNamed = ({ name }: FoundOccupation, text: string): boolean =>
  nameWords(text).some(({ text: word }) => name.words.some(({ stem }) => stem === wordStem(word)));

/**
 * The job after words that are none, such as "soldador" of "valor hora soldador": no name begins as the text, or the job
 * alone leaves out fewer words. A name with no word as it is typed, such as "operador de serra elétrica" of "seria
 * eletricista", counts as none.
 */
function jobAfterOthers(job: string): string | undefined {
  const [found] = searchOccupations(job);
  if (found === undefined || found.isLookalike) return undefined;
  const words = job.split(' ');
  if (found.leftOut.length === 0 && isNamed(found, job)) return undefined;
  const isBegun = beginsWith(found, job, 1);
  const isAnywhere = !beginsName(words[0] ?? '');
  return words
    .flatMap((word, at) =>
      at > 0 && (isAnywhere || found.leftOut.includes(plainText(word)))
        ? [words.slice(at).join(' ')]
        : [],
    )
    .find((part) => {
      const [best] = searchOccupations(part);
      if (best === undefined || best.isLookalike || !beginsWith(best, part, 1)) return false;
      const ignored = wordsTyped(job.slice(0, -part.length)).length + best.leftOut.length;
      const isWhole = isAnywhere && !isBegun && best.leftOut.length === 0;
      return isWhole || ignored < found.leftOut.length;
    });
}

/** Whether a name has the text's first word as its own, with this many typing errors at most. */
function beginsWith(found: FoundOccupation | undefined, text: string, maxErrors: number): boolean {
  const [typed] = nameWords(text);
  const first = found?.name.words[0];
  if (typed === undefined || first === undefined) return false;
  return (
    wordStem(typed.text) === first.stem ||
    typingErrors(typed.text, first.text, maxErrors) <= maxErrors
  );
}

/** Whether a word is the beginning of its best name, as it is typed. */
const beginsName = (word: string): boolean => beginsWith(searchOccupations(word)[0], word, 0);

/** The words of a text without prepositions, each once. */
const wordsTyped = (text: string): string[] => [
  ...new Set(nameWords(text).map(({ typed }) => typed)),
];
