let ready: Promise<void> | undefined;

/**
 * Makes `fetch` in this process use a newer undici; await it before a request to another server. With the undici in
 * Node 24, a server that closes its connection while 64 KiB wait to be read ends the process (nodejs/undici#5360).
 */
export const useNewerUndici = (): Promise<void> => (ready ??= replaceUndici());

async function replaceUndici(): Promise<void> {
  const { Agent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new Agent({ allowH2: false }));
}
