/** Automations that run when content changes (spec/automations.md#triggers): which change starts which automation. */
import { TRIGGER_EVENTS, type TriggerEvent } from '../contract/automations.js';
import type { ChangeEvent } from '../contract/wire.js';
import type { Origin } from '../events.js';
import { isImport } from '../origins.js';
import type { Automation } from './automation.js';
import type { RunCause } from './run.js';

/** How many automations may start one another in a chain. */
const MAX_CHAIN_LENGTH = 3;

const isTriggerEvent = (type: string): type is TriggerEvent => TRIGGER_EVENTS.some((known) => known === type);

/** Changes of single objects during an import are ignored; the import sends an event when it is complete. */
const isMuted = (type: string, origin: Origin): boolean => isImport(origin) && type.startsWith('object.');

/** The runs started by a change. An automation never starts itself, and a chain has at most three automations. */
export function causedBy(
  event: ChangeEvent,
  origin: Origin,
  automations: readonly Automation[],
): { automation: string; cause: RunCause }[] {
  const { type } = event;
  if (!isTriggerEvent(type) || isMuted(type, origin)) return [];
  const chain = origin.chain ?? [];
  if (chain.length >= MAX_CHAIN_LENGTH) return [];
  const collection = 'collection' in event ? event.collection : undefined;
  const object = 'id' in event ? event.id : undefined;
  return automations
    .filter(({ id }) => !chain.includes(id))
    .flatMap(({ id, triggers }) =>
      triggers
        .filter((trigger) => trigger.type === 'event' && trigger.event === type)
        .filter((trigger) => trigger.type === 'event' && (trigger.collection || collection) === collection)
        .slice(0, 1)
        .map((trigger) => ({
          automation: id,
          cause: {
            trigger: {
              type: 'event' as const,
              id: trigger.id,
              event: type,
              ...(collection === undefined ? {} : { collection }),
              ...(object === undefined ? {} : { object }),
            },
            args: {},
            event: { ...event },
            chain,
          },
        })),
    );
}
