/** What was opened, to be closed in the reverse order (as `AsyncDisposableStack`, which Node 20 does not have). */
export class CloseStack {
  readonly #steps: (() => unknown)[] = [];
  #closed: Promise<void> | undefined;

  /** Adds what is to be done before everything that was added earlier. */
  defer(step: () => unknown): void {
    this.#steps.unshift(step);
  }

  /** Adds a part, which it returns. */
  use<T extends { close(): unknown }>(part: T): T {
    this.defer(() => part.close());
    return part;
  }

  /** Runs every step, even if others fail, and throws the first error. Can be called repeatedly. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
