/**
 * Which automations are approved on this machine, and in which form (decision 122). The only listener that approves.
 * Approving is a rule about changes and not about addresses, so a new way to write approves nothing until it says who
 * changed what.
 */
import { type Digests, digestOf, type Trust } from '../access/trust.js';
import type { Base } from '../content/core/base.js';
import type { Approval } from '../contract/access.js';
import { AUTOMATIONS } from '../contract/automations.js';
import type { AutomationApproval } from '../contract/trust.js';
import type { JsonObject } from '../contract/values.js';
import type { ChangeEvent } from '../contract/wire.js';
import type { Origin, Source } from '../events.js';
import { type Automation, allAutomations, automationOf, readAutomation } from './automation.js';

interface ObjectEvent {
  type: ChangeEvent['type'];
  id: string;
}

export type Runnable = Automation & { handler: string; hash: string };

/** Whether there is anything to run. */
export const isRunnable = (automation: Automation | undefined): automation is Runnable =>
  automation?.handler !== undefined && automation.hash !== undefined;

/** The approved parts of an automation, each on its own, so that a save approves only the parts it sends. */
const PARTS = ['handler', 'scope', 'triggers', 'enabled'] as const;
type Part = (typeof PARTS)[number];

const recordOf = (id: string): string => `automation:${id}`;
const partRecord = (id: string, part: Part): string => `${recordOf(id)}/${part}`;

/** Digests of the parts that grant something; a disabled automation or one without triggers needs no approval. */
function partsOf({ hash, scopes, triggers, enabled }: Automation): Map<Part, string> {
  const parts = new Map<Part, string>();
  if (hash !== undefined) parts.set('handler', hash).set('scope', digestOf(scopes));
  if (triggers.length > 0) parts.set('triggers', digestOf(triggers.map(({ id: _, ...trigger }) => trigger)));
  if (enabled) parts.set('enabled', digestOf(true));
  return parts;
}

/** The parts as records of trust. */
const recordsOf = (automation: Automation): Digests =>
  Object.fromEntries(
    [...partsOf(automation)].map(([part, digest]) => [partRecord(automation.id, part), digest]),
  );

/** Called with the parts that a session has approved by saving them. */
export type OnApproved = (automation: string, parts: readonly string[], user: string) => void;

export class Approvals {
  readonly #base: Base;
  readonly #trust: Trust;
  readonly #changed: () => void;
  readonly #onApproved: OnApproved;
  readonly #unsubscribe: () => void;

  /** `changed` is called after every change of an approval, `accepted` when a save has approved something. */
  constructor(base: Base, trust: Trust, changed: () => void, onApproved: OnApproved) {
    this.#onApproved = onApproved;
    this.#base = base;
    this.#trust = trust;
    this.#changed = changed;
    this.#unsubscribe = base.events.on((event, origin, source) => this.#onChange(event, origin, source));
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Whether an automation may run in its current form; one without a handler has nothing to approve. */
  of(automation: Automation): Approval {
    if (!isRunnable(automation)) return 'approved';
    const approvalOf = ([part, digest]: [Part, string]) =>
      this.#trust.approvalOf(partRecord(automation.id, part), digest);
    if (approvalOf(['handler', automation.hash]) === 'new') return 'new';
    return [...partsOf(automation)].every((part) => approvalOf(part) === 'approved') ? 'approved' : 'changed';
  }

  /** Every automation with a handler and its trust state. */
  async list(): Promise<AutomationApproval[]> {
    const found = await allAutomations(this.#base);
    return found.filter(isRunnable).map((automation) => ({
      record: recordOf(automation.id),
      digest: digestOf(recordsOf(automation)),
      approval: this.of(automation),
      id: automation.id,
      name: automation.name,
      enabled: automation.enabled,
      triggers: [...automation.triggers],
      scopes: automation.scopes,
      source: automation.handler,
    }));
  }

  /** The parts of an automation with this digest; undefined when it has changed since it was shown. */
  async partsWithDigest(id: string, digest: string): Promise<Digests | undefined> {
    const automation = await readAutomation(this.#base, id);
    const records = automation && recordsOf(automation);
    return records && digestOf(records) === digest ? records : undefined;
  }

  /** The parts of every automation, for approving all of them. */
  async allParts(): Promise<Digests> {
    const found = await allAutomations(this.#base);
    return Object.assign({}, ...found.map(recordsOf));
  }

  /** Updates what may run after an approval. */
  updateRunnable(): void {
    this.#changed();
  }

  /** Approves what the owner's session saves. What comes otherwise waits: by a key, an import, the trash, the disk. */
  #onChange(
    event: ChangeEvent,
    { managedBy }: Origin,
    source: Source | undefined,
  ): Promise<void> | undefined {
    if (managedBy === undefined || !source) return undefined;
    if (event.type !== 'object.created' && event.type !== 'object.updated') return undefined;
    if (event.collection !== AUTOMATIONS) return undefined;
    if ('sent' in source) return this.#saved(event, source.sent, managedBy);
    return source.copyOf.collection === AUTOMATIONS
      ? this.#copied(source.copyOf.id, event.id, managedBy)
      : undefined;
  }

  /**
   * Accepts the parts of an automation that were sent, as far as they are what is stored now; what was not sent waits.
   * In a new one, parts left out have their first value.
   */
  async #saved({ type, id }: ObjectEvent, sent: JsonObject, user: string): Promise<void> {
    const created = type === 'object.created';
    const names = created ? PARTS : PARTS.filter((part) => Object.hasOwn(sent, part));
    if (names.length === 0) return;
    const automation = await readAutomation(this.#base, id);
    if (!automation) return;
    // A scope is that of a handler, which need not be sent with it.
    const handler = created ? this.#defaultHandler() : automation.handler;
    const given: JsonObject = { ...(handler !== undefined && { handler }), ...sent };
    const parts = await this.#approveParts(partsOf(automationOf({ ...given, id })), automation, names);
    if (parts.length > 0) this.#onApproved(id, parts, user);
  }

  /** A copy of an approved automation is approved as well. `made`: its id. */
  async #copied(id: string, copyId: string, user: string): Promise<void> {
    const source = await readAutomation(this.#base, id);
    if (!isRunnable(source) || this.of(source) !== 'approved') return;
    const copy = await readAutomation(this.#base, copyId);
    if (copy) this.#onApproved(copy.id, await this.#approveParts(partsOf(source), copy, PARTS), user);
  }

  /** An automation was disabled here: if another program enables it, it needs approval. */
  async revokeEnabled(id: string): Promise<void> {
    await this.#trust.revoke([partRecord(id, 'enabled')]);
  }

  /** Approves the `meant` parts of an automation and revokes removed ones. Returns the approved ones. */
  async #approveParts(
    sentParts: ReadonlyMap<Part, string>,
    automation: Automation,
    names: readonly Part[],
  ): Promise<readonly Part[]> {
    const stored = partsOf(automation);
    const approved = names.filter((part) => stored.has(part) && stored.get(part) === sentParts.get(part));
    const removed = names.filter((part) => !stored.has(part) && !sentParts.has(part));
    await this.#trust.approve(
      Object.fromEntries(approved.map((part) => [partRecord(automation.id, part), stored.get(part) ?? ''])),
    );
    await this.#trust.revoke(removed.map((part) => partRecord(automation.id, part)));
    this.#changed();
    return approved;
  }

  /** The handler of a new automation. */
  #defaultHandler(): JsonObject[string] {
    const { schema } = this.#base.collections.get(AUTOMATIONS);
    return schema.properties.get('handler')?.definition.default ?? null;
  }
}
