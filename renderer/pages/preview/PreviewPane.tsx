/** The pages of the site beside the form of an object (spec/preview.md). */
import { Alert, Anchor, SegmentedControl, TextInput } from '@mantine/core';
import {
  IconColumns2,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconExternalLink,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import { pageAddress } from '#contract/page-address';
import type { FoundPlace, OpenedPreview } from '#contract/preview';
import { keys } from '../../api/keys';
import { findPlaces, openedPreviewQuery, previewQuery } from '../../api/preview';
import { refresh } from '../../api/stale';
import { t } from '../../t';
import { formatMoment } from '../../ui/format';
import type { FormStore } from '../../unsaved/form-store';
import { valuesOf } from '../../unsaved/read-form';
import { focusText, useFocusedField } from './focused-field';
import { IconButton } from './IconButton';
import { type OpenedObject, partOfField, pathOfPart, placeIn } from './match-parts';
import { ObjectPages } from './ObjectPages';
import type { PagePart } from './page-message';
import classes from './preview.module.css';
import { Screen } from './Screen';
import { SharePreview } from './SharePreview';
import { ShownSets } from './ShownSets';
import { SiteForm } from './SiteForm';
import { useFramedPage } from './useFramedPage';
import { type PreviewWidth, usePreviewOpened, usePreviewWidth } from './usePreviewChoice';

const texts = {
  title: 'Preview of the site',
  address: 'Address of the page',
  reload: 'Reload the page',
  open: 'Open in the browser',
  close: 'Close the preview',
  width: 'Width of the page',
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  change: 'Use another address',
  down: 'The site is not running',
  downHint: (site: string) =>
    `Nothing answers at ${site}. Start the development server of the site; the page comes by itself.`,
  failed: 'Could not show the preview',
  elsewhere: 'This is in another object:',
  outside: 'This link leads out of the site:',
  unknown: 'No field was found for this.',
  compare: 'Compare with what is published',
  now: 'With what is not published',
  published: (moment: string) => `As published ${moment}`,
  publishedTitle: 'The page as it was published',
  notPublished: 'No site was published from here yet, so there is nothing to compare with.',
};

export interface PreviewProps {
  store: FormStore;
  settings: CollectionSettings;
  /** Undefined for a new object. */
  id: string | undefined;
}

/** Milliseconds in which a click has led to its field. */
const AFTER_CLICK = 1000;

const ICONS = { phone: IconDeviceMobile, tablet: IconDeviceTablet, desktop: IconDeviceDesktop };

/** What a click led to that is not in the form. */
type Note = { kind: 'place'; place: FoundPlace } | { kind: 'outside'; href: string } | { kind: 'unknown' };

/** The path of the object's page on the site; that of the first page where it has none. */
function firstPath({ settings: { id: collection, url, prettyUrl }, store }: PreviewProps): string {
  const address = pageAddress({ collection, url, prettyUrl }, valuesOf(store.get())) ?? '/';
  if (!URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return pathname + search;
}

export function PreviewPane(props: PreviewProps) {
  const { store } = props;
  useEffect(() => store.watch(), [store]);
  const { data: preview } = useQuery(previewQuery());
  const { data: opened, error } = useQuery(openedPreviewQuery());
  const [changing, setChanging] = useState(false);
  const site = preview?.site ?? '';
  return (
    <aside className={classes.pane} aria-label={texts.title}>
      {error ? (
        <Alert color="red" m="md" title={texts.failed}>
          {error.message}
        </Alert>
      ) : preview !== undefined && opened !== undefined ? (
        site === '' || changing ? (
          <SiteForm site={site} onDone={() => setChanging(false)} />
        ) : (
          <Page {...props} {...opened} key={site} site={site} onChange={() => setChanging(true)} />
        )
      ) : null}
    </aside>
  );
}

interface PageProps extends PreviewProps, OpenedPreview {
  site: string;
  onChange(): void;
}

function Page({ store, settings, id, site, origin, published, onChange }: PageProps) {
  const client = useQueryClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const [path, setPath] = useState(() => firstPath({ store, settings, id }));
  const [at, setAt] = useState(path);
  const [round, setRound] = useState(0);
  const [isDown, setDown] = useState(false);
  const [isCompared, setCompared] = useState(false);
  const [note, setNote] = useState<Note>();
  /** When a part of the page was clicked last. */
  const clicked = useRef(-AFTER_CLICK);
  const opened = (): OpenedObject => ({ collection: settings.id, id, values: valuesOf(store.get()) });

  const { show } = useFramedPage({
    frame,
    origin,
    onMessage(message) {
      if (message.type === 'down') {
        // It may have been one that Plinth has started, and answer at another address when it is started again.
        if (!isDown) void refresh(client, keys.preview);
        setDown(true);
        return;
      }
      if (message.type === 'here') {
        setDown(false);
        if (message.address !== '') setAt(message.address);
      } else if (document.activeElement === frame.current) {
        // A page cannot take the focus from a form that is typed into: a click has put it into the page.
        if (message.type === 'outside') setNote({ kind: 'outside', href: message.href });
        else {
          clicked.current = performance.now();
          void follow(message.part, message.address, opened()).then(setNote);
        }
      }
    },
  });
  useFocusedField((field, near) => {
    // The page stays where it was clicked: the same words may stand at its top as well.
    if (performance.now() - clicked.current < AFTER_CLICK) return;
    show((parts) => partOfField(parts, opened(), field, near));
  });

  const go = (next: string) => {
    setAt(next);
    setPath(next);
    setRound((last) => last + 1);
  };
  const compare = () => {
    // The site may have been published since.
    if (!isCompared) void refresh(client, keys.openedPreview);
    setCompared(!isCompared);
  };
  return (
    <>
      <Bar at={at} origin={origin} onGo={go} onReload={() => go(at)}>
        {id !== undefined && <ObjectPages collection={settings.id} id={id} onGo={go} />}
        <IconButton label={texts.compare} onClick={compare} Icon={IconColumns2} isOn={isCompared} />
      </Bar>
      {isDown && (
        <Alert color="yellow" m="xs" title={texts.down} role="status">
          {texts.downHint(site)}{' '}
          <Anchor component="button" type="button" size="sm" onClick={onChange}>
            {texts.change}
          </Anchor>
        </Alert>
      )}
      {note && <NoteLine note={note} onClose={() => setNote(undefined)} />}
      {isCompared && !published && (
        <Alert m="xs" py="xs" role="status">
          {texts.notPublished}
        </Alert>
      )}
      <div className={classes.screens}>
        <Screen key={round} title={texts.title} frame={frame} src={origin + path} isDown={isDown}>
          {isCompared && published && texts.now}
        </Screen>
        {isCompared && published && (
          <Screen key={`${round} ${published.at}`} title={texts.publishedTitle} src={published.origin + at}>
            {texts.published(formatMoment(published.at))}
          </Screen>
        )}
      </div>
    </>
  );
}

/** Puts the cursor where a part of a page comes from; what is not in this form is told. */
async function follow(part: PagePart, address: string, opened: OpenedObject): Promise<Note | undefined> {
  const said = placeIn(part.place);
  if (said && said.collection === opened.collection && said.id === opened.id) {
    if (focusText(said.property, part.text)) return undefined;
  }
  if (said) return { kind: 'place', place: { ...said, title: said.id } };
  const own = pathOfPart(part, opened);
  if (own && own.fit > 1 && focusText(own.path, part.text)) return undefined;
  const { text, image } = part;
  const places = await findPlaces({ text, address, ...(image !== '' && { image }) }).catch(() => []);
  const here = places.find(({ collection, id }) => collection === opened.collection && id === opened.id);
  const isBest = here !== undefined && here === places[0];
  if (isBest && focusText(here.property, text)) return undefined;
  if (own && places.length === 0 && focusText(own.path, text)) return undefined;
  return places[0] ? { kind: 'place', place: places[0] } : { kind: 'unknown' };
}

function NoteLine({ note, onClose }: { note: Note; onClose(): void }) {
  const to = (place: FoundPlace) =>
    `/c/${encodeURIComponent(place.collection)}/${encodeURIComponent(place.id)}`;
  return (
    <Alert m="xs" py="xs" withCloseButton closeButtonLabel={t('Close')} onClose={onClose} role="status">
      {note.kind === 'unknown' && texts.unknown}
      {note.kind === 'place' && (
        <>
          {texts.elsewhere}{' '}
          <Anchor component={Link} to={to(note.place)} state={{ field: note.place.property }}>
            {note.place.title}
          </Anchor>
        </>
      )}
      {note.kind === 'outside' && (
        <>
          {texts.outside}{' '}
          <Anchor href={note.href} target="_blank" rel="noopener noreferrer" className={classes.link}>
            {note.href}
          </Anchor>
        </>
      )}
    </Alert>
  );
}

interface BarProps {
  children: ReactNode;
  at: string;
  origin: string;
  onGo(path: string): void;
  onReload(): void;
}

function Bar({ at, origin, onGo, onReload, children }: BarProps) {
  const [, setOpened] = usePreviewOpened();
  const [width, setWidth] = usePreviewWidth();
  const [typed, setTyped] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const url = URL.canParse(typed ?? at, origin) ? new URL(typed ?? at, origin) : undefined;
    setTyped(undefined);
    if (url) onGo(url.pathname + url.search + url.hash);
  }
  const choices = (['phone', 'tablet', 'desktop'] as const).map((value) => {
    const Icon = ICONS[value];
    return {
      value,
      label: <Icon size={16} className={classes.device} aria-label={texts[value]} role="img" />,
    };
  });
  return (
    <div className={classes.bar}>
      <form onSubmit={submit} className={classes.address}>
        <TextInput
          size="xs"
          aria-label={texts.address}
          value={typed ?? at}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped(undefined)}
        />
      </form>
      <ShownSets />
      <SharePreview path={at} />
      {children}
      <IconButton label={texts.reload} onClick={onReload} Icon={IconRefresh} />
      <SegmentedControl
        size="xs"
        aria-label={texts.width}
        value={width}
        onChange={(value) => setWidth(value as PreviewWidth)}
        data={choices}
      />
      <IconButton
        label={texts.open}
        onClick={() => window.open(origin + at, '_blank', 'noopener,noreferrer')}
        Icon={IconExternalLink}
      />
      <IconButton label={texts.close} onClick={() => setOpened(false)} Icon={IconX} />
    </div>
  );
}
