/** url, email and phone: text with a fitting keyboard and a way to try it out. */
import { ActionIcon, Anchor, TextInput, Tooltip } from '@mantine/core';
import { IconExternalLink, IconMail, IconPhone } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { t } from '../../t';
import { pattern, placeholder } from '../builder-settings';
import type { BuilderEntry, CellProps, ColumnDefaults, FieldKind, FieldProps } from '../kind';
import { bulk, columns } from '../presets';
import { textKind } from '../text/text-kind';
import { asText } from '../text/text-value';

interface LinkForm {
  type: 'url' | 'email' | 'tel';
  placeholder: string;
  action: string;
  Icon: ComponentType<{ size: number }>;
  /** The address to open, or undefined while the text is none. */
  href(text: string): string | undefined;
  builder: Omit<BuilderEntry, 'group'>;
  column: ColumnDefaults;
}

function webAddress(text: string): string | undefined {
  try {
    const url = new URL(text);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

const FORMS = {
  url: {
    type: 'url',
    placeholder: 'https://',
    action: t('Open in a new window'),
    Icon: IconExternalLink,
    href: webAddress,
    builder: { label: 'URL', help: t('A link to another site.'), words: 'link', settings: [placeholder] },
    column: { ...columns.words, rank: 7 },
  },
  email: {
    type: 'email',
    placeholder: 'name@example.com',
    action: t('Send email'),
    Icon: IconMail,
    href: (text) => (/^[^\s@<>]+@[^\s@<>]+$/.test(text) ? `mailto:${text}` : undefined),
    builder: { label: 'E-mail', help: t('An email address.'), settings: [placeholder] },
    column: { ...columns.words, min: 180 },
  },
  phone: {
    type: 'tel',
    placeholder: '+44 20 1234 5678',
    action: t('Call'),
    Icon: IconPhone,
    href: (text) => (/^\+?[\d\s()-]+$/.test(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : undefined),
    builder: {
      label: t('Phone'),
      help: t('A phone number.'),
      words: 'tel',
      settings: [placeholder, pattern],
    },
    column: { ...columns.words, rank: 7 },
  },
} satisfies Record<string, LinkForm>;

function linkKind(form: LinkForm): FieldKind {
  function LinkField({ control, value, readOnly, required, placeholder, onChange }: FieldProps) {
    const text = asText(value);
    const href = form.href(text.trim());
    return (
      <TextInput
        {...control}
        type={form.type}
        // The browser's own check would speak before the server's, in another language.
        formNoValidate
        spellCheck={false}
        autoComplete="off"
        value={text}
        readOnly={readOnly}
        aria-required={required || undefined}
        placeholder={placeholder ?? form.placeholder}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={
          href !== undefined && (
            <Tooltip label={form.action}>
              <ActionIcon
                component="a"
                href={href}
                target={form.type === 'url' ? '_blank' : undefined}
                rel="noreferrer"
                aria-label={form.action}
              >
                <form.Icon size={16} />
              </ActionIcon>
            </Tooltip>
          )
        }
      />
    );
  }

  function LinkCell({ value }: CellProps) {
    const text = asText(value);
    const href = form.href(text);
    if (href === undefined) return text;
    return (
      <Anchor
        href={href}
        size="sm"
        target={form.type === 'url' ? '_blank' : undefined}
        rel="noreferrer"
        className="truncate"
        onClick={(event) => event.stopPropagation()}
      >
        {text}
      </Anchor>
    );
  }

  return textKind({
    Input: LinkField,
    Cell: LinkCell,
    builder: { group: t('Links and contacts'), ...form.builder },
    column: form.column,
    inCell: LinkField,
    fromText: (text) => text.trim(),
    filter: 'text',
    bulk: bulk.one,
  });
}

export const url = linkKind(FORMS.url);
export const email = linkKind(FORMS.email);
export const phone = linkKind(FORMS.phone);
