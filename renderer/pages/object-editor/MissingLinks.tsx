/** Links in the texts of the object to objects and files that do not exist. Relations are marked in their fields. */
import { Alert, Anchor, List } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { missingReferencesQuery } from '../../api/references';
import { focusField } from '../../form/focus-field';
import classes from './editor.module.css';

const texts = {
  title: (count: number) =>
    count === 1
      ? 'A link leads to an object or file that does not exist'
      : `${count} links lead to objects or files that do not exist`,
};

/** How many are named. */
const NAMED = 8;

export function MissingLinks({ collection, id }: { collection: string; id: string }) {
  const { data = [] } = useQuery(missingReferencesQuery(collection, id));
  const links = data.filter(({ reference }) => /^(?:\/|https?:|plinth:)/.test(reference));
  if (links.length === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconLinkOff size={18} />}
      title={texts.title(links.length)}
      // In the color of text, which is easier to read than the tint.
      classNames={{ title: classes.bannerTitle ?? '' }}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {links.slice(0, NAMED).map(({ property, reference }) => (
          <List.Item key={`${property.name} ${reference}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => focusField(property.name.split('.')[0] ?? '')}
            >
              {property.label}
            </Anchor>
            {`: ${reference}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
