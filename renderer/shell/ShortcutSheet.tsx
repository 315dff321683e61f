/** All shortcuts on one sheet, and the switch for those of a single letter. */
import { Anchor, Kbd, Modal, SimpleGrid, Switch, Table, Title } from '@mantine/core';
import { t } from '../t';
import { DOCS } from '../ui/docs';
import { MOD } from '../ui/keyboard';
import { useSingleKeys } from '../ui/useSingleKeys';

const texts = {
  title: 'Keyboard shortcuts',
  documentation: 'Documentation',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Turn them off if they interfere, for example with speech input.',
};

const SECTIONS: readonly { title: string; rows: readonly [keys: readonly string[], does: string][] }[] = [
  {
    title: t('Everywhere'),
    rows: [
      [[`${MOD}+K`], t('Search and commands')],
      [['?'], t('Keyboard shortcuts')],
      [['Esc'], t('Close the topmost dialog')],
    ],
  },
  {
    title: t('In a list'),
    rows: [
      [['↓', 'J'], t('Next row')],
      [['↑', 'K'], t('Previous row')],
      [['Home', 'End'], t('First or last row')],
      [['Enter'], t('Open')],
      [['Space', 'X'], t('Select')],
      [['Shift+↓', 'Shift+↑'], t('Select several')],
      [['Alt+Shift+↑', 'Alt+Shift+↓'], t('Move up or down')],
      [[`${MOD}+D`], t('Duplicate')],
      [['Delete'], t('Move to trash')],
      [['N'], t('New')],
      [['←', '→', 'Esc'], t('Go to a cell, or leave it')],
      [['Enter', 'F2'], t('Change the value of a cell')],
      [['Delete'], t('Clear a cell')],
    ],
  },
  {
    title: t('In a form'),
    rows: [
      [[`${MOD}+Z`], t('Undo')],
      [[`${MOD}+Shift+Z`], t('Redo')],
      [[`${MOD}+S`], t('Save')],
      [[`${MOD}+Shift+S`], t('Publish the draft')],
      [[`${MOD}+Enter`], t('Save and next')],
      [[`${MOD}+D`], t('Duplicate')],
      [['Alt+H'], t('History')],
      [['Alt+P'], t('Preview')],
      [['Alt+↑', 'Alt+↓'], t('Previous or next object')],
    ],
  },
  {
    title: t('In a rich text'),
    rows: [
      [['/'], t('Insert a block')],
      [[`${MOD}+K`], t('Link')],
      [[`${MOD}+F`], t('Find and replace')],
      [[`${MOD}+Shift+F`], t('Focus mode')],
      [['Alt+F10'], t('Toolbar')],
      [['Alt+Shift+↑', 'Alt+Shift+↓'], t('Move the block')],
    ],
  },
];

export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        {SECTIONS.map((section) => (
          <div key={section.title}>
            <Title order={3} mb={4}>
              {section.title}
            </Title>
            <Table verticalSpacing={5} horizontalSpacing={0} withRowBorders={false}>
              <Table.Tbody>
                {section.rows.map(([keys, does]) => (
                  <Table.Tr key={does}>
                    <Table.Td>{does}</Table.Td>
                    <Table.Td ta="right">
                      {keys.map((key) => (
                        <Kbd key={key} ml={6}>
                          {key}
                        </Kbd>
                      ))}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </SimpleGrid>
      <Switch
        mt="lg"
        label={texts.singleKeys}
        description={texts.singleKeysHint}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      <Anchor mt="lg" display="inline-block" href={DOCS} target="_blank" rel="noopener">
        {texts.documentation}
      </Anchor>
    </Modal>
  );
}
