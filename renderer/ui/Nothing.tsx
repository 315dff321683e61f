/** What a page says where it has nothing to show. */
import { Button, Center, EmptyState } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const texts = { settings: 'Open settings' };

interface Props {
  icon: Icon;
  title: string;
  hint: string;
  /** What can be done about it. */
  children?: ReactNode;
}

export function Nothing({ icon: Picture, title, hint, children }: Props) {
  return (
    <Center mih={280}>
      <EmptyState icon={<Picture size={28} stroke={1.5} aria-hidden />} title={title} description={hint}>
        {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </Center>
  );
}

/** Where the edition a folder is set to does not have what the page is about. */
export const NeedsPro = (props: Omit<Props, 'children'>) => (
  <Nothing {...props}>
    <Button variant="default" component={Link} to="/settings">
      {texts.settings}
    </Button>
  </Nothing>
);
