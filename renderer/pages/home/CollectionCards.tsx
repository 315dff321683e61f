/** The collections of the folder, by category. */
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { byCategory } from '../../ui/categories';
import { counted, inSentence } from '../../ui/format';
import { useCompare } from '../../ui/useCompare';
import classes from './home.module.css';

const texts = { other: 'Collections', singleton: 'One object' };

export function CollectionCards({ collections }: { collections: readonly CollectionSummary[] }) {
  const compare = useCompare();
  const groups = byCategory(collections, compare);
  return groups.map((group) => (
    <Stack key={group.name} gap="xs" component="section">
      {(group.name !== '' || groups.length > 1) && (
        <Title order={2} size="sm" c="dimmed" fw={550}>
          {group.name || texts.other}
        </Title>
      )}
      <SimpleGrid minColWidth="15rem" spacing="sm">
        {group.collections.map((item) => (
          <CollectionCard key={item.name} collection={item} />
        ))}
      </SimpleGrid>
    </Stack>
  ));
}

/** A collection with its description and the number of its objects. */
function CollectionCard({ collection }: { collection: CollectionSummary }) {
  const { name, title, description, count, labelSingular, labelPlural, singleton } = collection;
  return (
    <Link to={`/c/${encodeURIComponent(name)}`} className={`card-link ${classes.card}`}>
      <span className={`look ${classes.picture}`} data-color={collection.color}>
        <CollectionIcon of={collection} size={19} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{title}</span>
        {description !== '' && <span className={classes.description}>{description}</span>}
        <span className={classes.count}>
          {singleton
            ? texts.singleton
            : counted(count, inSentence(labelSingular || 'object'), inSentence(labelPlural || 'objects'))}
        </span>
      </span>
    </Link>
  );
}
