import type { z } from 'zod';
import {
  agreed,
  failureOf,
  fetched,
  maybeJson,
  requestOf,
  UnexpectedAnswerError,
  UnreachableError,
} from './call.ts';

/** The head of a response, delivered while the rest is still loading. */
export interface Beginning<Head extends z.ZodType> {
  readonly form: Head;
  /** The text that follows the head; up to there the response is an object without its closing brace. */
  readonly endsBefore: string;
  readonly tell: (head: z.output<Head>) => void;
}

/** Sends a body and delivers the head of a long response before the whole response arrives. */
export async function sendForLongAnswer<Response extends z.ZodType, Head extends z.ZodType>(
  path: string,
  response: Response,
  {
    beginning,
    ...sent
  }: {
    readonly body: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly beginning: Beginning<Head>;
  },
): Promise<z.output<Response>> {
  const request = requestOf('POST', sent);
  const answer = await fetched(path, request);
  if (!answer.ok) throw await failureOf(answer);
  try {
    return agreed(response, await textAsItComes(answer, beginning));
  } catch (error) {
    if (error instanceof UnexpectedAnswerError || sent.signal.aborted) throw error;
    throw new UnreachableError(error);
  }
}

/** In milliseconds: if the whole response arrives within this time, the head is not delivered separately. */
const worthTelling = 30;

async function textAsItComes<Head extends z.ZodType>(
  { body }: Response,
  { form, endsBefore, tell }: Beginning<Head>,
): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let telling: ReturnType<typeof setTimeout> | undefined;
  try {
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      const from = Math.max(0, text.length - endsBefore.length);
      text += piece.value;
      const end = telling === undefined ? text.indexOf(endsBefore, from) : -1;
      if (end === -1) continue;
      const head = `${text.slice(0, end)}}`;
      telling = setTimeout(() => {
        const read = form.safeParse(maybeJson(head));
        if (read.success) tell(read.data);
      }, worthTelling);
    }
    return text;
  } finally {
    clearTimeout(telling);
  }
}
