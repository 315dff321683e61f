/** What the objects of a collection are called. Where a collection has no labels of its own the server sends English ones. */
import { t } from '../t';
import { inSentence } from './format';

interface Labelled {
  labelSingular: string;
  labelPlural: string;
}

export const singularOf = ({ labelSingular }: Pick<Labelled, 'labelSingular'>): string =>
  labelSingular === '' || labelSingular === 'Object' ? t('Object') : labelSingular;

const pluralOf = ({ labelPlural }: Labelled): string =>
  labelPlural === '' || labelPlural === 'Objects' ? t('Objects') : labelPlural;

/** One and several, as they stand inside a sentence. */
export const labelsInSentence = (of: Labelled): { singular: string; plural: string } => ({
  singular: inSentence(singularOf(of)),
  plural: inSentence(pluralOf(of)),
});
