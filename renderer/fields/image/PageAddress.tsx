/** The address of the picture as a page asks for it: its size, its format and what is done to it, tried as it is chosen. */
import { Button, Collapse, CopyButton, Group, Select, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { FileItem } from '#contract/files';
import { IMAGE_FORMATS, type ImageFormat } from '#contract/imageworks';
import { type Asked, derivativePath, imageElement, OFFERED } from './derivative-url';
import classes from './image.module.css';
import { ParameterInput } from './ParameterInput';

const texts = {
  title: 'Image URL',
  help: 'The image is generated on first request and then cached.',
  format: 'Format',
  more: 'More: color, sharpness, rotation, border',
  preview: 'Preview of the generated image',
  failed: 'Could not generate this image: it would be too large, or the original is damaged.',
  copy: 'Copy URL',
  copyElement: 'Copy as <img>',
  copied: 'Copied',
};

/** What nearly every page asks for; the others are folded. */
const FIRST: ReadonlySet<string> = new Set(['w', 'h', 'fit', 'quality']);

/** How long nothing changes before the picture is made, in ms. */
const SETTLED = 400;

const isFormat = (value: string | null): value is ImageFormat =>
  IMAGE_FORMATS.some((format) => format === value);

interface Made {
  path: string;
  width: number;
  height: number;
}

export function PageAddress({ item }: { item: FileItem }) {
  const [asked, setAsked] = useState<Asked>({ w: '1200' });
  const [format, setFormat] = useState<ImageFormat>('webp');
  const [made, setMade] = useState<Made>();
  const [failed, setFailed] = useState<string>();
  const [opened, { toggle }] = useDisclosure(false);
  const path = derivativePath(item, format, asked);
  const [shown] = useDebouncedValue(path, SETTLED);
  const address = `${location.origin}${path}`;
  const size = made?.path === path ? made : undefined;

  const input = (row: (typeof OFFERED)[number]) => (
    <ParameterInput
      key={row.name}
      row={row}
      value={asked[row.name] ?? ''}
      onChange={(value) => setAsked((before) => ({ ...before, [row.name]: value }))}
    />
  );
  return (
    <section aria-label={texts.title}>
      <Text size="sm" fw={500}>
        {texts.title}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.help}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="xs" verticalSpacing="xs">
        {OFFERED.filter(({ name }) => FIRST.has(name)).map(input)}
        <Select
          label={texts.format}
          size="xs"
          data={[...IMAGE_FORMATS]}
          value={format}
          onChange={(next) => isFormat(next) && setFormat(next)}
          allowDeselect={false}
        />
      </SimpleGrid>
      <UnstyledButton className={classes.more} onClick={toggle} aria-expanded={opened}>
        <IconChevronRight size={14} className={classes.chevron} data-open={opened || undefined} aria-hidden />
        {texts.more}
      </UnstyledButton>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" verticalSpacing="xs" mb="xs">
          {OFFERED.filter(({ name }) => !FIRST.has(name)).map(input)}
        </SimpleGrid>
      </Collapse>
      <div className={classes.preview}>
        {failed === shown ? (
          <Text size="xs" c="red" role="alert">
            {texts.failed}
          </Text>
        ) : (
          <img
            key={shown}
            src={shown}
            alt={texts.preview}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setMade({ path: shown, width, height })
            }
            onError={() => setFailed(shown)}
          />
        )}
      </div>
      <Text size="xs" c="dimmed" className="tabular" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {size && `${size.width} × ${size.height} · `}
        {address}
      </Text>
      <Group gap="xs" mt={6}>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <CopyButton value={imageElement(address, item, size)}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? texts.copied : texts.copyElement}
            </Button>
          )}
        </CopyButton>
      </Group>
    </section>
  );
}
