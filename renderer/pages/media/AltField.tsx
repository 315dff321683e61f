/** The alternative text of an image, saved when the field is left. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MediaFile } from '#contract/media';
import { ANY_LANGUAGE } from '../../fields/parts/written';
import { useAnnounce } from '../../ui/Announcer';
import { notifyFailed } from '../../ui/notify';
import { useAltText } from './useAltText';

const texts = {
  alt: (name: string) => `Alternative text of ${name}`,
  noAlt: 'Alternative text…',
  saved: 'Alternative text saved',
  failed: 'Could not save the alternative text',
};

interface Props {
  file: MediaFile;
  tabIndex?: 0 | -1;
}

export function AltField({ file, tabIndex = 0 }: Props) {
  const { name, alt = '' } = file;
  const [typed, setTyped] = useState(alt);
  /** What the text is as far as this field knows; it is changed by a save or by a new list. */
  const [saved, setSaved] = useState(alt);
  const [shown, setShown] = useState(alt);
  const announce = useAnnounce();
  const saveText = useAltText();
  async function save() {
    if (typed === saved) return;
    try {
      await saveText(file, typed, saved);
      setSaved(typed);
      announce(texts.saved);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  }
  // Changed elsewhere, as in the dialog of missing texts; text being typed is kept.
  if (alt !== shown) {
    setShown(alt);
    setSaved(alt);
    if (typed === saved) setTyped(alt);
  }
  return (
    <TextInput
      size="xs"
      mt={4}
      tabIndex={tabIndex}
      aria-label={texts.alt(name)}
      placeholder={texts.noAlt}
      attributes={{ input: ANY_LANGUAGE }}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && void save()}
    />
  );
}
