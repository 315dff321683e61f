/** list: words such as tags or categories. */

import { t } from '../../t';
import { choiceSources, lang, placeholder } from '../builder-settings';
import { EntriesDifference } from '../differences';
import type { FieldKind } from '../kind';
import { late } from '../late';
import { bulk, columns } from '../presets';
import { BadgesCell } from '../select';
import { isChoosable } from '../select/choice';
import { wordsOf } from './words';

const ListField = late(async () => (await import('./ListField')).ListField);

export const list: FieldKind = {
  Input: ListField,
  Cell: (props) => <BadgesCell {...props} value={wordsOf(props.value)} />,
  Difference: ({ before, after }) => <EntriesDifference before={wordsOf(before)} after={wordsOf(after)} />,
  summary: (value) => wordsOf(value).join(', '),
  accepts: isChoosable,
  shown: wordsOf,
  empty: [],
  type: 'array',
  builder: {
    group: t('Choices'),
    label: t('Tags'),
    help: t('Tags or keywords, typed freely.'),
    words: 'words list',
    settings: [
      placeholder,
      ...choiceSources,
      {
        key: 'addChoices',
        place: 'settings',
        group: t('Choices'),
        input: 'switch',
        label: t('Allow custom values'),
        otherwise: true,
      },
      { key: 'maxItemCount', place: 'settings', group: t('Choices'), input: 'count', label: t('Max items') },
      lang,
    ],
  },
  column: columns.chips,
  inCell: ListField,
  fromText: (text) => wordsOf(text.replaceAll(/[;\n]/g, ',')),
  filter: 'words',
  bulk: bulk.many,
};
