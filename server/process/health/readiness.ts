/** Whether this process should receive requests: not before it has started, and not once it begins to stop. */
export class Readiness {
  #state: 'starting' | 'ready' | 'stopping' = 'starting';

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  get isStopping(): boolean {
    return this.#state === 'stopping';
  }

  started(): void {
    if (this.#state === 'starting') this.#state = 'ready';
  }

  stopping(): void {
    this.#state = 'stopping';
  }
}
