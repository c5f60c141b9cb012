interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const level = { info: 30, fatal: 60 } as const;

/**
 * The messages of a starting server, in Portuguese: plain lines on a terminal. Redirected output holds one JSON
 * object per line, in the form of the log, so that a program can read all of it.
 */
export class StartOutput {
  readonly #output: Output;
  #timer: NodeJS.Timeout | undefined;
  #step = '';
  #shown = '';

  constructor(output: Output) {
    this.#output = output;
  }

  print(lines: readonly string[]): void {
    this.#write(lines, level.info);
  }

  /** The reason why the server does not start. */
  fail(line: string): void {
    this.#write([line], level.fatal);
  }

  /** Names the work that begins now. While it lasts, a line every three seconds names it, if that changed. */
  step(text: string): void {
    this.#step = text;
    this.#timer ??= setInterval(() => {
      if (this.#step !== this.#shown) this.print([`${this.#step}…`]);
      this.#shown = this.#step;
    }, progressEveryMs).unref();
  }

  done(): void {
    clearInterval(this.#timer);
  }

  #write(lines: readonly string[], own: number): void {
    const texts = this.#output.isTTY === true ? lines : lines.filter((line) => line.trim() !== '');
    for (const text of texts) this.#output.write(`${this.#lineOf(text, own)}\n`);
  }

  #lineOf(text: string, own: number): string {
    if (this.#output.isTTY === true) return text;
    return JSON.stringify({ level: own, time: Date.now(), msg: text.trim() });
  }
}

const progressEveryMs = 3_000;
