/** What a page says where it has nothing to show. */
import { Button, Center, EmptyState } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Outlined, type Shape } from './Waiting';

const texts = { settings: 'Open settings' };

interface Props {
  icon: Icon;
  title: string;
  hint: string;
  /** What will be there, drawn in outline; absent: nothing is going to be. */
  shape?: Shape;
  /** What can be done about it. */
  children?: ReactNode;
}

export function Nothing({ icon: Picture, title, hint, shape, children }: Props) {
  const words = (
    <EmptyState icon={<Picture size={28} stroke={1.5} aria-hidden />} title={title} description={hint}>
      {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  );
  return shape ? <Outlined shape={shape}>{words}</Outlined> : <Center mih={280}>{words}</Center>;
}

/** Where the edition a folder is set to does not have what the page is about. */
export const NeedsPro = (props: Omit<Props, 'children'>) => (
  <Nothing {...props}>
    <Button variant="default" component={Link} to="/settings">
      {texts.settings}
    </Button>
  </Nothing>
);
