/** Header, side bar and the page. The page scrolls, the frame does not; narrow windows turn the side bar into a drawer. */

import { Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { createSpotlight } from '@mantine/spotlight';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ConnectionBanner } from '../ui/ConnectionBanner';
import { OnceOpened } from '../ui/OnceOpened';
import { PageCommandsContext, usePageCommandStore } from '../ui/page-commands';
import { ReadOnlyBanner } from '../ui/ReadOnlyBanner';
import { useRecordRecent } from '../ui/useRecent';
import { useSingleKeys } from '../ui/useSingleKeys';
import { useRecordVisit } from '../ui/useVisit';
import { useWindowCommand } from '../ui/window-commands';
import type { BackgroundUploads } from '../uploads/background-uploads';
import { UploadsContext } from '../uploads/uploads-context';
import { Header } from './Header';
import { Navbar } from './Navbar';
import { Palette } from './Palette';
import classes from './Shell.module.css';

/** @param choose lets the user choose what to create, where no collection is shown */
function useMenuCommands(choose: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useWindowCommand('settings', async () => {
    await navigate('/settings');
    return true;
  });
  useWindowCommand('new', async () => {
    const [, collection] = /^\/c\/([^/]+)/.exec(pathname) ?? [];
    if (collection === undefined) choose();
    else await navigate(`/c/${collection}/new`);
    return true;
  });
}

const ReadingBanner = lazy(async () => ({ default: (await import('./ReadingBanner')).ReadingBanner }));
const UploadsBar = lazy(async () => ({ default: (await import('./UploadsBar')).UploadsBar }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./ShortcutSheet')).ShortcutSheet }));

const texts = { skip: 'Skip to content', navigation: 'Collections and tools' };

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [drawer, { open, close }] = useDisclosure(false);
  const [sheet, sheetState] = useDisclosure(false);
  const [[paletteStore, palette]] = useState(createSpotlight);
  const commands = usePageCommandStore();
  const [uploads, setUploads] = useState<BackgroundUploads>();
  const uploadsOfFrame = useMemo(() => ({ current: uploads, begin: setUploads }), [uploads]);
  const [singleKeys] = useSingleKeys();
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(pathname);
  useRecordRecent();
  useRecordVisit();
  useHotkeys(singleKeys ? [['shift+?', sheetState.open]] : []);
  useMenuCommands(palette.open);

  // A new page starts at its top. Once it is shown a user may have gone on in it, and would be taken back.
  useLayoutEffect(() => {
    if (lastPath.current !== pathname) main.current?.scrollTo(0, 0);
  }, [pathname]);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    close();
    // The focus is in it, unless it has focused something itself.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, close]);

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {texts.skip}
      </a>
      <div className={classes.notices}>
        <ConnectionBanner />
        <ReadOnlyBanner />
        <Suspense>
          <ReadingBanner />
        </Suspense>
      </div>
      <Header onOpenNavigation={open} onOpenPalette={palette.open} onOpenShortcuts={sheetState.open} />
      <aside className={classes.navbar}>
        <Navbar />
      </aside>
      <Drawer
        opened={drawer}
        onClose={close}
        size={288}
        title={texts.navigation}
        styles={{ body: { padding: 0, height: 'calc(100% - 60px)' } }}
      >
        <Navbar />
      </Drawer>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <UploadsContext value={uploadsOfFrame}>
          <PageCommandsContext value={commands}>{children}</PageCommandsContext>
        </UploadsContext>
      </main>
      {uploads && (
        <Suspense>
          <UploadsBar uploads={uploads} />
        </Suspense>
      )}
      <PageCommandsContext value={commands}>
        <Palette store={paletteStore} onOpenShortcuts={sheetState.open} />
      </PageCommandsContext>
      <OnceOpened opened={sheet}>
        <ShortcutSheet opened={sheet} onClose={sheetState.close} />
      </OnceOpened>
    </div>
  );
}
