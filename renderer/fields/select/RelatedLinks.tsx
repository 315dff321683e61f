import { Anchor, Group, Text } from '@mantine/core';
import { IconExternalLink, IconLinkOff, IconPlus } from '@tabler/icons-react';
import type { RelatedLabel } from '#contract/relations';
import type { PropertyOnWire } from '#contract/schemas';
import { optionLabel } from '../settings';
import { refersById } from './choice';
import classes from './choice.module.css';
import { RelatedMark } from './RelatedMark';

interface Props {
  collection: string;
  definition: PropertyOnWire;
  /** Ids of the chosen objects. */
  chosen: readonly string[];
  /** Those of them that name no object. */
  missing: ReadonlySet<string>;
  /** What else is known of them. */
  known: ReadonlyMap<string, RelatedLabel>;
}

/** More links than these would push the form apart; the collection's list has them all. */
const MOST = 6;
/** Objects that are not live or have errors are named also beyond them. */
const MOST_MARKED = 24;

const isMarked = (one: RelatedLabel | undefined): boolean =>
  one !== undefined && (one.problem !== undefined || (one.state !== undefined && one.state !== 'published'));

const texts = {
  missing: (id: string) => `“${id}” is missing`,
  newTab: 'opens in a new tab',
  create: 'New…',
  createLabel: (collection: string) => `Create an object in ${collection} in a new tab`,
};

/** Ways to the chosen objects and to a new one, each in a tab of its own so that the form stays as it is. */
export function RelatedLinks({ collection, definition, chosen, missing, known }: Props) {
  const place = `/admin/c/${encodeURIComponent(collection)}`;
  const leads = refersById(definition);
  const there = chosen.filter((id) => !missing.has(id));
  const named = there
    .filter((id, at) => (leads && at < MOST) || isMarked(known.get(id)))
    .slice(0, MOST_MARKED);
  return (
    <Group gap="sm" mt={4}>
      {chosen
        .filter((id) => missing.has(id))
        .map((id) => (
          <Text key={id} size="xs" c="red" className="truncate">
            <IconLinkOff size={12} aria-hidden="true" /> {texts.missing(id)}
          </Text>
        ))}
      {named.map((id) => {
        const label = optionLabel(definition, id);
        const one = known.get(id);
        return (
          <span key={id} className={classes.related}>
            {leads ? (
              <Anchor href={`${place}/${encodeURIComponent(id)}`} target="_blank" size="xs">
                {label} <IconExternalLink size={12} aria-label={texts.newTab} />
              </Anchor>
            ) : (
              <Text size="xs">{label}</Text>
            )}
            {one && <RelatedMark of={one} />}
          </span>
        );
      })}
      <Anchor
        href={`${place}/new`}
        target="_blank"
        size="xs"
        c="dimmed"
        aria-label={texts.createLabel(collection)}
      >
        <IconPlus size={12} aria-hidden="true" /> {texts.create}
      </Anchor>
    </Group>
  );
}
