/** How far the server is with something that takes long. */
import { Progress as Bar, Text } from '@mantine/core';
import type { Progress } from '#contract/progress';
import { formatNumber } from './format';
import classes from './HowFar.module.css';

const texts = {
  far: (what: string, done: string, of: string) => `${what}: ${done} of ${of}`,
  rules: 'Checking objects against their schemas',
  references: 'Following references',
  texts: 'Looking for images in texts',
  files: 'Listing the files of objects',
  folders: 'Reading the folders of objects',
  links: 'Looking for links in texts',
  bytes: 'Comparing files',
  changes: 'Looking at changes',
};

interface Props {
  /** Nothing is shown without it. */
  progress: Progress | null | undefined;
}

export function HowFar({ progress }: Props) {
  if (!progress) return null;
  const { step, done, of } = progress;
  const what = texts[step];
  return (
    <div className={classes.far}>
      <Text size="sm" c="dimmed" className="tabular">
        {texts.far(what, formatNumber(done), formatNumber(of))}
      </Text>
      <Bar value={(done / Math.max(1, of)) * 100} aria-label={what} />
    </div>
  );
}
