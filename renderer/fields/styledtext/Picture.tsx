import { Button, Loader, Text } from '@mantine/core';
import { IconPhotoDown, IconPhotoOff } from '@tabler/icons-react';
import { type Editor, type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { useShownAddress } from '../shown-set';
import { attributesIn } from './attributes';
import { EditorContext } from './editor-context';
import classes from './html-card.module.css';
import { MissingImage } from './MissingImage';
import { isMissing } from './missing-images';
import { otherHost } from './useCopies';

const texts = {
  remote: (host: string) => `Image on ${host}`,
  why: 'Not shown: the editor does not load images from other sites. Visitors to your site will load it from there.',
  fetch: 'Download a copy',
  fetching: 'Downloading a copy…',
  again: 'Try again',
  broken: 'Image cannot be displayed',
};

/** A picture of this folder. One that cannot be loaded says so. */
function Shown({ attributes, onBroken }: { attributes: Record<string, unknown>; onBroken(): void }) {
  const image = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    const element = image.current;
    if (element === null) return;
    const wanted = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
    for (const { name } of [...element.attributes]) {
      if (name !== 'alt' && !wanted.some(([key]) => key === name)) element.removeAttribute(name);
    }
    for (const [name, value] of wanted) {
      if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
    }
  });
  return <img ref={image} alt={String(attributes.alt ?? '')} onError={onBroken} data-drag-handle />;
}

/** What is shown in the place of a picture from another site, with a way to have a copy. */
function Remote({ host, src, alt, editor }: { host: string; src: string; alt: string; editor: Editor }) {
  const { copies } = useContext(EditorContext);
  const copy = copies.stateOf(src);
  const label = copy?.state === 'failed' ? texts.again : texts.fetch;
  return (
    <>
      <span className={classes.words}>
        <Text span size="xs" fw={600}>
          {texts.remote(host)}
        </Text>
        {alt !== '' && (
          <Text span size="xs">
            “{alt}”
          </Text>
        )}
        {copy?.state === 'failed' ? (
          <Text span size="xs" c="red">
            {copy.reason}
          </Text>
        ) : (
          <Text span size="xs" c="dimmed">
            {texts.why}
          </Text>
        )}
      </span>
      {copies.enabled && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={copy?.state === 'fetching' ? <Loader size={12} /> : <IconPhotoDown size={14} />}
          disabled={copy?.state === 'fetching'}
          onClick={() => void copies.fetch(editor, [src])}
        >
          {copy?.state === 'fetching' ? texts.fetching : label}
        </Button>
      )}
    </>
  );
}

/** A picture in the text: itself, or what says why it is not seen. */
export function Picture({ editor, node, selected }: NodeViewProps) {
  const [broken, setBroken] = useState('');
  const { kept, ...own } = node.attrs;
  const shownAddress = useShownAddress();
  const src = String(node.attrs.src ?? '');
  const alt = String(node.attrs.alt ?? '');
  const host = otherHost(src);
  const marked = selected || undefined;
  const isUnknown = isMissing(src);
  if (host === undefined && broken !== src && !isUnknown) {
    return (
      <NodeViewWrapper as="span" className={classes.picture} data-selected={marked}>
        <Shown
          attributes={{ ...attributesIn(kept), ...own, src: shownAddress(src) }}
          onBroken={() => setBroken(src)}
        />
      </NodeViewWrapper>
    );
  }
  return (
    <NodeViewWrapper
      as="span"
      className={classes.place}
      data-selected={marked}
      data-drag-handle
      contentEditable={false}
    >
      {isUnknown && <MissingImage src={src} alt={alt} editor={editor} />}
      {!isUnknown && host === undefined && (
        <>
          <IconPhotoOff size={18} stroke={1.5} aria-hidden />
          <span className={classes.words}>
            <Text span size="xs" fw={600}>
              {texts.broken}
            </Text>
            {alt !== '' && (
              <Text span size="xs">
                “{alt}”
              </Text>
            )}
            <Text span size="xs" c="dimmed" dir="ltr">
              {src.slice(0, 200)}
            </Text>
          </span>
        </>
      )}
      {host !== undefined && <Remote host={host} src={src} alt={alt} editor={editor} />}
    </NodeViewWrapper>
  );
}
