/** An object that was found: its title, where it is, and where its text has the words. */
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import type { FoundText } from '#contract/relations';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { StateMark } from '../../ui/StateMark';
import classes from './search.module.css';

/** A text with its hits marked. */
function Excerpt({ text, hits }: NonNullable<FoundText['excerpt']>) {
  const parts = hits.map(([start, end], at) => {
    const [, before = 0] = hits[at - 1] ?? [];
    return { start, plain: text.slice(before, start), hit: text.slice(Math.max(before, start), end) };
  });
  const [, last = 0] = hits.at(-1) ?? [];
  return (
    <Text size="sm" className={classes.excerpt ?? ''} dir="auto">
      {parts.map(({ start, plain, hit }) => (
        <span key={start}>
          {plain}
          <mark>{hit}</mark>
        </span>
      ))}
      {text.slice(last)}
    </Text>
  );
}

interface Props {
  found: FoundText;
  /** Its collection; undefined where that is not known. */
  place: CollectionSummary | undefined;
}

export function Result({ found, place }: Props) {
  const { collection, id, title, state, image, excerpt } = found;
  return (
    <li className={classes.result}>
      <div className={classes.picture}>
        {image === undefined ? (
          <CollectionIcon of={place ?? { schema: '' }} size={20} />
        ) : (
          <img src={`${image}?w=96&h=96&fit=crop-focalpoint`} alt="" loading="lazy" />
        )}
      </div>
      <div className={classes.words}>
        <Anchor
          component={Link}
          data-result
          to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
          fw={550}
          dir="auto"
        >
          {title}
        </Anchor>
        <Text size="xs" c="dimmed" component="div" className={classes.place ?? ''}>
          {place?.title ?? collection}
          {state && <StateMark of={{ state }} />}
        </Text>
        {excerpt && <Excerpt {...excerpt} />}
      </div>
    </li>
  );
}
