/** Top line: folder, search, address of the API, appearance, help. */
import { ActionIcon, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { MOD } from '../ui/keyboard';
import { Logo } from '../ui/Logo';
import { useRights } from '../ui/rights';
import { ApiAddress } from './ApiAddress';
import { ColorSchemeMenu } from './ColorSchemeMenu';
import { FolderMenu } from './FolderMenu';
import classes from './Header.module.css';
import { SessionMenu } from './SessionMenu';

const texts = {
  home: 'Plinth home',
  navigation: 'Open navigation',
  search: 'Search and commands',
  shortcuts: 'Keyboard shortcuts',
};

interface Props {
  onOpenNavigation: () => void;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
}

export function Header({ onOpenNavigation, onOpenPalette, onOpenShortcuts }: Props) {
  const { manages } = useRights();
  return (
    <header className={classes.header}>
      <div className={classes.start}>
        <ActionIcon
          className={classes.burger}
          size="lg"
          onClick={onOpenNavigation}
          aria-label={texts.navigation}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
        <Link to="/" className={classes.logo} aria-label={texts.home}>
          <Logo />
        </Link>
        <FolderMenu />
      </div>
      <UnstyledButton className={classes.search} onClick={onOpenPalette}>
        <IconSearch size={16} aria-hidden />
        <Text size="sm" className={classes.searchText}>
          {texts.search}
        </Text>
        <Kbd size="xs" className={classes.searchText}>
          {MOD} K
        </Kbd>
      </UnstyledButton>
      <div className={classes.end}>
        {manages && <ApiAddress />}
        <Tooltip label={texts.shortcuts}>
          <ActionIcon
            size="lg"
            onClick={onOpenShortcuts}
            aria-label={texts.shortcuts}
            className={classes.wideOnly}
          >
            <IconKeyboard size={19} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <ColorSchemeMenu />
        <SessionMenu />
      </div>
    </header>
  );
}
