export interface Leaving extends Disposable {
  readonly isAsked: boolean;
}

/** Notes that the person asks the command to end, instead of ending it, until it is disposed of; a second time ends it. */
export function listenForLeaving(): Leaving {
  const leaving = {
    isAsked: false,
    ask: () => {
      leaving.isAsked = true;
    },
    [Symbol.dispose]() {
      process.off('SIGINT', leaving.ask).off('SIGTERM', leaving.ask);
    },
  };
  process.once('SIGINT', leaving.ask).once('SIGTERM', leaving.ask);
  return leaving;
}
