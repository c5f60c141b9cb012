export interface Leaving extends Disposable {
  readonly isAsked: boolean;
}

/** Until disposed of, records SIGINT and SIGTERM instead of ending the command; a second signal ends it. */
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
