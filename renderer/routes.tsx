/** The routes of the admin, made from the table of screens. */
import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router';
import { AUTOMATIONS } from '#contract/automations';
import { SCREENS } from './screens';
import { Crash } from './shell/Crash';
import { Frame } from './shell/Frame';
import { RequireRight } from './ui/rights';
import { StartScreen } from './ui/StartScreen';
import { type Screen, ScreenContext } from './ui/screen';

function routeOf(screen: Screen): RouteObject {
  const { path, needs } = screen;
  const show = (Page: ComponentType) => ({
    element: (
      <ScreenContext value={screen}>
        <RequireRight needs={needs}>
          <Page />
        </RequireRight>
      </ScreenContext>
    ),
  });
  return 'Page' in screen
    ? { path, ...show(screen.Page) }
    : { path, lazy: async () => show(await screen.load()) };
}

const failing = { ErrorBoundary: Crash, HydrateFallback: StartScreen };

export const routes: RouteObject[] = [
  ...SCREENS.filter(({ standalone }) => standalone).map((screen) => ({ ...routeOf(screen), ...failing })),
  {
    path: '/',
    Component: Frame,
    ...failing,
    children: [
      {
        // When a page fails, header and navigation stay.
        ErrorBoundary: Crash,
        children: [
          ...SCREENS.filter(({ standalone }) => !standalone).map(routeOf),
          { path: '/automations', loader: () => redirect(`/c/${AUTOMATIONS}`) },
        ],
      },
    ],
  },
];
