/** The tabs of the settings page. */
import type { ComponentType } from 'react';
import type { SettingSection } from '#contract/settings';
import { AiClients } from './AiClients';

interface Section {
  label: string;
  description: string;
  /** What stands below the section's settings; a section without settings is shown when it has this. */
  Extra?: ComponentType;
}

export const SECTIONS: Record<SettingSection, Section> = {
  general: { label: 'General', description: 'The folder as a whole.' },
  access: { label: 'Access', description: 'Who reaches Plinth, and how.' },
  limits: { label: 'Limits', description: 'How much one caller, and all together, may ask for.' },
  uploads: { label: 'Uploads', description: 'Files that come in.' },
  automations: { label: 'Automations', description: 'Programs that run on schedules, events and requests.' },
  mcp: {
    label: 'MCP & OAuth',
    description: 'How AI clients and other programs connect.',
    Extra: AiClients,
  },
};
