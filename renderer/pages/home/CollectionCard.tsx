import { Link } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { counted, inSentence } from '../../ui/format';
import classes from './home.module.css';

const texts = { singleton: 'One object' };

/** A collection on the start page: what it is and how much is in it. */
export function CollectionCard({ collection }: { collection: CollectionSummary }) {
  const { name, title, description, count, labelSingular, labelPlural, singleton, schema } = collection;
  return (
    <Link to={`/c/${encodeURIComponent(name)}`} className={classes.card}>
      <span className={classes.picture}>
        <CollectionIcon schema={schema} singleton={singleton} size={19} />
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
