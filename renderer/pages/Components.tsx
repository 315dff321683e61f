/**
 * Every component in both themes, for those who build the admin: in its states, with long texts, beside each other.
 * Nothing links here; `/admin/components` is typed (server/recipes.md, “Add a component”). English, as the sources
 * are. Storybook or Ladle would show components as another build makes them.
 */
import { MantineProvider, Modal, mergeThemeOverrides, Title, useComputedColorScheme } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import type { SiteStatus } from '#contract/access';
import { keys } from '../api/keys';
import { statusQuery } from '../api/queries';
import { theme, variables } from '../theme';
import { Page } from '../ui/Page';
import classes from './components/components.module.css';
import { Buttons, Fields, Marks } from './components/controls';
import { Over } from './components/over';
import { Lists, Looks, Pages, States } from './components/parts';

const SCHEMES = ['light', 'dark'] as const;

/** Dialogs stay in the box they are shown in, and take no focus. */
const still = mergeThemeOverrides(theme, {
  components: {
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        withinPortal: false,
        trapFocus: false,
        returnFocus: false,
        lockScroll: false,
        closeOnEscape: false,
        transitionProps: { duration: 0 },
      },
    }),
  },
});

/** Answers of a server that is away and of a folder that can only be read; nothing is asked. */
function trouble(status: SiteStatus): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData(keys.connection, 'lost');
  client.setQueryData(statusQuery().queryKey, { ...status, readOnly: 'The disk is full' });
  return client;
}

/** One theme. The elements within find its colors by the attribute, as those of the page do. */
function InTheme({ scheme, children }: { scheme: 'light' | 'dark'; children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  return (
    <div
      ref={setRoot}
      id={`theme-${scheme}`}
      className={classes.theme}
      data-mantine-color-scheme={scheme}
      translate="no"
    >
      {root && (
        <MantineProvider
          theme={still}
          cssVariablesResolver={variables}
          cssVariablesSelector={`#theme-${scheme}`}
          getRootElement={() => root}
          forceColorScheme={scheme}
        >
          <Title order={2}>{scheme}</Title>
          {children}
        </MantineProvider>
      )}
    </div>
  );
}

/** The page around them is light: rules for the dark reach everything within a dark one. */
function useLightPage() {
  const scheme = useComputedColorScheme('light');
  useLayoutEffect(() => {
    const { documentElement } = document;
    documentElement.setAttribute('data-mantine-color-scheme', 'light');
    return () => documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }, [scheme]);
}

export function Components() {
  useLightPage();
  const { data: status } = useQuery(statusQuery());
  return <Page wide>{status && <Themes status={status} />}</Page>;
}

function Themes({ status }: { status: SiteStatus }) {
  const [client] = useState(() => trouble(status));
  return (
    <QueryClientProvider client={client}>
      <div className={classes.themes}>
        {SCHEMES.map((scheme) => (
          <InTheme key={scheme} scheme={scheme}>
            <Buttons />
            <Fields />
            <Marks />
            <Looks />
            <Lists />
            <States />
            <Over />
            <Pages />
          </InTheme>
        ))}
      </div>
    </QueryClientProvider>
  );
}
