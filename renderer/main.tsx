/** Start of the admin: styles, theme, query cache, router. */
import './trusted-types';
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/forced-colors.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { api } from './api/client';
import { createQueryClient } from './api/query-client';
import { followServer } from './api/server-return';
import { routes } from './routes';
import { sorting, theme, variables } from './theme';

const colorSchemes = localStorageColorSchemeManager({ key: 'plinth:color-scheme' });
const queryClient = createQueryClient(api);
if (window.plinth) followServer(window.plinth, queryClient, api);
const router = createBrowserRouter(routes, { basename: '/admin' });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} transitionDuration={sorting.duration} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
