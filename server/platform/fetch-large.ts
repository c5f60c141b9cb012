let ready: Promise<void> | undefined;

/**
 * `fetch` for large responses. With the undici in Node 24, a server that closes its connection while more than 64 KiB
 * wait to be read ends the process (nodejs/undici#5360). The first call makes this process use a newer undici.
 */
export async function fetchLarge(url: URL | string, request: RequestInit): Promise<Response> {
  await (ready ??= useNewerUndici());
  return fetch(url, request);
}

async function useNewerUndici(): Promise<void> {
  const { Agent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new Agent({ allowH2: false }));
}
