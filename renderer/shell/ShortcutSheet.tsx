/** All shortcuts on one sheet, and the switch for those of a single letter. */
import { Anchor, Kbd, Modal, SimpleGrid, Switch, Table, Title } from '@mantine/core';
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
    title: 'Everywhere',
    rows: [
      [[`${MOD}+K`], 'Search and commands'],
      [['?'], 'Keyboard shortcuts'],
      [['Esc'], 'Close the topmost dialog'],
    ],
  },
  {
    title: 'In a list',
    rows: [
      [['↓', 'J'], 'Next row'],
      [['↑', 'K'], 'Previous row'],
      [['Home', 'End'], 'First or last row'],
      [['Enter'], 'Open'],
      [['Space', 'X'], 'Select'],
      [['Shift+↓', 'Shift+↑'], 'Select several'],
      [[`${MOD}+D`], 'Duplicate'],
      [['Delete'], 'Move to trash'],
      [['N'], 'New'],
    ],
  },
  {
    title: 'In a form',
    rows: [
      [[`${MOD}+Z`], 'Undo'],
      [[`${MOD}+Shift+Z`], 'Redo'],
      [[`${MOD}+S`], 'Save'],
      [[`${MOD}+Shift+S`], 'Save and new'],
      [[`${MOD}+Enter`], 'Save and next'],
      [[`${MOD}+D`], 'Duplicate'],
      [['Alt+H'], 'History'],
      [['Alt+↑', 'Alt+↓'], 'Previous or next object'],
    ],
  },
  {
    title: 'In a rich text',
    rows: [
      [['/'], 'Insert a block'],
      [[`${MOD}+K`], 'Link'],
      [[`${MOD}+F`], 'Find and replace'],
      [[`${MOD}+Shift+F`], 'Focus mode'],
      [['Alt+F10'], 'Toolbar'],
      [['Alt+Shift+↑', 'Alt+Shift+↓'], 'Move the block'],
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
