interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const level = { info: 30, fatal: 60 } as const;

/**
 * The messages of a starting server, in Portuguese: plain lines on a terminal. Redirected output holds one JSON
 * object per line, in the form of the log, so that a program can read all of it.
 */
export function startOutput(output: Output) {
  let timer: NodeJS.Timeout | undefined;
  let current = '';
  let shown = '';
  const lineOf = (text: string, own: number) =>
    output.isTTY === true
      ? text
      : JSON.stringify({ level: own, time: Date.now(), msg: text.trim() });
  const write = (lines: readonly string[], own: number): void => {
    const texts = output.isTTY === true ? lines : lines.filter((line) => line.trim() !== '');
    for (const text of texts) output.write(`${lineOf(text, own)}\n`);
  };

  return {
    print: (lines: readonly string[]) => write(lines, level.info),

    /** The reason why the server does not start. */
    fail: (line: string) => write([line], level.fatal),

    /** Names the work that begins now. While it lasts, a line every three seconds names it, if that changed. */
    step: (text: string): void => {
      current = text;
      timer ??= setInterval(() => {
        if (current !== shown) write([`${current}…`], level.info);
        shown = current;
      }, progressEveryMs).unref();
    },

    done: () => clearInterval(timer),
  };
}

const progressEveryMs = 3_000;
