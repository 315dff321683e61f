/** What `renderer/ui` draws on pages. */
import { Card, Table, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { COLLECTION_COLORS, COLLECTION_ICONS, OBJECT_STATES } from '#contract/objects';
import { ApiError } from '../../api/client';
import { Announcer } from '../../ui/Announcer';
import { CardPage } from '../../ui/CardPage';
import { CollectionIcon } from '../../ui/CollectionIcon';
import { DeedButton } from '../../ui/confirm';
import { ErrorState } from '../../ui/ErrorState';
import { FileIcon } from '../../ui/FileIcon';
import { HowFar } from '../../ui/HowFar';
import { LoadMore } from '../../ui/LoadMore';
import { Logo } from '../../ui/Logo';
import { NeedsPro, Nothing } from '../../ui/Nothing';
import { Page } from '../../ui/Page';
import { NameCell, QuietCell, RecordTable } from '../../ui/RecordTable';
import { RequireRight, RightsProvider } from '../../ui/rights';
import { Searching } from '../../ui/Searching';
import { SignInLink } from '../../ui/SignInLink';
import { SignInPassword } from '../../ui/SignInPassword';
import { Snippet } from '../../ui/Snippet';
import { StartScreen } from '../../ui/StartScreen';
import { StateMark } from '../../ui/StateMark';
import { TimeAgo } from '../../ui/TimeAgo';
import { Waiting } from '../../ui/Waiting';
import classes from './components.module.css';
import { Specimen } from './Specimen';
import { nothing, samples } from './samples';

const { name, long, sentence, moment, code, remove } = samples;

const MIMES = ['image/png', 'video/mp4', 'audio/mpeg', 'application/zip', 'application/pdf', 'font/woff2'];
const SHAPES = ['table', 'list', 'cards', 'form', 'page', 'board', 'calendar', 'tiles'] as const;
const page = (isFetchingNextPage: boolean) => ({
  hasNextPage: true,
  isFetchingNextPage,
  fetchNextPage: () => Promise.resolve(),
});
const deed = { title: name, message: sentence, confirm: remove, done: '', failed: '', name: remove };

export function Looks() {
  return (
    <>
      <Specimen of={['StateMark', 'TimeAgo']}>
        {OBJECT_STATES.map((state) => (
          <StateMark key={state} of={{ state }} />
        ))}
        <StateMark of={{ state: 'scheduled', until: moment }} compact />
        <TimeAgo value={moment} before={name} />
      </Specimen>
      <Specimen of={['CollectionIcon', 'FileIcon', 'Logo']}>
        {COLLECTION_COLORS.map((color, at) => (
          <CollectionIcon
            key={color}
            of={{ schema: 'text', icon: COLLECTION_ICONS[at] ?? 'layers', color }}
          />
        ))}
        {MIMES.map((mime) => (
          <FileIcon key={mime} mime={mime} />
        ))}
        <Logo />
        <ul className={classes.swatches}>
          {COLLECTION_COLORS.map((color) => (
            <li key={color} className={classes.swatch} data-color={color}>
              {color}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen of={['Card']}>
        <Card withBorder>
          <Text fw={600}>{name}</Text>
          <Text size="sm">{long}</Text>
        </Card>
      </Specimen>
    </>
  );
}

export function Lists() {
  return (
    <>
      <Specimen of={['RecordTable', 'NameCell', 'QuietCell', 'DeedButton']}>
        <div className={classes.wide}>
          <RecordTable columns={samples.options}>
            {[name, long].map((each) => (
              <Table.Tr key={each}>
                <NameCell name={each} width={240} />
                <QuietCell>{sentence}</QuietCell>
                <Table.Td ta="right">
                  <DeedButton {...deed} act={() => Promise.resolve()} />
                </Table.Td>
              </Table.Tr>
            ))}
          </RecordTable>
        </div>
      </Specimen>
      <Specimen of={['LoadMore']}>
        <LoadMore query={page(false)} left={120} />
        <LoadMore query={page(false)} />
        <LoadMore query={page(true)} />
      </Specimen>
      <Specimen of={['Snippet']}>
        <div className={classes.wide}>
          <Snippet name={name} code={code} />
        </div>
      </Specimen>
    </>
  );
}

export function States() {
  return (
    <>
      <Specimen of={['Waiting']}>
        {SHAPES.map((shape) => (
          <div key={shape} className={classes.wide}>
            <Waiting shape={shape} />
          </div>
        ))}
      </Specimen>
      <Specimen of={['HowFar', 'Searching']}>
        <div className={classes.wide}>
          <HowFar progress={{ step: 'texts', done: 1200, of: 5000 }} />
        </div>
        <Searching partial={{ collections: { done: 120, of: 500 }, objects: { done: 1200, of: 5000 } }} />
      </Specimen>
      <Specimen of={['Nothing', 'NeedsPro', 'Outlined', 'ErrorState', 'StartScreen']} boxed>
        <Nothing icon={IconPhoto} title={name} hint={long} shape="tiles" />
        <NeedsPro icon={IconPhoto} title={name} hint={sentence} />
        <ErrorState error={new ApiError(500, sentence)} retry={nothing} />
        <StartScreen />
      </Specimen>
      <Specimen of={['RequireRight', 'RightsProvider', 'Announcer']} boxed>
        <RightsProvider user={undefined}>
          <RequireRight needs="manages">{name}</RequireRight>
        </RightsProvider>
        <Announcer>{sentence}</Announcer>
      </Specimen>
    </>
  );
}

export function Pages() {
  return (
    <>
      <Specimen of={['Page']} boxed>
        <Page title={long} beside={name} description={sentence} icon={<Logo />}>
          {sentence}
        </Page>
      </Specimen>
      <Specimen of={['CardPage', 'SignInPassword', 'SignInLink']} boxed>
        <CardPage title={name}>
          <SignInPassword />
          <SignInLink first={false} />
        </CardPage>
      </Specimen>
    </>
  );
}
