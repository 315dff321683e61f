import { Anchor, Group, Text } from '@mantine/core';
import { IconExternalLink, IconLinkOff, IconPlus } from '@tabler/icons-react';
import type { PropertyOnWire } from '#contract/schemas';
import { optionLabel } from '../settings';
import { refersById } from './choice';

interface Props {
  collection: string;
  definition: PropertyOnWire;
  /** Ids of the chosen objects. */
  chosen: readonly string[];
  /** Those of them that name no object. */
  missing: ReadonlySet<string>;
}

/** More links than these would push the form apart; the collection's list has them all. */
const MOST = 6;

const texts = {
  missing: (id: string) => `“${id}” is missing`,
  create: 'New…',
  createLabel: (collection: string) => `Create an object in ${collection} in a new tab`,
};

/** Ways to the chosen objects and to a new one, each in a tab of its own so that the form stays as it is. */
export function RelatedLinks({ collection, definition, chosen, missing }: Props) {
  const place = `/admin/c/${encodeURIComponent(collection)}`;
  const links = refersById(definition) ? chosen.filter((id) => !missing.has(id)).slice(0, MOST) : [];
  return (
    <Group gap="sm" mt={4}>
      {chosen
        .filter((id) => missing.has(id))
        .map((id) => (
          <Text key={id} size="xs" c="red" className="truncate">
            <IconLinkOff size={12} aria-hidden="true" /> {texts.missing(id)}
          </Text>
        ))}
      {links.map((id) => (
        <Anchor key={id} href={`${place}/${encodeURIComponent(id)}`} target="_blank" size="xs">
          {optionLabel(definition, id)} <IconExternalLink size={12} aria-label="opens in a new tab" />
        </Anchor>
      ))}
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
