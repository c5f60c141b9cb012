import { afterEach, expect, test, vi } from 'vitest';
import { PayrollReader } from './payroll-reader.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

class SilentWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}

const names = { nomes: [], frequencias: {}, familias: {}, municipios: [], regioes: [] };

/** A worker that fails with this event as soon as it has something to do. */
const workerFailingWith = (failure: () => Event) =>
  class FailingWorker extends SilentWorker {
    override postMessage() {
      queueMicrotask(() => this.dispatchEvent(failure()));
    }
  };

test.each([
  [
    'the script of the worker does not load',
    () => new Event('error'),
    'Não foi possível carregar o leitor de planilhas. Verifique a internet, recarregue a página e tente de novo.',
  ],
  [
    'the worker fails',
    () => Object.assign(new Event('error'), { message: 'out of memory' }),
    'Não foi possível ler o arquivo neste navegador. Salve a planilha como .csv e tente de novo.',
  ],
])('if %s, the message names the likely cause', async (_, failure, sentence) => {
  vi.stubGlobal('Worker', workerFailingWith(failure));
  const reader = new PayrollReader(names);
  await expect(reader.read(new Blob(['a']))).rejects.toThrow(sentence);
});

test('the message after a timeout names the likely cause', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  vi.useFakeTimers();
  const reader = new PayrollReader(names);
  const read = expect(reader.read(new Blob(['a']))).rejects.toThrow(
    'A leitura passou de um minuto. Confira se a coluna de cargo é a certa, ou separe a planilha por área e leia uma parte por vez.',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await read;
});
