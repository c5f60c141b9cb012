/** Timeout for the head of a response, and for each of its chunks. */
const answerWithinMs = 120_000;

let ready: Promise<void> | undefined;

/**
 * Makes `fetch` in this process use a newer undici; await it before a request to another server. With the undici in
 * Node 24, a server that closes its connection while 64 KiB wait to be read ends the process (nodejs/undici#5360).
 */
export const useNewerUndici = (): Promise<void> => (ready ??= replaceUndici());

async function replaceUndici(): Promise<void> {
  const { Agent, EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  // With this variable, Node reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
  const Dispatcher = process.env['NODE_USE_ENV_PROXY'] === '1' ? EnvHttpProxyAgent : Agent;
  const timeouts = { headersTimeout: answerWithinMs, bodyTimeout: answerWithinMs };
  setGlobalDispatcher(new Dispatcher({ allowH2: false, ...timeouts }));
}
