/** Writes that belong together: the server keeps their changes in one transaction. */
import { TRANSACTION_HEADER } from '#contract/changes';

export class Together {
  /** More than one where the server could not continue the first, as after a restart. */
  readonly transactions: string[] = [];
  /** The request that begins the transaction. */
  #beginning: Promise<unknown> | undefined;

  /** The id that the next write continues; undefined before the first answer. */
  get transaction(): string | undefined {
    return this.transactions.at(-1);
  }

  /** Calls `write` with the transaction to continue; the other writes wait for the one that begins it. */
  async send<A extends { headers: Headers }>(
    write: (transaction: string | undefined) => Promise<A>,
  ): Promise<A> {
    while (this.#beginning) await this.#beginning.catch(() => undefined);
    const writing = write(this.transaction);
    if (this.transaction === undefined) {
      this.#beginning = writing.finally(() => {
        this.#beginning = undefined;
      });
      this.#beginning.catch(() => undefined);
    }
    const answer = await writing;
    const transaction = answer.headers.get(TRANSACTION_HEADER);
    if (transaction !== null && !this.transactions.includes(transaction)) this.transactions.push(transaction);
    return answer;
  }
}
