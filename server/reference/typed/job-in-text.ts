import type { OccupationItem } from '../../../shared/contracts/reference.ts';
import type { Commonness, FoundOccupation } from '../../../shared/finder/find-occupations.ts';
import {
  nameWords,
  saysLittle,
  typingErrors,
  wordStem,
} from '../../../shared/finder/name-words.ts';
import { plainText } from '../../../shared/words/format.ts';
import { occupationItem, occupationItems, searchOccupations } from '../occupation-search.ts';
import { generic } from './typed-words.ts';

/**
 * The occupations of a job. Its first word is the job itself: a name that lacks it, or has no word as it is typed such as
 * "máquina (usinagem)" of "tratorista usina", is no better than names that begin with it and have another word, or than
 * that word alone.
 */
export function occupationsOfJob(
  job: string,
  commonness: Commonness | undefined,
): OccupationItem[] {
  const itemsWithout = (ignored: string, part: string) =>
    occupationItems(part, commonness).map((item) => ({
      ...item,
      ignoradas: [...wordsTyped(ignored), ...(item.ignoradas ?? [])],
    }));
  const later = jobAfterOthers(job);
  if (later !== undefined) return itemsWithout(job.slice(0, -later.length), later);
  const workplace = workplaceOf(job);
  if (workplace !== undefined) return itemsWithout(workplace, withoutWord(job, workplace));
  const [first = ''] = job.split(' ');
  const found = searchOccupations(job, commonness);
  const [best] = found;
  const isFine =
    best === undefined || (!best.leftOut.includes(plainText(first)) && isNamed(best, job));
  if (isFine || generic.has(plainText(first)) || !beginsName(first))
    return occupationItems(job, commonness);
  const others = job.slice(first.length);
  const withFirst = found.filter((one) => beginsWith(one, job, 0) && isNamed(one, others));
  return withFirst.length > 0 ? withFirst.map(occupationItem) : itemsWithout(others, first);
}

const withoutWord = (job: string, word: string) =>
  job
    .split(' ')
    .filter((other) => other !== word)
    .join(' ');

/**
 * The word of a job that is a name by itself but only states where people work, such as "frigorífico" of "auxiliar de
 * produção frigorífico": the other words are a whole name.
 */
function workplaceOf(job: string): string | undefined {
  const [found] = searchOccupations(job);
  const [only, ...others] = found?.name.words ?? [];
  if (only === undefined || others.length > 0) return undefined;
  const word = job
    .split(' ')
    .slice(1)
    .find((later) => wordStem(plainText(later)) === only.stem);
  if (word === undefined) return undefined;
  const rest = withoutWord(job, word);
  const [best] = searchOccupations(rest);
  const isWhole = best !== undefined && !best.isLookalike && best.leftOut.length === 0;
  return isWhole && isNamed(best, rest) && beginsWith(best, rest, 1) ? word : undefined;
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
function beginsWith(found: FoundOccupation | undefined, text: string, most: number): boolean {
  const [typed] = nameWords(text);
  const first = found?.name.words[0];
  if (typed === undefined || first === undefined) return false;
  return wordStem(typed.text) === first.stem || typingErrors(typed.text, first.text, most) <= most;
}

/** Whether a word is the beginning of its best name, as it is typed. */
const beginsName = (word: string): boolean => beginsWith(searchOccupations(word)[0], word, 0);

/** The words of a text without prepositions, each once. */
const wordsTyped = (text: string): string[] => [
  ...new Set(nameWords(text).map(({ typed }) => typed)),
];
