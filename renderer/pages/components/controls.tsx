/** What Mantine draws in our theme: buttons, fields, menus, marks. */
import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Checkbox,
  Chip,
  Menu,
  NumberInput,
  Pill,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { CollectionSelect } from '../../ui/CollectionSelect';
import classes from './components.module.css';
import { Specimen } from './Specimen';
import { nothing, samples } from './samples';

const { name, long, error, save, cancel, remove, sentence, options } = samples;

/** More than a list draws at once. */
const collections = Array.from({ length: 60 }, (_, at) => ({ name: `part-${at}`, title: `${name} ${at}` }));

const VARIANTS = ['filled', 'light', 'default', 'subtle'] as const;

export function Buttons() {
  return (
    <>
      <Specimen of={['Button']}>
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {save}
          </Button>
        ))}
        <Button color="red">{remove}</Button>
        <Button color="red" variant="light">
          {remove}
        </Button>
        <Button leftSection={<IconPlus size={16} />}>{save}</Button>
        <Button loading>{save}</Button>
        <Button disabled>{save}</Button>
        <Button size="compact-sm" variant="default">
          {cancel}
        </Button>
        <Button variant="default">{long}</Button>
      </Specimen>
      <Specimen of={['ActionIcon', 'Menu']}>
        <ActionIcon aria-label={remove}>
          <IconTrash size={16} />
        </ActionIcon>
        <ActionIcon aria-label={save} variant="default">
          <IconPlus size={16} />
        </ActionIcon>
        <ActionIcon aria-label={cancel} disabled>
          <IconTrash size={16} />
        </ActionIcon>
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={options[0]} variant="default">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{name}</Menu.Label>
            <Menu.Item leftSection={<IconPlus size={16} />}>{save}</Menu.Item>
            <Menu.Item disabled>{cancel}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red">{remove}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Specimen>
    </>
  );
}

export function Fields() {
  return (
    <>
      <Specimen of={['TextInput', 'Textarea', 'Select', 'CollectionSelect', 'NumberInput']}>
        <TextInput label={name} defaultValue={name} description={sentence} />
        <TextInput label={name} placeholder={name} />
        <TextInput label={name} defaultValue={name} error={error} />
        <TextInput label={name} defaultValue={name} disabled />
        <Textarea label={long} defaultValue={long} className={classes.wide} />
        <Select label={name} data={options} defaultValue={options[0]} />
        <CollectionSelect label={name} collections={collections} defaultValue={collections[0]?.name} />
        <NumberInput label={name} defaultValue={12} />
      </Specimen>
      <Specimen of={['Switch', 'Checkbox', 'Radio', 'SegmentedControl', 'Chip']}>
        <Switch label={name} defaultChecked />
        <Switch label={name} />
        <Switch label={name} disabled />
        <Checkbox label={name} defaultChecked />
        <Checkbox label={name} indeterminate onChange={nothing} checked={false} />
        <Checkbox label={name} error={error} />
        <Radio label={name} defaultChecked />
        <Radio label={name} disabled />
        <SegmentedControl data={[...options]} aria-label={name} />
        <Chip defaultChecked>{name}</Chip>
        <Chip>{name}</Chip>
      </Specimen>
    </>
  );
}

export function Marks() {
  return (
    <>
      <Specimen of={['Badge', 'Pill', 'Tabs']}>
        {(['spruce', 'gray', 'red', 'yellow'] as const).map((color) => (
          <Badge key={color} color={color} variant="light">
            {color}
          </Badge>
        ))}
        <Badge>{name}</Badge>
        <Pill>{name}</Pill>
        <Pill withRemoveButton removeButtonProps={{ 'aria-label': remove }}>
          {name}
        </Pill>
        <Tabs defaultValue={options[0]} className={classes.wide}>
          <Tabs.List aria-label={name}>
            {options.map((option) => (
              <Tabs.Tab key={option} value={option}>
                {option}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {options.map((option) => (
            <Tabs.Panel key={option} value={option} pt="xs">
              {sentence}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Specimen>
      <Specimen of={['Alert']}>
        {(['spruce', 'yellow', 'red', 'gray'] as const).map((color) => (
          <Alert key={color} color={color} title={name} className={classes.wide}>
            {sentence}
          </Alert>
        ))}
      </Specimen>
    </>
  );
}
