/** Icon and color of a collection, chosen among those there are. */
import { Fieldset, Stack, Text } from '@mantine/core';
import {
  COLLECTION_COLORS,
  COLLECTION_ICONS,
  type CollectionColor,
  type CollectionIcon as IconName,
} from '#contract/objects';
import { CollectionIcon, iconOfSchema, type Look } from '../../ui/CollectionIcon';
import classes from './look.module.css';

const texts = {
  legend: 'Look',
  icon: 'Icon',
  color: 'Color',
  ownIcon: 'Icon of the schema',
  ownColor: 'No color',
  icons: {
    article: 'Article',
    at: 'At sign',
    book: 'Book',
    briefcase: 'Briefcase',
    building: 'Building',
    bulb: 'Light bulb',
    calendar: 'Calendar',
    cart: 'Shopping cart',
    code: 'Code',
    file: 'File',
    files: 'Files',
    folder: 'Folder',
    gallery: 'Gallery',
    hash: 'Number sign',
    heart: 'Heart',
    history: 'History',
    home: 'House',
    language: 'Language',
    layers: 'Layers',
    layout: 'Layout',
    link: 'Link',
    list: 'List',
    mail: 'Mail',
    message: 'Message',
    microphone: 'Microphone',
    music: 'Music',
    news: 'Newspaper',
    package: 'Package',
    page: 'Page',
    palette: 'Palette',
    people: 'People',
    person: 'Person',
    photo: 'Photo',
    place: 'Place',
    plant: 'Plant',
    question: 'Question mark',
    quote: 'Quotation marks',
    robot: 'Robot',
    rss: 'Feed',
    school: 'School',
    settings: 'Gear',
    star: 'Star',
    tags: 'Tags',
    text: 'Letters',
    ticket: 'Ticket',
    toggle: 'Toggle',
    tools: 'Kitchen tools',
    trophy: 'Trophy',
    video: 'Video',
    world: 'World',
  } satisfies Record<IconName, string>,
  colors: {
    amber: 'Amber',
    blue: 'Blue',
    green: 'Green',
    orange: 'Orange',
    pink: 'Pink',
    red: 'Red',
    slate: 'Slate',
    teal: 'Teal',
    violet: 'Violet',
  } satisfies Record<CollectionColor, string>,
};

interface Props {
  look: Look;
  /** "" for the default. */
  onChange: (look: { icon: string } | { color: string }) => void;
  errorAt: (key: string) => string | undefined;
}

export function LookFields({ look, onChange, errorAt }: Props) {
  return (
    <Fieldset legend={texts.legend} mx={0}>
      <Stack gap="md">
        <Choices label={texts.color} error={errorAt('color')}>
          {(['', ...COLLECTION_COLORS] as const).map((color) => (
            <Choice
              key={color}
              name="color"
              label={color === '' ? texts.ownColor : texts.colors[color]}
              checked={(look.color ?? '') === color}
              onChoose={() => onChange({ color })}
            >
              <span className={`look ${classes.swatch}`} data-color={color || undefined} />
            </Choice>
          ))}
        </Choices>
        <Choices label={texts.icon} error={errorAt('icon')}>
          {(['', ...COLLECTION_ICONS] as const).map((icon) => (
            <Choice
              key={icon}
              name="icon"
              label={icon === '' ? texts.ownIcon : texts.icons[icon]}
              checked={(look.icon ?? '') === icon}
              onChoose={() => onChange({ icon })}
            >
              <CollectionIcon of={{ ...look, icon: icon === '' ? iconOfSchema(look) : icon }} size={20} />
            </Choice>
          ))}
        </Choices>
      </Stack>
    </Fieldset>
  );
}

interface ChoicesProps {
  label: string;
  error: string | undefined;
  children: React.ReactNode;
}

function Choices({ label, error, children }: ChoicesProps) {
  return (
    <fieldset className={classes.choices}>
      <Text component="legend" size="sm" fw={500}>
        {label}
      </Text>
      {children}
      {error !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

/** A radio button that looks like what it stands for. */
function Choice({ name, label, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes.choice} title={label}>
      <input type="radio" name={name} aria-label={label} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
