/** 'lost' means that the connection has been gone for a while; the client still tries to reconnect. */
export type StreamState = 'connecting' | 'live' | 'lost';

export interface Followed {
  readonly path: string;
  readonly events: readonly string[];
  readonly onEvent: (event: string, data: unknown) => void;
  readonly onState: (state: StreamState) => void;
}

const firstReopenMs = 3000;
const maxReopenMs = 60_000;
const lostAfterMs = 2500;

/**
 * Follows server-sent events while the tab is visible: over HTTP/1 a browser has six connections per server, and hidden
 * tabs must not hold them all. Reconnects automatically, also after responses at which EventSource gives up. Returns a
 * function that stops it.
 */
export function followEvents({ path, events, onEvent, onState }: Followed): () => void {
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstReopenMs;

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
    losing ??= setTimeout(() => onState('lost'), lostAfterMs);
  };
  const connect = () => {
    disconnect();
    if (document.hidden) return;
    // A connection that an intermediary holds back causes neither an open nor an error event.
    lose();
    const opened = new EventSource(path);
    source = opened;
    opened.addEventListener('open', () => {
      calm();
      pauseMs = firstReopenMs;
      onState('live');
    });
    opened.addEventListener('error', () => {
      lose();
      if (opened.readyState === EventSource.CLOSED) {
        clearTimeout(reopening);
        reopening = setTimeout(connect, pauseMs);
        pauseMs = Math.min(2 * pauseMs, maxReopenMs);
      }
    });
    for (const name of events) {
      opened.addEventListener(name, ({ data }) => onEvent(name, JSON.parse(String(data))));
    }
  };
  const stop = () => {
    disconnect();
    calm();
  };
  const followSight = () => (document.hidden ? stop() : connect());
  // After the network is gone, a connection can appear open for minutes.
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
