/** The one theme: warm stone greys, one spruce accent, small type and tight controls for a tool used all day. */
import {
  ActionIcon,
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Tooltip,
} from '@mantine/core';
import { t } from './t';

/** The ten shades of a palette of `ui/tokens.css`, which has all values. */
const shades = (palette: string): MantineColorsTuple => {
  const shade = (at: number) => `var(--palette-${palette}-${at})`;
  return [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)];
};

/** Tokens by the sizes of Mantine. */
const sizes = (name: string) => ({
  xs: `var(--plinth-${name}-xs)`,
  sm: `var(--plinth-${name}-sm)`,
  md: `var(--plinth-${name}-md)`,
  lg: `var(--plinth-${name}-lg)`,
  xl: `var(--plinth-${name}-xl)`,
});

/**
 * Durations in milliseconds for what components time themselves: the tokens `--plinth-quick`, an answer to a hand, and
 * `--plinth-move`, something that goes to its place. Mantine leaves them out for readers who want no motion.
 */
const QUICK = 120;
const MOVE = 180;

/** How things that are sorted go to their places. */
export const sorting = { duration: MOVE, easing: 'ease-out' };

/** Not blurred: without a graphics card a blur of the whole page is computed again for every frame behind a dialog. */
const OVERLAY = { backgroundOpacity: 0.35 };

/**
 * The list itself scrolls, as assistive technology expects of what an input opens, not a box round it. Written without
 * the `extend` of the components, which would make them part of the first screen.
 */
const LIST = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' as const } },
};

/** Mantine would give the focus to a disabled item, which cannot take it. */
const markFirstItem = (menu: HTMLDivElement | null): void =>
  menu?.querySelector('[data-menu-item]:not(:disabled)')?.setAttribute('data-autofocus', '');

export const theme = createTheme({
  primaryColor: 'spruce',
  primaryShade: 7,
  colors: { spruce: shades('spruce'), gray: shades('stone'), dark: shades('night'), red: shades('red') },
  white: 'var(--plinth-white)',
  black: 'var(--plinth-ink)',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: sizes('text'),
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: 'var(--plinth-h1)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--plinth-h2)', lineHeight: '1.4' },
      h3: { fontSize: 'var(--plinth-h3)', lineHeight: '1.45' },
    },
  },
  radius: sizes('radius'),
  spacing: sizes('space'),
  shadows: sizes('shadow'),
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 500, radius: 'sm' } }),
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      vars: (_theme, props) =>
        props.size === 'sm'
          ? {
              root: {
                '--button-height': '2rem',
                '--button-padding-x': '0.8125rem',
                '--button-fz': '0.8125rem',
              },
            }
          : { root: {} },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Input: Input.extend({
      vars: (_theme, props) =>
        props.size === undefined || props.size === 'sm'
          ? { wrapper: { '--input-height': '2.125rem' } }
          : { wrapper: {} },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        // What is behind it scrolls in a part of the page that it covers, and a lock has all styles made again.
        lockScroll: false,
        overlayProps: OVERLAY,
        closeButtonProps: { 'aria-label': t('Close') },
        transitionProps: { duration: MOVE },
      },
      styles: { title: { fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } },
    }),
    // Its bar is a `header`, which outside of the page's parts is heard as the page's own.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
    Drawer: Drawer.extend({
      defaultProps: {
        lockScroll: false,
        overlayProps: OVERLAY,
        closeButtonProps: { 'aria-label': t('Close') },
        transitionProps: { duration: MOVE },
      },
    }),
    Select: LIST,
    MultiSelect: LIST,
    Autocomplete: LIST,
    TagsInput: LIST,
    // The first item has the focus; an empty placeholder would be no item of a menu.
    Menu: Menu.extend({
      defaultProps: {
        withInitialFocusPlaceholder: false,
        // A key outside a menu closes it. Heard on its way down: on its way up, the key that opens a menu closes it again
        // where the menu is drawn before the event has reached the document.
        clickOutsideCapture: true,
        shadow: 'md',
        transitionProps: { duration: QUICK },
      },
    }),
    MenuDropdown: Menu.Dropdown.extend({ defaultProps: { ref: markFirstItem } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('Dismiss') } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: true } }),
  },
});

/** Placeholders and yellow notes that can be read; grey chips and buttons, which would be black on black in the dark; a lighter red. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': 'var(--plinth-placeholder)',
    '--mantine-color-yellow-light': 'var(--plinth-yellow-soft)',
    '--mantine-color-yellow-light-color': 'var(--plinth-yellow-text)',
  },
  dark: {
    '--mantine-color-placeholder': 'var(--plinth-placeholder)',
    '--mantine-color-gray-light': 'var(--plinth-gray-soft)',
    '--mantine-color-gray-light-hover': 'var(--plinth-gray-soft-hover)',
    '--mantine-color-gray-light-color': 'var(--plinth-gray-text)',
    '--mantine-color-spruce-light': 'var(--plinth-spruce-soft)',
    '--mantine-color-spruce-light-hover': 'var(--plinth-spruce-soft-hover)',
    '--mantine-color-spruce-light-color': 'var(--palette-spruce-2)',
    '--mantine-color-yellow-light': 'var(--plinth-yellow-soft)',
    '--mantine-color-yellow-light-color': 'var(--plinth-yellow-text)',
    '--mantine-color-red-light': 'var(--plinth-danger-soft)',
    '--mantine-color-red-light-hover': 'var(--plinth-danger-soft-hover)',
    '--mantine-color-red-light-color': 'var(--palette-red-3)',
    '--mantine-color-red-6': 'var(--palette-red-4)',
    '--mantine-color-error': 'var(--plinth-error)',
  },
});
