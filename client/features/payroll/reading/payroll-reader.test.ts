import { afterEach, expect, test, vi } from 'vitest';
import { PayrollReader } from './payroll-reader.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the message after a timeout names the likely cause', async () => {
  class SilentWorker extends EventTarget {
    postMessage() {}
    terminate() {}
  }
  vi.stubGlobal('Worker', SilentWorker);
  vi.useFakeTimers();
  const names = { nomes: [], frequencias: {}, familias: {}, municipios: [], regioes: [] };
  const reader = new PayrollReader(names);
  const read = expect(reader.read(new Blob(['a']))).rejects.toThrow(
    'A leitura passou de um minuto. Confira se a coluna de cargo é a certa, ou separe a planilha por área e leia uma parte por vez.',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await read;
});
