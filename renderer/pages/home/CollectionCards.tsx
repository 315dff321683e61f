/** The collections of the folder, by category. */
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { byCategory } from '../../ui/categories';
import { counted } from '../../ui/format';
import { labelsInSentence } from '../../ui/object-labels';
import { useCompare } from '../../ui/useCompare';
import { useSlices } from '../../ui/useSlices';
import classes from './home.module.css';

const texts = { other: 'Collections', singleton: 'One object' };

interface Props {
  collections: readonly CollectionSummary[];
}

export function CollectionCards({ collections }: Props) {
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
        <Cards collections={group.collections} />
      </SimpleGrid>
    </Stack>
  ));
}

/** So many cards are drawn at a time. */
const SLICE = 12;

function Cards({ collections }: Props) {
  return useSlices(collections, SLICE).map((slice) => <CardSlice key={slice[0]?.name} collections={slice} />);
}

const CardSlice = memo(function CardSlice({ collections }: Props) {
  return collections.map((item) => <CollectionCard key={item.name} collection={item} />);
});

/** A collection with its description and the number of its objects. */
function CollectionCard({ collection }: { collection: CollectionSummary }) {
  const { name, title, description, count, singleton } = collection;
  const { singular, plural } = labelsInSentence(collection);
  return (
    <Link to={`/c/${encodeURIComponent(name)}`} className={`card-link ${classes.card}`}>
      <span className={`look ${classes.picture}`} data-color={collection.color}>
        <CollectionIcon of={collection} size={19} />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{title}</span>
        {description !== '' && <span className={classes.description}>{description}</span>}
        <span className={classes.count}>
          {singleton ? texts.singleton : counted(count, singular, plural)}
        </span>
      </span>
    </Link>
  );
}
