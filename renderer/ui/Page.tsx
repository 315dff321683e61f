/** The layout that pages share: title and actions, then the content. */
import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { useScreenTitle } from './screen';

interface Props {
  /** Where it is not the title of the screen. */
  title?: string;
  /** Before the title. */
  icon?: ReactNode;
  /** Beside the title: a count, a badge. */
  beside?: ReactNode;
  /** One line below the title. */
  description?: ReactNode;
  actions?: ReactNode;
  /** `fill`: the content takes the rest of the window and scrolls itself. */
  fill?: boolean;
  /** `narrow`: a readable measure for text and forms. */
  narrow?: boolean;
  /** `wide`: the whole width of the window. */
  wide?: boolean;
  children: ReactNode;
}

export function Page(props: Props) {
  const { icon, beside, description, actions, fill = false, narrow = false, wide = false, children } = props;
  const screenTitle = useScreenTitle();
  const title = props.title ?? screenTitle;
  return (
    <div
      className={classes.page}
      data-fill={fill || undefined}
      data-narrow={narrow || undefined}
      data-wide={wide || undefined}
    >
      <title>{`${title} – Plinth`}</title>
      <header className={classes.header}>
        <div className={classes.heading}>
          <Group gap="sm" wrap="nowrap" align="baseline">
            {icon !== undefined && <span className={classes.icon}>{icon}</span>}
            <Title order={1} className="truncate" title={title}>
              {title}
            </Title>
            {beside}
          </Group>
          {description !== undefined && description !== '' && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </div>
        {actions !== undefined && (
          <Group gap="xs" wrap="nowrap" className={classes.actions}>
            {actions}
          </Group>
        )}
      </header>
      {children}
    </div>
  );
}
