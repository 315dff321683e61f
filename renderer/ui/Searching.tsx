/** How far a search is, of which not all is found yet. */
import { Text } from '@mantine/core';
import type { PartialWords } from '#contract/relations';
import { formatNumber } from './format';

const texts = {
  collections: (done: string, of: string) => `Searching… ${done} of ${of} collections`,
  objects: (done: string, of: string) => `Searching… ${done} of ${of} objects`,
  titles: (progress: string) => `${progress}. The others are searched by their titles only.`,
};

/** In a few words. */
export function searchingText({ collections, objects }: PartialWords): string {
  const [text, { done, of }] =
    collections.of > 1 ? [texts.collections, collections] : [texts.objects, objects];
  return text(formatNumber(done), formatNumber(of));
}

/** It changes each second, so it is no status that is read out. */
export function Searching({
  partial,
  className = '',
}: {
  partial: PartialWords | undefined;
  className?: string | undefined;
}) {
  if (partial === undefined) return null;
  return (
    <Text size="sm" c="dimmed" className={`tabular ${className}`}>
      {texts.titles(searchingText(partial))}
    </Text>
  );
}
