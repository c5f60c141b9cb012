/** 'lost' is told when a connection has been gone for a while; it is still being tried again. */
export type StreamState = 'connecting' | 'live' | 'lost';

export interface Followed {
  /** Where server-sent events come from. */
  readonly path: string;
  /** The names of the events to hear of; after `end` there are no more. */
  readonly events: readonly string[];
  readonly onEvent: (event: string, data: unknown) => void;
  readonly onState: (state: StreamState) => void;
}

const REOPEN_AFTER_MS = 3000;
const REOPEN_AT_MOST_MS = 60_000;
const LOST_AFTER_MS = 2500;

/**
 * Follows server-sent events while the tab is in sight: a browser has six connections to a server over HTTP/1, and
 * hidden tabs must not hold them all. Comes back by itself, also after the answers at which EventSource gives up.
 * Answers the way to stop.
 */
export function followEvents({ path, events, onEvent, onState }: Followed): () => void {
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  let pauseMs = REOPEN_AFTER_MS;

  const disconnect = () => {
    clearTimeout(reopening);
    source?.close();
    source = undefined;
  };
  const calm = () => {
    clearTimeout(losing);
    losing = undefined;
  };
  const lose = () => {
    losing ??= setTimeout(() => onState('lost'), LOST_AFTER_MS);
  };
  const connect = () => {
    disconnect();
    if (hasEnded || document.hidden) return;
    // What is held back on the way gives neither an opening nor an error.
    lose();
    const opened = new EventSource(path);
    source = opened;
    opened.addEventListener('open', () => {
      calm();
      pauseMs = REOPEN_AFTER_MS;
      onState('live');
    });
    opened.addEventListener('error', () => {
      lose();
      if (opened.readyState === EventSource.CLOSED) {
        clearTimeout(reopening);
        reopening = setTimeout(connect, pauseMs);
        pauseMs = Math.min(2 * pauseMs, REOPEN_AT_MOST_MS);
      }
    });
    for (const name of events) {
      opened.addEventListener(name, ({ data }) => onEvent(name, JSON.parse(String(data))));
    }
    opened.addEventListener('end', () => {
      hasEnded = true;
      stop();
    });
  };
  const stop = () => {
    disconnect();
    calm();
  };
  const followSight = () => (document.hidden ? stop() : connect());
  // A connection over a network that is gone may look open for minutes.
  const handleOffline = () => {
    disconnect();
    lose();
  };

  document.addEventListener('visibilitychange', followSight);
  window.addEventListener('offline', handleOffline);
  window.addEventListener('online', connect);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', followSight);
    window.removeEventListener('offline', handleOffline);
    window.removeEventListener('online', connect);
    stop();
  };
}
