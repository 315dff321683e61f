/** Objects of all collections by their titles and texts. */
import { Text } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { FoundTexts } from '#contract/relations';
import { collectionsQuery } from '../api/queries';
import { textsQuery } from '../api/relations';
import { CollectionSelect } from '../ui/CollectionSelect';
import { ErrorState } from '../ui/ErrorState';
import { counted } from '../ui/format';
import { LoadMore } from '../ui/LoadMore';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Searching } from '../ui/Searching';
import { Waiting } from '../ui/Waiting';
import { Result } from './search/Result';
import { SearchField } from './search/SearchField';
import classes from './search/search.module.css';

const texts = {
  collection: 'Collection',
  all: 'All collections',
  begin: 'Search in all collections',
  beginHint:
    'Finds words in titles and texts. The last word may be the beginning of one, and "quotation marks" find a phrase.',
  none: 'Nothing found',
  noneHint: (words: string) => `No object contains “${words}” or similar words.`,
  found: (count: number) => counted(count, 'object', 'objects'),
  closest: 'No text has all of these words. Closest:',
  closestTo: (words: string) => `No text has all of these words, or of “${words}”. Closest:`,
  corrected: (words: string) => `Nothing contains these words. Showing results for “${words}”.`,
};

/** How many there are, or that something else was found than what was searched for. */
function told({ total, corrected, closest }: FoundTexts): string {
  if (closest) return corrected === undefined ? texts.closest : texts.closestTo(corrected);
  return corrected === undefined ? texts.found(total) : texts.corrected(corrected);
}

/** The search in the address; while it is typed, the address follows without a step back for each letter. */
function useSearchAddress() {
  const [params, setParams] = useSearchParams();
  const words = (params.get('q') ?? '').trim();
  const collection = params.get('collection') ?? '';
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: words !== '' },
    );
  return { words, collection, set };
}

/** Moves the focus between the results, and back to the field before the first one. */
function step(event: KeyboardEvent<HTMLElement>, field: HTMLInputElement | null): void {
  // The list of collections has its own use for them.
  if (event.isDefaultPrevented() || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const links = [...document.querySelectorAll<HTMLElement>('[data-result]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = event.key === 'ArrowDown' ? links[at + 1] : (links[at - 1] ?? field);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function Search() {
  const { words, collection, set } = useSearchAddress();
  const field = useRef<HTMLInputElement>(null);
  const { data: collections = [] } = useQuery(collectionsQuery());
  const query = useInfiniteQuery(textsQuery(words, collection));
  const pages = words === '' ? [] : (query.data?.pages ?? []);
  const found = pages.flatMap(({ data }) => data);
  const [first] = pages;
  const places = new Map(collections.map((item) => [item.name, item]));
  return (
    <Page narrow>
      <search className={classes.fields} onKeyDown={(event) => step(event, field.current)}>
        <SearchField ref={field} words={words} onSearch={(next) => set('q', next)} />
        <CollectionSelect
          aria-label={texts.collection}
          placeholder={texts.all}
          value={collection === '' ? null : collection}
          collections={collections}
          clearable
          onChange={(value) => set('collection', value ?? '')}
        />
      </search>
      <Text size="sm" c="dimmed" role="status" className={classes.count ?? ''}>
        {first && !first.partial && found.length > 0 && told(first)}
      </Text>
      <Searching partial={first?.partial} />
      {words === '' && <Nothing icon={IconSearch} title={texts.begin} hint={texts.beginHint} />}
      {words !== '' && found.length === 0 && (query.isPending || first?.partial) && <Waiting shape="list" />}
      {query.isError && found.length === 0 && (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {words !== '' && query.isSuccess && found.length === 0 && !first?.partial && (
        <Nothing icon={IconSearchOff} title={texts.none} hint={texts.noneHint(words)} />
      )}
      {found.length > 0 && (
        <ol
          className={classes.results}
          data-stale={query.isPlaceholderData || undefined}
          onKeyDown={(event) => step(event, field.current)}
        >
          {found.map((one) => (
            <Result key={`${one.collection}/${one.id}`} found={one} place={places.get(one.collection)} />
          ))}
        </ol>
      )}
      {found.length > 0 && <LoadMore query={query} />}
    </Page>
  );
}
