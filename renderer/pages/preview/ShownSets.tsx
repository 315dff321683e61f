/** Chooses the change sets that the site is shown with, where Plinth runs its development server. */
import { ActionIcon, Checkbox, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SHARED_DRAFT } from '#contract/set-names';
import { changeSetsQuery } from '../../api/change-sets';
import { changePreview, previewQuery, sharesQuery } from '../../api/preview';
import { notifyFailed } from '../../ui/notify';
import { useRights } from '../../ui/rights';

const texts = {
  label: 'Show the site with',
  unsaved: 'What is typed in your forms and not saved is shown as well.',
  hidden: 'What is typed and not saved is hidden while an address is shared that does not show it.',
  draft: 'Shared draft',
  failed: 'Could not show the site with this',
};

export function ShownSets() {
  const { manages } = useRights();
  const { data: preview } = useQuery(previewQuery());
  if (!manages || !preview?.isStarted) return null;
  return <SetChoice chosen={preview.sets} />;
}

function SetChoice({ chosen }: { chosen: readonly string[] }) {
  const client = useQueryClient();
  const { data: known = [] } = useQuery(changeSetsQuery());
  const { data: shared } = useQuery(sharesQuery());
  const isHidden = shared?.shares.some(({ unsaved }) => !unsaved) ?? false;
  // Later ones are applied to what earlier ones make: always in the order of the list.
  const order = (sets: readonly string[]) => known.map(({ id }) => id).filter((id) => sets.includes(id));
  const choose = (sets: readonly string[]) =>
    void changePreview(client, { sets: order(sets) }).catch((error: unknown) =>
      notifyFailed(texts.failed, error),
    );
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={texts.label}>
          <ActionIcon size={30} variant="subtle" color="gray" aria-label={texts.label}>
            <IconStack2 size={17} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown maw="20rem">
        <Checkbox.Group label={texts.label} value={[...chosen]} onChange={choose}>
          <Stack gap="xs" mt="xs">
            {known.map(({ id, title }) => (
              <Checkbox key={id} value={id} label={id === SHARED_DRAFT ? texts.draft : title} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="xs" c="dimmed" mt="sm">
          {isHidden ? texts.hidden : texts.unsaved}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
