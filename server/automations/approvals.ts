/** Which handlers the user of this machine has said yes to, and how (decision 80). */
import type { Trust } from '../access/trust.js';
import type { Base } from '../content/base.js';
import { type Approval, AUTOMATIONS, type TrustOverview } from '../contract/automations.js';
import { isJsonObject } from '../contract/values.js';
import { failed } from '../errors.js';
import { type Automation, allAutomations, handlerHash, readAutomation } from './automation.js';

export type Runnable = Automation & { handler: string; hash: string };

/** Whether there is anything to run. */
export const isRunnable = (automation: Automation | undefined): automation is Runnable =>
  automation?.handler !== undefined && automation.hash !== undefined;

export class Approvals {
  readonly #base: Base;
  readonly #trust: Trust;
  readonly #changed: () => void;

  /** `changed` is told of every yes. */
  constructor(base: Base, trust: Trust, changed: () => void) {
    this.#base = base;
    this.#trust = trust;
    this.#changed = changed;
  }

  /** Whether the handler of an automation may run; one without a handler has nothing to approve. */
  of({ id, hash }: Automation): Approval {
    return hash === undefined ? 'approved' : this.#trust.approvalOf(id, hash);
  }

  /** What would run or open the folder, before somebody says yes to it. */
  async overview(): Promise<TrustOverview['handlers']> {
    const found = await allAutomations(this.#base);
    return found.filter(isRunnable).map((automation) => ({
      id: automation.id,
      name: automation.name,
      enabled: automation.enabled,
      triggers: [...automation.triggers],
      approval: this.of(automation),
      hash: automation.hash,
      source: automation.handler,
    }));
  }

  /** Lets handlers run that are still what was shown. Throws `validation` for those that have changed since. */
  async approve(shown: Readonly<Record<string, string>>): Promise<void> {
    const problems: Record<string, string[]> = {};
    for (const [id, hash] of Object.entries(shown)) {
      const automation = await readAutomation(this.#base, id);
      if (automation?.hash !== hash)
        problems[`handlers.${id}`] = ['has changed since it was shown; look again'];
    }
    if (Object.keys(problems).length > 0) throw failed(problems);
    await this.#trust.approve(shown);
    this.#changed();
  }

  /** Lets every handler run that stands in the folder now. */
  async approveAll(): Promise<void> {
    const handlers = await this.overview();
    await this.#trust.approve(Object.fromEntries(handlers.map(({ id, hash }) => [id, hash])));
    this.#changed();
  }

  /**
   * Approves the handler of an automation because somebody who may write automations has sent this very text, or has
   * made an automation with the text everybody begins with. Anything else that was saved approves nothing.
   */
  async saved(collection: string, id: string, sent: unknown): Promise<void> {
    if (collection !== AUTOMATIONS || !isJsonObject(sent)) return;
    const text = Object.hasOwn(sent, 'handler') ? sent.handler : this.#firstText();
    if (typeof text !== 'string') return;
    const automation = await readAutomation(this.#base, id);
    if (automation?.hash !== handlerHash(text)) return;
    await this.#trust.approve({ [id]: automation.hash });
    this.#changed();
  }

  /** A copy of an approved handler is approved as well. `body`: of the request for it. */
  async copied(collection: string, id: string, body: unknown): Promise<void> {
    if (collection !== AUTOMATIONS || !isJsonObject(body) || typeof body.id !== 'string') return;
    const source = await readAutomation(this.#base, id);
    if (!isRunnable(source) || this.of(source) !== 'approved') return;
    await this.saved(collection, body.id, { handler: source.handler });
  }

  /** The handler a new automation has before anybody writes one. */
  #firstText(): unknown {
    const { schema } = this.#base.collections.get(AUTOMATIONS);
    return schema.properties.get('handler')?.definition.default;
  }
}
