/**
 * The API of the open folder: every operation, what it takes and answers, and a form to try it. Viewers such as
 * Swagger UI, Scalar or Redoc bring up to several megabytes, controls and a theme of their own, need a weaker content
 * security policy, and do not know the session.
 */
import { Button, CopyButton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconCopy, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { CollectionSummary } from '#contract/objects';
import { descriptionQuery, OPENAPI, type OperationGroup, searchGroups } from '../api/openapi';
import { collectionsQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { counted } from '../ui/format';
import { Page } from '../ui/Page';
import { useCompare } from '../ui/useCompare';
import { Waiting } from '../ui/Waiting';
import { GroupList } from './api/GroupList';

const texts = {
  lead: (title: string, version: string, count: string) => `${title}, served by Plinth ${version}: ${count}.`,
  search: 'Search operations',
  hint: 'Method, path or keyword',
  none: (search: string) => `No operations match “${search}”.`,
  document: 'Copy the URL of openapi.json',
  copied: 'Copied',
  own: 'Your collections',
  general: 'All operations',
};

const NONE: readonly CollectionSummary[] = [];

export function ApiReference() {
  const description = useQuery(descriptionQuery());
  const { data: collections = NONE } = useQuery(collectionsQuery());
  const compare = useCompare();
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const wanted = useDeferredValue(search.trim());
  const setSearch = (text: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (text === '') after.delete('q');
        else after.set('q', text);
        return after;
      },
      { replace: true },
    );

  const api = description.data;
  const groups = useMemo(() => (api ? searchGroups(api.groups, wanted) : []), [api, wanted]);
  const names = useMemo(() => new Map(collections.map(({ name, title }) => [name, title])), [collections]);
  const titleOf = ({ tag }: OperationGroup) => names.get(tag) ?? tag;
  const own = groups.filter(({ tag }) => names.has(tag)).sort((a, b) => compare(titleOf(a), titleOf(b)));
  const general = groups.filter(({ tag }) => !names.has(tag));
  const count = (api?.groups ?? []).reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <Page
      description={api && texts.lead(api.title, api.version, counted(count, 'operation', 'operations'))}
      actions={
        api && (
          <CopyButton value={api.url + OPENAPI} timeout={1600}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
                aria-label={texts.document}
              >
                {copied ? texts.copied : 'openapi.json'}
              </Button>
            )}
          </CopyButton>
        )
      }
    >
      {description.isPending && <Waiting shape="text" />}
      {description.isError && (
        <ErrorState error={description.error} retry={() => void description.refetch()} />
      )}
      {api && (
        <>
          <TextInput
            type="search"
            maw={420}
            leftSection={<IconSearch size={15} aria-hidden />}
            placeholder={texts.hint}
            aria-label={texts.search}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {groups.length === 0 && (
            <Text size="sm" c="dimmed" role="status">
              {texts.none(wanted)}
            </Text>
          )}
          {[
            { title: texts.own, list: own },
            { title: texts.general, list: general },
          ].map(
            ({ title, list }) =>
              list.length > 0 && (
                <Stack key={title} gap="xs" component="section">
                  <Title order={2}>{title}</Title>
                  <GroupList api={api} groups={list} names={names} searching={wanted !== ''} />
                </Stack>
              ),
          )}
        </>
      )}
    </Page>
  );
}
