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

const spruce: MantineColorsTuple = [
  '#eef7f5',
  '#d9ece8',
  '#b0d8d0',
  '#84c3b7',
  '#5eb0a2',
  '#419f90',
  '#2a8c7d',
  '#1b7568',
  '#145f55',
  '#0c4941',
];

const stone: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#e9e6e1',
  '#dcd8d2',
  '#cac5bd',
  '#a29c93',
  '#6b665e',
  '#524d46',
  '#38342f',
  '#221f1b',
];

const night: MantineColorsTuple = [
  '#e8e6e2',
  '#c4c1bb',
  '#a3a09a',
  '#75726d',
  '#45433f',
  '#353330',
  '#2a2826',
  '#1f1e1c',
  '#191816',
  '#121110',
];

/** Not blurred: without a graphics card a blur of the whole page is computed again for every frame behind a dialog. */
const OVERLAY = { backgroundOpacity: 0.35 };

/** Red enough to warn, dark enough to be read on white. */
const red: MantineColorsTuple = [
  '#fff4f2',
  '#ffe4e0',
  '#fdc8c1',
  '#fba79c',
  '#f6867a',
  '#e8604f',
  '#d43f2e',
  '#bf2d1d',
  '#a32315',
  '#7f1a10',
];

/**
 * The list itself scrolls, as assistive technology expects of what an input opens, not a box round it. Written without
 * the `extend` of the components, which would make them part of the first screen.
 */
const LIST = {
  defaultProps: { withScrollArea: false },
  styles: { options: { maxHeight: 220, overflowY: 'auto' as const } },
};

export const theme = createTheme({
  primaryColor: 'spruce',
  primaryShade: 7,
  colors: { spruce, gray: stone, dark: night, red },
  black: '#221f1b',
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
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
      defaultProps: { centered: true, overlayProps: OVERLAY, closeButtonProps: { 'aria-label': t('Close') } },
      styles: { title: { fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' } },
    }),
    // Its bar is a `header`, which outside of the page's parts is heard as the page's own.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
    Drawer: Drawer.extend({
      defaultProps: { overlayProps: OVERLAY, closeButtonProps: { 'aria-label': t('Close') } },
    }),
    Select: LIST,
    MultiSelect: LIST,
    Autocomplete: LIST,
    TagsInput: LIST,
    // The first item has the focus; an empty placeholder would be no item of a menu.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': t('Dismiss') } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 400, withArrow: true } }),
  },
});

/** Placeholders and yellow notes that can be read; grey chips and buttons, which would be black on black in the dark; a lighter red. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-placeholder': '#76716a',
    '--mantine-color-yellow-light': '#fbeecb',
    '--mantine-color-yellow-light-color': '#74460a',
  },
  dark: {
    '--mantine-color-placeholder': '#94918b',
    '--mantine-color-gray-light': 'rgba(255, 255, 255, 0.09)',
    '--mantine-color-gray-light-hover': 'rgba(255, 255, 255, 0.13)',
    '--mantine-color-gray-light-color': '#d8d5d0',
    '--mantine-color-spruce-light': 'rgba(94, 176, 162, 0.16)',
    '--mantine-color-spruce-light-hover': 'rgba(94, 176, 162, 0.24)',
    '--mantine-color-spruce-light-color': '#b0d8d0',
    '--mantine-color-yellow-light': 'rgba(250, 190, 60, 0.16)',
    '--mantine-color-yellow-light-color': '#f5d48a',
    '--mantine-color-red-light': 'rgba(232, 96, 79, 0.16)',
    '--mantine-color-red-light-hover': 'rgba(232, 96, 79, 0.22)',
    '--mantine-color-red-light-color': '#fba79c',
    '--mantine-color-red-6': '#f6867a',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
