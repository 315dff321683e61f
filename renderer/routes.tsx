/** Which address shows which page. Pages with heavy parts load when they are first opened. */
import { type RouteObject, redirect } from 'react-router';
import { Damaged } from './pages/Damaged';
import { Home } from './pages/Home';
import { NotFound } from './pages/NotFound';
import { Objects } from './pages/Objects';
import { Schemas } from './pages/Schemas';
import { Trash } from './pages/Trash';
import { Crash } from './shell/Crash';
import { Frame } from './shell/Frame';
import { ForAdmins, ForEditors } from './ui/rights';
import { StartScreen } from './ui/StartScreen';

const objectEditor = async () => ({ Component: (await import('./pages/ObjectEditor')).ObjectEditor });
const schemaPage = async () => ({ Component: (await import('./pages/Schema')).Schema });
const schemaEditor = async () => ({ Component: (await import('./pages/SchemaEditor')).SchemaEditor });
const automations = async () => ({ Component: (await import('./pages/Automations')).Automations });
const media = async () => ({ Component: (await import('./pages/Media')).Media });
const apiKeys = async () => ({ Component: (await import('./pages/ApiKeys')).ApiKeys });
const oauthClients = async () => ({ Component: (await import('./pages/oauth/Clients')).Clients });
const oauthGrants = async () => ({ Component: (await import('./pages/oauth/Grants')).Grants });
const consent = async () => ({ Component: (await import('./pages/oauth/Consent')).Consent });
const users = async () => ({ Component: (await import('./pages/Users')).Users });
const account = async () => ({ Component: (await import('./pages/Account')).Account });
const settings = async () => ({ Component: (await import('./pages/Settings')).Settings });
const transfer = async () => ({ Component: (await import('./pages/Transfer')).Transfer });
const apiReference = async () => ({
  Component: (await import('./pages/ApiReference')).ApiReference,
});

export const routes: RouteObject[] = [
  {
    // A question from outside has the window for itself.
    path: '/oauth/consent/:request',
    lazy: consent,
    ErrorBoundary: Crash,
    HydrateFallback: StartScreen,
  },
  {
    path: '/',
    Component: Frame,
    ErrorBoundary: Crash,
    HydrateFallback: StartScreen,
    children: [
      {
        // A page that fails leaves the frame around it standing.
        ErrorBoundary: Crash,
        children: [
          { index: true, Component: Home },
          { path: 'c/:collection', Component: Objects },
          { path: 'c/:collection/new', lazy: objectEditor },
          { path: 'c/:collection/:id', lazy: objectEditor },
          { path: 'schemas', Component: Schemas },
          { path: 'schemas/:id', lazy: schemaPage },
          { path: 'api', lazy: apiReference },
          { path: 'account', lazy: account },
          {
            Component: ForEditors,
            children: [
              { path: 'media', lazy: media },
              { path: 'trash', Component: Trash },
              { path: 'damaged', Component: Damaged },
            ],
          },
          {
            Component: ForAdmins,
            children: [
              { path: 'automations', loader: () => redirect('/c/automations') },
              { path: 'c/automations', lazy: automations },
              { path: 'schemas/new', lazy: schemaEditor },
              { path: 'schemas/:id/edit', lazy: schemaEditor },
              { path: 'transfer', lazy: transfer },
              { path: 'utils/api-keys', lazy: apiKeys },
              { path: 'utils/oauth-clients', lazy: oauthClients },
              { path: 'utils/oauth-grants', lazy: oauthGrants },
              { path: 'utils/users', lazy: users },
              { path: 'settings/:section?', lazy: settings },
            ],
          },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
];
