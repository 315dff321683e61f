/** Writes that belong together: the server keeps their changes in one transaction. */
import { TRANSACTION_HEADER } from '#contract/changes';

export class Together {
  #transaction: string | undefined;
  /** The request that begins the transaction. */
  #beginning: Promise<unknown> | undefined;

  /** The id by which the changes are undone; undefined before the first answer. */
  get transaction(): string | undefined {
    return this.#transaction;
  }

  /** Calls `write` with the transaction to continue; the other writes wait for the one that begins it. */
  async send<A extends { headers: Headers }>(
    write: (transaction: string | undefined) => Promise<A>,
  ): Promise<A> {
    while (this.#beginning) await this.#beginning.catch(() => undefined);
    const writing = write(this.#transaction);
    if (this.#transaction === undefined) {
      this.#beginning = writing.finally(() => {
        this.#beginning = undefined;
      });
      this.#beginning.catch(() => undefined);
    }
    const answer = await writing;
    // Another one where the server could not continue it, as after a restart.
    this.#transaction = answer.headers.get(TRANSACTION_HEADER) ?? this.#transaction;
    return answer;
  }
}
